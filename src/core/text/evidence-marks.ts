import type { MarkdownMarkup } from './markdown.ts'

/**
 * Marks in Markdown that say what a sentence rests on: `[p19]`, `[p19 "words of the paper"]` and
 * `[search: q=memory&chapter=3 = 0]`. Code, links and escaped brackets have none.
 */

const comparisons = ['=', '<', '>'] as const
/** What a mark expects of the number of papers that a search finds. */
export type Expected = { comparison: (typeof comparisons)[number]; count: number }

/** Whether so many papers are as many as expected. */
export const compareCount = (count: number, { comparison, count: expected }: Expected): boolean =>
  comparison === '=' ? count === expected : comparison === '<' ? count < expected : count > expected

/** What a mark names, with its text as it is written. */
export type EvidenceMark =
  | { kind: 'paper'; mark: string; paperId: string }
  | { kind: 'quote'; mark: string; paperId: string; quote: string }
  | { kind: 'search'; mark: string; query: string; expected: Expected }

/** UTF-16 offsets in the text, end exclusive. */
type Span = { start: number; end: number }
export type PlacedMark = EvidenceMark & Span

/** More would make a page of footnotes; what follows stays text. */
export const MAX_MARKS = 500
const PAPER_MARK = /\[(?<id>p\d{1,15})\]/uy
/** A blank line ends a paragraph, and with it a quotation. */
const QUOTE_MARK = /\[(?<id>p\d{1,15})[ \t]{1,8}["“”„](?<quote>(?:(?!["”“]\]|\n[ \t]*\n|\[p\d)[^]){1,2000})["”“]\]/uy
const SEARCH_MARK = /\[search:(?<inside>[^[\]\n]{1,1100})\]/uy
const EXPECTED = /^(?<query>\S{1,1000})[ \t]{1,8}(?<comparison>[=<>])[ \t]{0,8}(?<count>\d{1,4})$/u

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const parseSearch = (mark: string, inside: string): EvidenceMark | null => {
  const { query = '', comparison, count } = EXPECTED.exec(inside.trim())?.groups ?? {}
  const sign = comparisons.find((one) => one === comparison)
  return sign === undefined
    ? null
    : { kind: 'search', mark, query, expected: { comparison: sign, count: Number(count) } }
}

const parseMarkAt = (text: string, at: number): EvidenceMark | null => {
  const search = matchAt(SEARCH_MARK, text, at)
  if (search !== null) return parseSearch(search[0], search.groups?.['inside'] ?? '')
  const found = matchAt(PAPER_MARK, text, at) ?? matchAt(QUOTE_MARK, text, at)
  if (found === null) return null
  const { id: paperId = '', quote } = found.groups ?? {}
  if (quote === undefined) return { kind: 'paper', mark: found[0], paperId }
  const words = quote.replaceAll(/\s+/gu, ' ').trim()
  return words === '' ? null : { kind: 'quote', mark: found[0], paperId, quote: words }
}

const FENCE = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))*[ \t]*(?<fence>`{3,}|~{3,})(?<info>.*)$/u

/** The paragraphs and other runs of lines outside fenced code. */
const proseOf = (text: string): Span[] => {
  const spans: Span[] = []
  let fence: string | null = null
  let from: number | null = null
  let start = 0
  for (const line of text.split('\n')) {
    const { fence: signs = '', info = '' } = FENCE.exec(line)?.groups ?? {}
    const opens = fence === null && signs !== '' && !(signs.startsWith('`') && info.includes('`'))
    const closes = fence !== null && info.trim() === '' && signs.startsWith(fence)
    const isProse = fence === null && !opens && line.trim() !== ''
    if (isProse) from ??= start
    else if (from !== null) {
      spans.push({ start: from, end: start })
      from = null
    }
    if (opens) fence = signs
    if (closes) fence = null
    start += line.length + 1
  }
  return from === null ? spans : [...spans, { start: from, end: text.length }]
}

/** Where the code span ends that opens at each of these runs of backticks. */
const codeSpans = (text: string, { start, end }: Span): Map<number, number> => {
  const ends = new Map<number, number>()
  const next = new Map<number, number>()
  for (const { 0: ticks, index } of [...text.slice(start, end).matchAll(/`+/gu)].toReversed()) {
    const closing = next.get(ticks.length)
    if (closing !== undefined) ends.set(start + index, start + closing + ticks.length)
    next.set(ticks.length, index)
  }
  return ends
}

