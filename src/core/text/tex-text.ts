import { splitMathematics } from './mathematics.ts'
import { normalizeUnchecked } from './normalize-text.ts'
import { lowered, mathematicalSigns, raised } from './tex-signs.ts'

/**
 * Titles, abstracts and names as authors paste them from TeX: accents, commands for the look of words, ties and dashes become
 * text. Mathematics stays TeX. So does what is not surely TeX: paths, code, unknown commands.
 */

const ACCENTS: Readonly<Record<string, string>> = {
  '"': '\u0308',
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  c: '\u0327',
  d: '\u0323',
  b: '\u0331',
  H: '\u030b',
  k: '\u0328',
  r: '\u030a',
  t: '\u0361',
  u: '\u0306',
  v: '\u030c',
}

const LETTERS: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  aa: 'å',
  AA: 'Å',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  dj: 'đ',
  DJ: 'Đ',
  dh: 'ð',
  DH: 'Ð',
  th: 'þ',
  TH: 'Þ',
  i: 'ı',
  j: 'ȷ',
}

/** Commands without an argument that stand for text. */
const WORDS: Readonly<Record<string, string>> = {
  LaTeX: 'LaTeX',
  LaTeXe: 'LaTeX2e',
  TeX: 'TeX',
  BibTeX: 'BibTeX',
  ldots: '…',
  dots: '…',
  textellipsis: '…',
  pounds: '£',
  euro: '€',
  texteuro: '€',
  copyright: '©',
  textcopyright: '©',
  textregistered: '®',
  texttrademark: '™',
  textdegree: '°',
  degree: '°',
  textmu: 'µ',
  dag: '†',
  ddag: '‡',
  textdagger: '†',
  textbullet: '•',
  textendash: '–',
  textemdash: '—',
  textquotedblleft: '“',
  textquotedblright: '”',
  textquoteleft: '‘',
  textquoteright: '’',
  textasciitilde: '~',
  textasciicircum: '^',
  textunderscore: '_',
  textbar: '|',
  textless: '<',
  textgreater: '>',
  textdollar: '$',
  textpm: '±',
  texttimes: '×',
}

const namesOf = (table: Readonly<Record<string, string>>): string =>
  Object.keys(table)
    .toSorted((a, b) => b.length - a.length)
    .join('|')

/** One letter with an accent; null where Unicode has no such letter. */
const accented = (accent: string, letter: string): string | null => {
  const plain = letter === '\\i' ? 'i' : letter === '\\j' ? 'j' : letter
  const composed = `${plain}${ACCENTS[accent] ?? ''}`.normalize('NFC')
  return composed.length === 1 ? composed : null
}

