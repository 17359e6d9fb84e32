import { groupedNumber } from '#core/numbers/grouped-number.ts'
/**
 * How much Markdown a text may hold and still be rendered. All bounds are counts, so that a text gives the same page on
 * every machine; none is near what people write. The renderer takes a fraction of a second at each of them, and time that
 * grows with the square beyond.
 */
export const MARKDOWN_BOUNDS = {
  lines: 2_000,
  /** Quotes and lists in one another. */
  depth: 16,
  /** Lines, and the quotes and list entries that begin in them. */
  blocks: 4_000,
  /** Runs of stars or underscores. */
  emphasis: 2_000,
  /** Square brackets of both kinds. */
  brackets: 2_000,
  /** Runs of backticks. */
  backticks: 2_000,
  /** Angle brackets that open. */
  angles: 1_000,
  /** Characters that references repeat at most: each may repeat an address or a title of a definition. */
  repeated: 4_000_000,
} as const

const CONTAINER = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/uy
const COLUMNS_OF_A_LEVEL = 2
const MAX_MARKERS_READ = 5_000

/** The quotes and list entries that begin in a line, and how deep in others they are, judged by its indentation. */
const containersOf = (line: string): { markers: number; depth: number } => {
  let markers = 0
  CONTAINER.lastIndex = 0
  while (markers < MAX_MARKERS_READ && CONTAINER.test(line)) markers += 1
  if (markers === 0) return { markers, depth: 0 }
  const indented = line.length - line.trimStart().length
  return { markers, depth: markers + Math.floor(indented / COLUMNS_OF_A_LEVEL) }
}

const countOf = (text: string, pattern: RegExp): number => {
  let count = 0
  for (const _ of text.matchAll(pattern)) count += 1
  return count
}

/** The longest run of lines without an empty line that may define references. */
const longestDefinition = (text: string): number =>
  text.split(/\n[ \t>]*\n/u).reduce((longest, run) => (run.includes(']:') ? Math.max(longest, run.length) : longest), 0)

const COUNTED = [
  ['emphasis', /\*+|_+/gu, 'marks of emphasis'],
  ['brackets', /[[\]]/gu, 'square brackets'],
  ['backticks', /`+/gu, 'marks of code'],
  ['angles', /</gu, 'angle brackets'],
] as const

const over = (bound: number, what: string): string => `has more than ${groupedNumber(bound)} ${what}`

/** Why a text is shown as plain text and not rendered, as the end of a sentence; null for what is within all bounds. */
export const markdownBoundExceeded = (text: string): string | null => {
  const lines = text.split(/\r\n?|\n/u, MARKDOWN_BOUNDS.lines + 1)
  if (lines.length > MARKDOWN_BOUNDS.lines) return over(MARKDOWN_BOUNDS.lines, 'lines')
  let blocks = lines.length
  for (const line of lines) {
    const { markers, depth } = containersOf(line)
    if (depth > MARKDOWN_BOUNDS.depth) return over(MARKDOWN_BOUNDS.depth, 'quotes or lists in one another')
    blocks += markers
  }
  if (blocks > MARKDOWN_BOUNDS.blocks) return over(MARKDOWN_BOUNDS.blocks, 'lines, quotes and list entries')
  for (const [name, pattern, what] of COUNTED)
    if (countOf(text, pattern) > MARKDOWN_BOUNDS[name]) return over(MARKDOWN_BOUNDS[name], what)
  if (countOf(text, /\[/gu) * longestDefinition(text) > MARKDOWN_BOUNDS.repeated)
    return 'has too many references to a long definition'
  return null
}