const TICKS = /`+/uy
const AUTOLINK = /<[a-zA-Z][a-zA-Z\d+.-]{1,31}:[^\s<>]*>/uy
/** An address that is a link by itself. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>]+/uy
/** The target of a link with its title. */
const TARGET =
  /\([ \t]{0,8}(?:<[^<>\n]{0,8000}>|(?:[^\s()\\<]|\\\S|\([^\s()]{0,1000}\))(?:[^\s()\\]|\\\S|\([^\s()]{0,1000}\)){0,8000})?(?:\s{1,8}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?[ \t]{0,8}\)/uy
/** What follows the label of a link that is defined on a line of its own. */
const DEFINITION = /:[ \t]*\S+[ \t]*(?:\n|$)/uy

/** Whether brackets that end here are those of a link. */
const isLabel = (text: string, { start, end }: Span): boolean =>
  (text[end] === '(' && matchAt(TARGET, text, end) !== null) ||
  (text[end] === ':' && (start === 0 || text[start - 1] === '\n') && matchAt(DEFINITION, text, end) !== null)

/** How much of a text is skipped at a place that may begin code, an address or an escape; 0 if it is none of them. */
const skippedAt = (text: string, at: number, code: ReadonlyMap<number, number>): number => {
  switch (text[at]) {
    case '\\':
      return 2
    case '`':
      return (code.get(at) ?? at) - at || (matchAt(TICKS, text, at)?.[0].length ?? 1)
    case '<':
      return matchAt(AUTOLINK, text, at)?.[0].length ?? 0
    case 'h':
    case 'w':
      return matchAt(ADDRESS, text, at)?.[0].length ?? 0
    default:
      return 0
  }
}

/** The first marks of one paragraph. Brackets are kept on a stack, because the words of a link hold no marks. */
const marksOfParagraph = (text: string, span: Span, most: number): PlacedMark[] => {
  const code = codeSpans(text, span)
  const found: PlacedMark[] = []
  /** How many marks there were where each bracket opened. */
  const open: number[] = []
  let at = span.start
  while (at < span.end && found.length < most) {
    const skipped = skippedAt(text, at, code)
    const mark = text[at] === '[' ? parseMarkAt(text, at) : null
    const place = { start: at, end: at + (mark?.mark.length ?? 0) }
    if (skipped > 0) at += skipped
    else if (mark !== null && place.end <= span.end && !isLabel(text, place)) {
      found.push({ ...mark, ...place })
      at = place.end
    } else {
      if (text[at] === '[') open.push(found.length)
      const before = text[at] === ']' ? open.pop() : undefined
      at += 1
      const target = before !== undefined && text[at] === '(' ? matchAt(TARGET, text, at) : null
      if (target !== null) {
        found.length = before ?? 0
        at += target[0].length
      }
    }
  }
  return found
}

/** The marks of a Markdown text in order, the first `MAX_MARKS` of them. */
export const findMarks = (text: string): PlacedMark[] => {
  if (!text.includes('[p') && !text.includes('[search:')) return []
  const found: PlacedMark[] = []
  for (const span of proseOf(text)) found.push(...marksOfParagraph(text, span, MAX_MARKS - found.length))
  return found
}

/** Between marks that stand together, as in `[p1], [p2]`. */
const BETWEEN = /^[ \t]{0,8}[,;]?[ \t]{0,8}$/u
const BETWEEN_CHARACTERS = 17

const groupMarks = (text: string, marks: readonly PlacedMark[]): PlacedMark[][] => {
  const groups: PlacedMark[][] = []
  let end: number | null = null
  for (const mark of marks) {
    const between = end === null ? null : text.slice(end, Math.min(mark.start, end + BETWEEN_CHARACTERS + 1))
    if (between !== null && BETWEEN.test(between)) groups.at(-1)?.push(mark)
    else groups.push([mark])
    end = mark.end
  }
  return groups
}

