import { Failure } from '#core/failure.ts'

/** The encoding in the declaration of an XML document. */
const XML_ENCODING = /^<\?xml[^>]{0,200}\bencoding\s*=\s*["'](?<name>[\w.:-]{1,40})["']/u

/** The same in the first elements of a web page. */
const PAGE_ENCODING = /^[^]{0,3000}?<meta\s[^<>]{0,200}\bcharset\s{0,5}=\s{0,5}["']?(?<name>[\w.:-]{1,40})/iu

/** Names, reduced to letters and digits, that browsers, whose list of encodings the decoder has, do not know. */
const OTHER_NAMES: [RegExp, (number: string) => string][] = [
  [/^(?:iso646(?:us|irv)?(?:1991)?|ansix341986|us|cs?ascii|646)$/u, () => 'us-ascii'],
  [/^(?:iso)?8859(?<number>[1-9]|1[0-6])$/u, (number) => `iso-8859-${number}`],
  [/^(?:win(?:dows)?|cp|mswin)(?<number>125[0-8])$/u, (number) => `windows-${number}`],
  [/^latin1$/u, () => 'latin1'],
  [/^utf8(?:sig|mb4)?$/u, () => 'utf-8'],
]

/** A decoder for an encoding, by any of its usual names. Throws a RangeError for an unknown one. */
const decoderNamed = (name: string): TextDecoder => {
  const plain = name.toLowerCase().replaceAll(/[^a-z\d]/gu, '')
  for (const [pattern, known] of OTHER_NAMES) {
    const match = pattern.exec(plain)
    if (match !== null) return new TextDecoder(known(match.groups?.number ?? ''))
  }
  return new TextDecoder(name)
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * A decoder for a source by its first bytes: by its byte order mark or XML declaration, otherwise UTF-8; if it is not valid UTF-8, by
 * the declaration of a web page, otherwise Windows-1252. Throws `unsupported_media_type` for an unknown encoding.
 */
export const decoderFor = (head: Uint8Array): TextDecoder => {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le')
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be')
  const start = new TextDecoder('latin1').decode(head.subarray(0, 4_000))
  const declared =
    XML_ENCODING.exec(start)?.groups?.name ??
    (isUtf8(head) ? 'utf-8' : (PAGE_ENCODING.exec(start)?.groups?.name ?? 'windows-1252'))
  try {
    return decoderNamed(declared)
  } catch (error) {
    throw new Failure('unsupported_media_type', `The encoding ${declared} is unknown: convert the file to UTF-8.`, {
      cause: error,
    })
  }
}

/** Joins pieces of text into lines, without line ends. A line longer than `longest` is split there. */
export const textLines = (longest = 1_000_000) => {
  let rest = ''
  return {
    push(text: string, isEnd = false): string[] {
      const lines = `${rest}${text}`.split('\n')
      const last = lines.pop() ?? ''
      rest = isEnd ? '' : last
      if (isEnd && last !== '') lines.push(last)
      else if (rest.length > longest) {
        lines.push(rest)
        rest = ''
      }
      return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
    },
    isBetweenLines: (): boolean => rest === '',
  }
}

/** Replaces white space of any kind, including non-breaking, with single spaces. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\u200b]+/gu, ' ').trim()

const EMPTY_LINE = /\n\s*\n/u
/** Paragraph breaks in arXiv abstracts. */
const INDENTED = /\n {2,}(?=\S)/u
const FLUSH = /\n(?! {2,})\S/u

/**
 * Rejoins wrapped text into one line a paragraph. A paragraph starts after an empty line or at an indented one, unless all
 * lines are indented.
 */
export const paragraphs = (text: string): string =>
  text
    .trim()
    .split(EMPTY_LINE)
    .flatMap((part) => (FLUSH.test(part) ? part.split(INDENTED) : [part]))
    .map(oneLine)
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decodeEntity = (whole: string, name: string): string => {
  const code = /^#(?:x(?<hex>[\da-f]{1,6})|(?<decimal>\d{1,7}))$/iu.exec(name)?.groups
  if (code === undefined) return ENTITIES[name] ?? whole
  const point = code.hex === undefined ? Number(code.decimal) : Number.parseInt(code.hex, 16)
  const isCharacter = point > 31 && point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff)
  return isCharacter ? String.fromCodePoint(point) : whole
}

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?<name>#?\w{1,8});/gu, (whole: string, name: string) => decodeEntity(whole, name))

const BLOCK = /<\/?(?:jats:)?(?:p|title|sec|abstract|list|list-item|div|br)\b[^<>]{0,300}>/giu
const INLINE =
  /<\/?(?:jats:|mml:)?(?:i|b|u|em|strong|sub|sup|scp|sc|italic|bold|span|tt|font|inline-formula|tex-math|alternatives|m(?:ath|row|i|n|o|sup|sub|subsup|text|style|frac|over|under))\b[^<>]{0,300}>/giu

/** Text of a JSON catalogue without the elements and entities that publishers left in it. */
export const withoutMarkup = (text: string): string =>
  decodeEntities(text.replaceAll(BLOCK, '\n\n').replaceAll(INLINE, ''))

/** Pairs of tags around words, without attributes; anything less strict would match mathematics. */
const AROUND = /<(?<tag>i|b|u|em|strong|su[bp]|inf|scp|sc|italic|bold)>(?<inner>[^<>]*)<\/\k<tag>>/giu

/** A title without the tags that databases and reference managers put around its words. */
export const withoutTagsAround = (title: string | null): string | null =>
  title?.includes('</') ? title.replaceAll(AROUND, '$<inner>').replaceAll(AROUND, '$<inner>') : title

/** A heading that publishers leave in abstracts. */
const HEADING = /^(?:abstract|summary)[.:]?\n\n/iu

/** An abstract of a JSON catalogue, without its heading. */
export const plainAbstract = (text: string): string => paragraphs(withoutMarkup(text)).replace(HEADING, '')

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const isYear = (year: number): boolean => Number.isInteger(year) && year >= 1000 && year <= 9999

/** The number of a month, given as a number or a name; null for anything else. */
const monthOf = (text: string): number | null => {
  const number = /^\d{1,2}$/u.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
  return number >= 1 && number <= 12 ? number : null
}

const partOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** ISO 8601 of a year and, if known, month and day; null without a year. */
export const dateOf = (year: unknown, month: unknown = null, day: unknown = null): string | null => {
  const whole = Number(partOf(year))
  if (!isYear(whole)) return null
  const found = monthOf(partOf(month))
  if (found === null) return String(whole)
  const date = Number(partOf(day))
  const known = `${whole}-${twoDigits(found)}`
  return Number.isInteger(date) && date >= 1 && date <= 31 ? `${known}-${twoDigits(date)}` : known
}

/**
 * Parses dates as files write them: 2024-05-17T…, 2024/05/17/, 2024-05, 2016/2017 (its start), 17 May 2024, May 2024,
 * May 17, 2024.
 */
export const parseDate = (text: string): string | null => {
  const plain = text.trim()
  const numeric = /^(?<year>\d{4})(?:[-/](?<month>\d{1,2})(?!\d)(?:[-/](?<day>\d{1,2})(?!\d))?)?/u.exec(plain)?.groups
  if (numeric !== undefined) return dateOf(numeric.year, numeric.month, numeric.day)
  const american = /^(?<month>[A-Za-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})\b/u.exec(
    plain,
  )?.groups
  if (american !== undefined) return dateOf(american.year, american.month, american.day)
  const worded = /(?:(?<day>\d{1,2})\.?\s+)?(?<month>[A-Za-z]{3,9})\.?\s+(?<year>\d{4})\b/u.exec(plain)?.groups
  return worded === undefined ? null : dateOf(worded.year, worded.month, worded.day)
}

/** The same, or else the year that stands anywhere in the text, as in “[c2015]”. */
export const parseLooseDate = (text: string): string | null =>
  parseDate(text) ?? dateOf(/(?<!\d)(?<year>\d{4})(?!\d)/u.exec(text)?.groups?.year)
