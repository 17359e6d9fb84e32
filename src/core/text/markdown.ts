import { escapeMarkup } from './escape-markup.ts'
import { groupedNumber } from '#core/numbers.ts'
import { splitParagraphs } from './split-sections.ts'

/**
 * Limits up to which Markdown is rendered. All are counts, so that a text renders the same on every machine, and are far beyond
 * what people write. The renderer takes a fraction of a second at each limit, and quadratic time beyond.
 */
export const MARKDOWN_BOUNDS = {
  lines: 2_000,
  /** Nesting of quotes and lists. */
  depth: 16,
  /** Lines, plus the quotes and list items that begin in them. */
  blocks: 4_000,
  /** Runs of asterisks or underscores. */
  emphasis: 2_000,
  /** Opening and closing square brackets. */
  brackets: 2_000,
  /** Runs of backticks. */
  backticks: 2_000,
  /** Opening angle brackets. */
  angles: 1_000,
  /** Dollar signs, and brackets with a backslash: each may begin a formula. */
  formulas: 2_000,
  /** Cells of tables: each row has as many as the widest line of dashes and pipes. */
  cells: 20_000,
  /** Characters that references may repeat: each may copy the address or title of its definition. */
  repeated: 4_000_000,
} as const

const CONTAINER = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/uy
const COLUMNS_OF_A_LEVEL = 2
const MAX_MARKERS_READ = 5_000

/** The quotes and list items that begin in a line, and their nesting, judged by indentation. */
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

/** Length of the longest block, up to an empty line, that may define references. */
const longestDefinition = (text: string): number =>
  text.split(/\n[ \t>]*\n/u).reduce((longest, run) => (run.includes(']:') ? Math.max(longest, run.length) : longest), 0)

const DELIMITERS = /^[ \t>|:-]+$/u

/** At most how many cells the tables of a text have: their rows are filled up. */
const cellsOf = (lines: readonly string[]): number => {
  let columns = 0
  let cells = 0
  for (const line of lines) {
    if (line.includes('|') && line.includes('-') && DELIMITERS.test(line))
      columns = Math.max(columns, line.split('|').length)
    else if (line.trim() === '') columns = 0
    cells += columns
  }
  return cells
}

const COUNTED = [
  ['emphasis', /\*+|_+/gu, 'emphasis marks'],
  ['brackets', /[[\]]/gu, 'square brackets'],
  ['backticks', /`+/gu, 'code marks'],
  ['angles', /</gu, 'angle brackets'],
  ['formulas', /\$|\\[([]/gu, 'beginnings of formulas'],
] as const

const over = (bound: number, what: string): string => `has more than ${groupedNumber(bound)} ${what}`

/** Why a text is shown as plain text, as the end of a sentence; null when it is within all limits. */
export const markdownBoundExceeded = (text: string): string | null => {
  const lines = text.split(/\r\n?|\n/u, MARKDOWN_BOUNDS.lines + 1)
  if (lines.length > MARKDOWN_BOUNDS.lines) return over(MARKDOWN_BOUNDS.lines, 'lines')
  let blocks = lines.length
  for (const line of lines) {
    const { markers, depth } = containersOf(line)
    if (depth > MARKDOWN_BOUNDS.depth) return over(MARKDOWN_BOUNDS.depth, 'levels of nested quotes or lists')
    blocks += markers
  }
  if (cellsOf(lines) > MARKDOWN_BOUNDS.cells) return over(MARKDOWN_BOUNDS.cells, 'cells of tables')
  if (blocks > MARKDOWN_BOUNDS.blocks) return over(MARKDOWN_BOUNDS.blocks, 'lines, quotes and list items')
  for (const [name, pattern, what] of COUNTED)
    if (countOf(text, pattern) > MARKDOWN_BOUNDS[name]) return over(MARKDOWN_BOUNDS[name], what)
  if (countOf(text, /\[/gu) * longestDefinition(text) > MARKDOWN_BOUNDS.repeated)
    return 'has too many references to a long definition'
  return null
}

declare const brand: unique symbol

/** HTML rendered from Markdown, with all input escaped. Only the renderer produces it. */
export type MarkdownMarkup = string & { readonly [brand]: true }

/** The paragraphs of a text, with Markdown left as typed. */
export const plainMarkup = (text: string): MarkdownMarkup =>
  splitParagraphs(text)
    .map((paragraph) => `<p dir="auto">${escapeMarkup(paragraph)}</p>`)
    .join('\n') as MarkdownMarkup