const ENDING_SPACES = /(?<![ \t])[ \t]+$/u
const ENDING_SPACES_AND_LINE = /(?<![ \t])[ \t]*(?<!\n)\n$/u
const LEADING_SPACES = /[ \t]*/uy
const PUNCTUATION = /^[.,;:!?)\]…’”"'。，；：！？、]/u
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]/u

const startsLine = (before: string): boolean => before === '' || before.endsWith('\n')

/** The text before and after marks as it reads without them: neither double spaces nor empty brackets nor an empty line. */
const closeGap = (before: string, text: string, end: number): { before: string; from: number } => {
  if (before.endsWith('(') && text[end] === ')')
    return { before: before.slice(0, -1).replace(ENDING_SPACES, ''), from: end + 1 }
  const spaces = matchAt(LEADING_SPACES, text, end)?.[0].length ?? 0
  const next = text.slice(end + spaces, end + spaces + 2)
  const endsLine = next === '' || next.startsWith('\n')
  if (!startsLine(before)) {
    const trimmed = before.replace(ENDING_SPACES, '')
    const isApart = trimmed !== before && spaces === 0 && LETTER_OR_DIGIT.test(next)
    return { before: isApart ? `${trimmed} ` : trimmed, from: endsLine ? end + spaces : end }
  }
  if (endsLine)
    return next === ''
      ? { before: before.replace(ENDING_SPACES_AND_LINE, ''), from: end + spaces }
      : { before, from: end + spaces + 1 }
  return { before: PUNCTUATION.test(next) ? before.replace(ENDING_SPACES_AND_LINE, '') : before, from: end + spaces }
}

/** A text without its marks, and the place in it where each of them stood. */
export type UnmarkedText = { text: string; marks: (EvidenceMark & { at: number })[] }

export const separateMarks = (text: string): UnmarkedText => {
  const groups = groupMarks(text, findMarks(text))
  const marks: UnmarkedText['marks'] = []
  let written = ''
  let from = 0
  for (const group of groups) {
    const [first] = group
    const gap = closeGap(text.slice(from, first?.start), text, group.at(-1)?.end ?? from)
    written += gap.before
    from = gap.from
    for (const { start: _start, end: _end, ...mark } of group) marks.push({ ...mark, at: written.length })
  }
  return { text: written + text.slice(from), marks }
}

/** A text as everybody reads it who does not ask for its evidence. */
export const withoutMarks = (text: string): string => separateMarks(text).text

/** Writes something in the place of each mark, by its number from 1, directly after the word before it. */
export const writeMarks = (text: string, write: (mark: EvidenceMark, number: number) => string): string => {
  let written = ''
  let from = 0
  for (const [index, mark] of findMarks(text).entries()) {
    const before = text.slice(from, mark.start)
    written += (startsLine(before) ? before : before.replace(ENDING_SPACES, '')) + write(mark, index + 1)
    from = mark.end
  }
  return written + text.slice(from)
}

/** Where the private-use characters begin that stand for the numbers of marks: no letters and no digits. */
const NUMBER_ZERO = 0xe000
const PLACEHOLDER = /\[(?<number>[\ue001-\ue1f4])\]/gu
const PLACEHOLDERS_IN_BRACKETS = /\((?:\[[\ue001-\ue1f4]\])+\)/gu

/** A text to be rendered, with a placeholder for each mark. Its brackets keep the emphasis of the words beside it. */
export const withPlaceholders = (text: string): string =>
  writeMarks(text, (_mark, number) => `[${String.fromCodePoint(NUMBER_ZERO + number)}]`)

/** Rendered markup with something in the place of each mark, by its number. */
export const fillPlaceholders = (markup: MarkdownMarkup, write: (number: number) => string): MarkdownMarkup =>
  markup.replaceAll(PLACEHOLDER, (_, sign: string) => write((sign.codePointAt(0) ?? 0) - NUMBER_ZERO)) as MarkdownMarkup

/** Rendered markup as everybody reads it. */
export const withoutPlaceholders = (markup: MarkdownMarkup): MarkdownMarkup =>
  fillPlaceholders(markup.replaceAll(PLACEHOLDERS_IN_BRACKETS, '') as MarkdownMarkup, () => '')
