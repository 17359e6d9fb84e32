import fc, { type Arbitrary } from 'fast-check'
import { weighted } from './random.ts'

/** Characters with a meaning to some part of the program: to the search, to JSON, to addresses, to a terminal. */
const charged = Array.from(' -"*:,.\'’/&+#()[]{}\\%\n\r\t\0\u00a0\u00ad\u00a6\u200b\u2028\ufeff\uff0b\uff03\u0301')
/** Letters that folding, pairing or normalisation changes. */
const characters = Array.from('aBzñeÅßıİΣςώЖﬁ½Ⅷ①ǅأहिกคำ深度学ガー゙ﾃﾞ한ᄒ글𠮷🙂')
const lone = ['\ud800', '\udbff', '\udc00', '\udfff']

/** One sign of a text, with the difficult ones often among them. */
const anySign = fc.oneof(
  fc.constantFrom(...charged),
  fc.constantFrom(...characters),
  fc.constantFrom(...charged, ...characters, ...lone),
  fc.nat({ max: 0x10_ffff }).map((code) => String.fromCodePoint(code)),
)

/** Any text, well formed or not. */
export const anyText = fc.string({ unit: anySign, size: 'medium' })

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u

/** Characters and clusters that are legal in every text, among them those that folding, sorting and cutting get wrong. */
const legal = weighted(
  [12, fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789'))],
  [4, fc.constantFrom(...Array.from(' -.,:;\'"*+#()[]{}/\\&<>%_~^|@!?$=`'))],
  [3, fc.constantFrom('é', 'e\u0301', 'ñ', 'n\u0303', 'ǖ', 'u\u0304\u0308', 'ß', 'ẞ', 'İ', 'ı', 'ﬁ')],
  [3, fc.constantFrom('\u212b', '\u2126', '½', '²', 'ﷺ', 'ŀ', 'ŉ', 'Σ', 'ς', '\u0344', '\u0958')],
  [
    3,
    fc.constantFrom('東', '京', '検', '索', 'デ', 'ー', 'タ', 'ｶﾞ', 'か\u3099', '々', '𠮷', '검', '색', '\u1100\u1161'),
  ],
  [2, fc.constantFrom('א', 'ש\u05c1', 'م', 'رَ', '\u202e', '\u200f', '\u061c', 'हि', 'ক্ষ', 'ไทย')],
  [2, fc.constantFrom('😀', '👩‍🔬', '🇨🇭', '👍🏽', '𝒜', '𐐀', '\u{1d160}', '\u{10ffff}', '\ufdd0', '\ue000')],
  [
    2,
    fc.constantFrom('\u200b', '\u200d', '\ufeff', '\u00a0', '\u3000', '\u00ad', '\u0301', '\ufe0f', '\u00a6', '\u00a7'),
  ],
  [2, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => !CONTROL.test(text))],
)

/** Text of these units; fc.string would inspect every unit when it is built. */
const run = (unit: Arbitrary<string>, maxLength: number, size: 'small' | 'max' = 'small'): Arbitrary<string> =>
  fc.array(unit, { minLength: 1, maxLength, size }).map((units) => units.join(''))

const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join('')

/** One line as it may be stored: well-formed, no control characters; odd all the same. */
export const legalLine = (max: number): Arbitrary<string> =>
  fc
    .oneof(
      { weight: 8, arbitrary: run(legal, Math.min(max, 40)) },
      { weight: 1, arbitrary: run(legal, Math.min(max, 400), 'max') },
      { weight: 1, arbitrary: fc.constantFrom('a', '😀', 'é', '東').map((unit) => unit.repeat(max)) },
    )
    .map((text) => cut(text, max))

/** The same with line breaks and tabs. */
export const legalBlock = (max: number): Arbitrary<string> =>
  fc
    .array(weighted([6, legalLine(200)], [1, fc.constantFrom('\n', '\r\n', '\t', '')]), {
      maxLength: 6,
    })
    .map((lines) => cut(lines.join('\n'), max))

/** Lines that say something. */
export const fullLine = (max: number): Arbitrary<string> => legalLine(max).filter((text) => text.trim() !== '')

/** What no text may contain: control characters, NUL, halves of surrogate pairs. */
export const illegalCharacter: Arbitrary<string> = fc.constantFrom(
  '\u0000',
  '\u0001',
  '\u0008',
  '\u000b',
  '\u001b',
  '\u001f',
  '\u007f',
  '\ud800',
  '\udbff',
  '\udc00',
  '\udfff',
)

/** Legal text with one character in it that is not. */
export const illegalText: Arbitrary<string> = fc
  .tuple(legalLine(30), illegalCharacter, legalLine(30))
  .map((parts) => parts.join(''))
  // Two halves may have met and made a whole character.
  .filter((text) => CONTROL.test(text) || !text.isWellFormed())