const IN_BRACES =
  /\{\\(?<accent>["'`^~=.]|[cdbHkrtuv](?![A-Za-z]))\s?(?:\{(?<inner>\\[ij]|[A-Za-z])\}|(?<bare>\\[ij](?![A-Za-z])|[A-Za-z]))\}/gu
const WITH_BRACES = /\\(?<accent>["'`^~=.]|[cdbHkrtuv])\s?\{(?<letter>\\[ij]|[A-Za-z])\}/gu
const WITHOUT_BRACES = /\\(?<accent>["'`^~=.])(?<letter>\\[ij](?![A-Za-z])|[A-Za-z])/gu
const WITH_SPACE = /\\(?<accent>[cHkruv])[ ](?<letter>\\[ij](?![A-Za-z])|[A-Za-z])/gu
const SPECIAL = new RegExp(
  String.raw`\{\\(?<braced>${namesOf(LETTERS)})\s?\}|\\(?<plain>${namesOf(LETTERS)})(?:\{\}|(?![A-Za-z])\s?)`,
  'gu',
)

/** Text of a programming language quotes with \" and shortens words with \'; such text has no accents. */
const hasEscapedQuotes = (text: string): boolean => /\\"(?![A-Za-z{\\])/u.test(text)
const SHORTENED = /^(?:s|t|m|d|ll|re|ve)(?![A-Za-z])/u
const MAIN_LETTER = /^[aeiouyAEIOUYcCnNsSzZlL]$/u

type Place = { accent: string; letter: string; before: string; after: string }

/** An accent without braces may be an escape of a programming language. Where it cannot be told, only names have it. */
const isAccent = ({ accent, letter, before, after }: Place, isName: boolean): boolean => {
  if (accent === "'" && /(?:^|[^\p{L}])[ODL]$/u.test(before) && /^[A-Z]/u.test(letter)) return false
  if (isName || letter.startsWith('\\')) return true
  if (accent === "'" && /\p{L}$/u.test(before) && SHORTENED.test(`${letter}${after}`)) return false
  if (accent === '=' || accent === '.') return false
  if (accent === '~') return /\p{L}$/u.test(before) && /^[nNaAoO]$/u.test(letter)
  return MAIN_LETTER.test(letter)
}

const around = (text: string, at: number, length: number): { before: string; after: string } => ({
  before: text.slice(Math.max(0, at - 3), at),
  after: text.slice(at + length, at + length + 3),
})

const withLetters = (text: string, isName: boolean): string => {
  const isCode = !isName && hasEscapedQuotes(text)
  const braced = text
    .replaceAll(
      IN_BRACES,
      (whole, accent: string, inner?: string, bare?: string) => accented(accent, inner ?? bare ?? '') ?? whole,
    )
    .replaceAll(WITH_BRACES, (whole, accent: string, letter: string) => accented(accent, letter) ?? whole)
  const bare = braced.replaceAll(WITHOUT_BRACES, (whole: string, accent: string, letter: string, at: number) => {
    if (isCode && (accent === '"' || accent === "'")) return whole
    return isAccent({ accent, letter, ...around(braced, at, whole.length) }, isName)
      ? (accented(accent, letter) ?? whole)
      : whole
  })
  const spaced = bare.replaceAll(WITH_SPACE, (whole: string, accent: string, letter: string, at: number) => {
    const { before, after } = around(bare, at, whole.length)
    const isInWord = /[\p{L}{]$/u.test(before) || (/^[A-Z]/u.test(letter) && /^[a-z]/u.test(after))
    return isName || isInWord ? (accented(accent, letter) ?? whole) : whole
  })
  return spaced.replaceAll(SPECIAL, (_whole, inner?: string, plain?: string) => LETTERS[inner ?? plain ?? ''] ?? '')
}

/** Marks for what later steps must not see: kept pieces by number, and braces that are text. */
const KEPT = /\uE014(?<index>\d+)\uE015/gu
const MARKS = /[\uE014-\uE017]/u
const OPENING = '\uE016'
const CLOSING = '\uE017'

/** Code between backticks; names of files and variables of Windows and of shells. */
const CODE = /(?<!`)`[^`\n]+`(?!`)|(?<!\S)["'([]*(?:[A-Za-z]:\\|\\\\[A-Za-z]|\.{1,2}\\)\S*|(?<!\S)\S*%[A-Z_]+%\\\S*/gu

const URL_BEGINS = /https?:\/\/|www\.|\\(?:url|href)\b|\S@\S|\p{L}\/~/u

const tied = (words: string): string =>
  words.replaceAll(
    /(?<=(?<before>[\p{L}\p{M}\d.)\]}%:,\uE015]))~(?=(?<behind>[\p{L}\d(\\\uE014]|'\d))/gu,
    (tie: string, ...rest: unknown[]) => {
      const at = rest.find((one) => typeof one === 'number') ?? 0
      const before = /[\p{L}\d]*$/u.exec(words.slice(Math.max(0, at - 12), at))?.[0] ?? ''
      const behind = /^[\p{L}\d]*/u.exec(words.slice(at + 1, at + 13))?.[0] ?? ''
      const isRange = /\d$/u.test(before) && /^\d/u.test(behind)
      const isFormula = before.length === 1 && behind.length === 1 && /\p{L}/u.test(before) && /\p{L}/u.test(behind)
      return isRange || isFormula ? tie : ' '
    },
  )

const dashed = (words: string): string =>
  words.replaceAll(/(?<=[^\s-])---(?=[^\s-])/gu, '—').replaceAll(/(?<=[\p{L}\d)%\uE015])--(?=[\p{L}\d(\uE014])/gu, '–')

/** Ties and dashes, but not in addresses. A tie may stand between a word and an address. */
const withTiesAndDashes = (text: string): string =>
  /~|--/u.test(text)
    ? text
        .replaceAll(/(?<!\S)---(?!\S)/gu, (dashes: string, at: number) =>
          text.slice(Math.max(0, at - 2), at).trim() === '' || text.slice(at + 3, at + 5).trim() === '' ? dashes : '—',
        )
        .replaceAll(/\S+/gu, (token) => {
          const begins = token.search(URL_BEGINS)
          const words = begins === -1 ? token : token.slice(0, begins)
          const address = begins === -1 ? '' : token.slice(begins)
          return `${dashed(tied(address === '' ? words : words.replace(/~$/u, ' ')))}${address}`
        })
    : text

const COMMAND_WORD = new RegExp(String.raw`\\(?<name>${namesOf(WORDS)})(?![A-Za-z])(?:\{\})?`, 'gu')
const GROUPED_SIGN = /\{\s*\\(?<name>[A-Za-z]+)\s*\}/gu

/** Only the look of a word; nothing of its argument is lost. */
const LOOKS =
  'emph|textbf|textit|textsc|textsf|texttt|textrm|textmd|textup|textsl|textnormal|text|underline|uline|mbox|hbox|fbox|textls'
const LOOK = new RegExp(String.raw`\\(?:${LOOKS})\s*\{(?<words>[^{}]*)\}`, 'gu')
const SWITCH = /\{\s*\\(?:em|bf|it|sc|tt|sf|rm|sl|bfseries|itshape|scshape|ttfamily|sffamily)\b\s*(?<words>[^{}]*)\}/gu
const COLOUR = /\\textcolor\s*(?:\[[A-Za-z]+\])?\{[A-Za-z!0-9,. ]*\}\s*\{(?<words>[^{}]*)\}/gu
const LINK = /\\href\s*\{(?<address>[^{}]*)\}\s*\{(?<words>[^{}]*)\}/gu
const ADDRESS = /\\url\s*\{(?<address>[^{}\s]*)\}/gu
const FOOTNOTE = /\s?\\(?:footnote|thanks)\s*\{(?<words>[^{}]*)\}/gu
const RAISED = /\\textsuperscript\s*\{(?<words>[^{}]*)\}/gu
const LOWERED = /\\textsubscript\s*\{(?<words>[^{}]*)\}/gu
/** A letter that a bibliography keeps as it is, and one with an accent. */
const SINGLE =
  /(?<![\\\p{L}\d_^}$])\{(?<capital>[A-Z])\}(?=[a-z])|(?<=\p{L})\{(?<letter>[^\u0000-\u007f\uE000-\uF8FF])\}/gu

const MAX_NESTED = 6

const withoutLooks = (text: string): string => {
  let current = text
  for (let round = 0; round < MAX_NESTED; round += 1) {
    const next = current
      .replaceAll(ADDRESS, '$<address>')
      .replaceAll(LOOK, '$<words>')
      .replaceAll(SWITCH, '$<words>')
      .replaceAll(COLOUR, '$<words>')
      .replaceAll(LINK, (_whole, address: string, words: string) =>
        words === '' || words.includes(address) || address.includes(words) ? address || words : `${words} (${address})`,
      )
      .replaceAll(FOOTNOTE, ' ($<words>)')
      .replaceAll(RAISED, (_whole, words: string) => raised(words) ?? words)
      .replaceAll(LOWERED, (_whole, words: string) => lowered(words) ?? words)
    if (next === current) break
    current = next
  }
  return current.replaceAll(SINGLE, '$<capital>$<letter>')
}

/** Signs that TeX needs a backslash for, spaces of a given width, and places where a word may be divided. */
const withSigns = (text: string, keepsDollars: boolean): string =>
  text
    .replaceAll(/\\[%&#_]/gu, (sign) => sign.slice(1))
    .replaceAll(keepsDollars ? /(?!)/gu : /\\\$/gu, '$$')
    .replaceAll(/(?<=[.)}\p{L}\d,])\\[,;](?=[\p{L}\d(])/gu, ' ')
    .replaceAll(/(?<=[.}])\\ /gu, ' ')
    .replaceAll(/(?<=\p{Ll})\\-(?=\p{Ll})/gu, '')
    .replaceAll(/(?<!`)``(?<words>[^`\n]{1,500}?)''/gu, '“$<words>”')
    .replaceAll(/\\\^\{\}/gu, '^')
    .replaceAll(/\\~\{\}/gu, '~')

const withCommands = (text: string): string =>
  text
    .replaceAll(GROUPED_SIGN, (whole, name: string) => mathematicalSigns.get(name) ?? WORDS[name] ?? whole)
    .replaceAll(COMMAND_WORD, (_whole, name: string) => WORDS[name] ?? '')
    .replaceAll(/\\(?:protect|relax|noindent|normalfont)(?![A-Za-z])\s?/gu, '')
    .replaceAll(/\\S(?=~?\s?\d)~?/gu, '§')

const formulasOf = (text: string): string[] =>
  splitMathematics(text).flatMap(({ source, tex }) => (tex === null ? [] : [source]))

const converted = (text: string, isName: boolean, keepsDollars: boolean): string => {
  const kept: string[] = []
  const keep = (piece: string): string => `\uE014${kept.push(piece) - 1}\uE015`
  const words = splitMathematics(text)
    .map(({ source, tex }) => (tex === null ? source.replaceAll(CODE, keep) : keep(source)))
    .join('')
    .replaceAll(/\\\\/gu, keep)
    .replaceAll(/\\[{}]/gu, (brace) => (brace === '\\{' ? OPENING : CLOSING))
  const plain = withSigns(withoutLooks(withCommands(withLetters(withTiesAndDashes(words), isName))), keepsDollars)
  return plain
    .replaceAll(OPENING, '{')
    .replaceAll(CLOSING, '}')
    .replaceAll(KEPT, (_whole, index: string) => kept[Number(index)] ?? '')
}

const MAY_BE_TEX = /[\\~]|--|``|\{./u

/** One reading. Without its backslash, a dollar sign may seem to begin a formula: then it keeps it. */
const readOnce = (text: string, isName: boolean): string => {
  const before = formulasOf(text).join('\n')
  for (const keepsDollars of [false, true]) {
    const plain = converted(text, isName, keepsDollars)
    if (formulasOf(plain).join('\n') === before) return normalizeUnchecked(plain, 'NFC')
  }
  return text
}

const MAX_READINGS = 4

/** The reading that reading again does not change, so that what is stored stays as it is; without one, the text is not TeX. */
const readTex = (text: string, isName: boolean): string => {
  if (!MAY_BE_TEX.test(text) || MARKS.test(text)) return text
  let current = text
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const next = readOnce(current, isName)
    if (next === current) return current
    current = next
  }
  return text
}

/** A title, an abstract or another text with its TeX as text, apart from mathematics. It never becomes longer. */
export const texText = (text: string): string => readTex(text, false)

/** The same for the names of people and places, in which accents without braces are sure. */
export const texName = (text: string): string => readTex(text, true)

/** Only the accents and letters of names. */
export const texAccents = (text: string): string => (MAY_BE_TEX.test(text) ? withLetters(text, true) : text)
