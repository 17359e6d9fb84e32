import fc, { type Arbitrary } from 'fast-check'
import { weighted } from './choices.ts'
import { anyText } from './odd-text.ts'

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
  [2, anyText],
)