/** Anything that a program may send where a text is expected. */
export const oddText: Arbitrary<string> = weighted(
  [4, legalLine(60)],
  [2, fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 20 })],
  [1, illegalText],
  [
    1,
    fc.constantFrom(
      '',
      ' ',
      '\t',
      '\n',
      '0',
      '-1',
      'null',
      'true',
      '[]',
      '__proto__',
      'constructor',
      "' OR 1=1 --",
      '${7*7}',
      '../../etc/passwd',
      '%00',
      'a'.repeat(5_000),
    ),
  ],
)

/** Few words, so that generated papers and queries meet: with endings, hyphens, signs, marks and scripts that index differently. */
export const vocabulary = [
  'plan plans planning planned agent agents agentic memory memories tool tools long horizon long-horizon self-play',
  "e-mail state/action R&D o’clock o'clock A_B v2.1 gpt-4o GPT4o gpt 4o c++ C# c F# C 3.5 2024 x X1 the and not or",
  'naïve naive café CAFE\u0301 Müller Muller Ångström ΟΔΟΣ οδός Straße İstanbul ﬁne fine ½ m² ①',
  '東京 東京都 京都 京 都 検索 検索エンジン データ ﾃﾞｰﾀ 학습 강화학습 습 東京api api東京 𠮷野家',
  'обучение תכנון תִּכְנוּן تخطيط योजना การวางแผน',
].flatMap((line) => line.split(' '))

const word: Arbitrary<string> = weighted(
  [12, fc.constantFrom(...vocabulary)],
  [2, fc.constantFrom(...vocabulary).map((text) => text.toUpperCase())],
  [1, fc.constantFrom(...vocabulary).map((text) => text.normalize('NFD'))],
  [1, fc.constantFrom('unseen', 'zzz', 'unseen-word', '無', 'ω', 'lo', 'p', 'OR', 'AND', 'NOT', 'NEAR')],
)

/** The beginning of a word, cut anywhere. */
const prefix = fc.tuple(word, fc.nat(8)).map(
  ([text, at]) =>
    `${Array.from(text)
      .slice(0, at + 1)
      .join('')}*`,
)

const phrase = fc
  .tuple(
    fc.array(word, { maxLength: 4 }),
    fc.constantFrom(' ', '  ', '-', ', '),
    fc.constantFrom('"', '"', '"', '', '*"', '"*'),
  )
  .map(([parts, between, end]) => `"${parts.join(between)}${end}`)

const joinedWords = fc
  .tuple(word, fc.constantFrom('-', '/', '.', '_', '&', '’', '--', ',', ':', '+', '#', '*', ''), word)
  .map((parts) => parts.join(''))

const plain = weighted([8, word], [3, prefix], [3, phrase], [1, joinedWords])

const field = fc.constantFrom(
  ...'title: author: authors: abstract: topic: topics: TITLE: unknown: :'.split(' '),
  'title: ',
)

const term = weighted(
  [8, plain],
  [3, fc.tuple(field, plain).map((parts) => parts.join(''))],
  [
    3,
    fc
      .tuple(
        fc.constantFrom('-', '-', '--', '- '),
        fc.oneof(
          plain,
          fc.tuple(field, plain).map((parts) => parts.join('')),
        ),
      )
      .map((parts) => parts.join('')),
  ],
)

const junk = fc.constantFrom(
  ...'" "" - -- * ** ( ) ^ + : {a} NEAR(a title: -" "- \' ; \\ % \u00a7c1 \u00a7all \u00a6 \u0000 ﾞ \u0301'.split(' '),
  '\u3000',
)

const between = weighted(
  [8, fc.constant(' ')],
  [3, fc.constant(' OR ')],
  [1, fc.constantFrom(' AND ', ' or ', ' OR OR ', ' AND OR ', '\t', '  ', ' NOT ', ' OR -', ' OR AND ', '')],
)

/** What people and programs type into a search field: every operator, well and badly used. */
export const searchString: Arbitrary<string> = weighted(
  [
    20,
    fc
      .tuple(
        fc.array(fc.tuple(weighted([12, term], [1, junk]), between), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom('', '', '', ' ', 'OR ', '-', '"', '*'),
      )
      .map(
        ([terms, start]) =>
          start + terms.flatMap(([text, gap], at) => (at === terms.length - 1 ? [text] : [text, gap])).join(''),
      ),
  ],
  [1, fc.array(term, { minLength: 14, maxLength: 20 }).map((terms) => terms.join(' '))],
  [1, fc.constantFrom('a ', '"', '東', '-', 'a-', 'OR ', '* ', 'é').map((text) => text.repeat(300).slice(0, 255))],
  [2, oddText],
)

/** A text of 24 short paragraphs with what tokenizers find hard: names, signs, other scripts. */
export const longText = Array.from(
  { length: 24 },
  (_, index) =>
    `Sentence ${index} of Zoë Bhagavatula-Ångström says “naïve” plans, \\frac{1}{${index}} and 計画 too.\n\n`,
).join('')
