import type { Context } from 'hono'
import { csvLine } from '#schemas/csv.ts'
import { html, type Html, xmlDocument } from '#html.ts'
import type { Reply } from '#http/routing/reply.ts'
import { pathOfForm, type Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'
import { type Cell, type Chart, type Picture, shape } from './figure.ts'

/** Charts as files: SVG that needs nothing else, and CSV of their numbers. */

/** The values of `colours.css` on white, since a file cannot know the theme of where it is shown. */
export const FILE_COLOURS = {
  ink: '#1f1c18',
  soft: '#625b51',
  rule: '#ddd6c9',
  accent: '#a1421c',
  chapters: ['#2f5f9e', '#a34b00', '#2e6e3d', '#8e2f7a', '#6a5a00', '#b0203a', '#3d6b74'],
} as const

/** What the style sheet says of a class, as attributes: our policy lets no document have styles of its own. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  grid: `stroke="${FILE_COLOURS.rule}"`,
  line: `fill="none" stroke="${FILE_COLOURS.accent}" stroke-width="2" stroke-linejoin="round" vector-effect="non-scaling-stroke"`,
  area: `fill="${FILE_COLOURS.accent}" fill-opacity="0.14"`,
  bar: `fill="${FILE_COLOURS.accent}"`,
  dot: `fill="${FILE_COLOURS.accent}"`,
  middle: 'text-anchor="middle"',
  end: 'text-anchor="end"',
  'hover-area': 'fill-opacity="0"',
  'chapter-all': `fill="${FILE_COLOURS.ink}"`,
  'chapter-0': `fill="${FILE_COLOURS.soft}"`,
  ...Object.fromEntries(FILE_COLOURS.chapters.map((colour, index) => [`chapter-${index + 1}`, `fill="${colour}"`])),
  'shade-1': 'fill-opacity="0.16"',
  'shade-2': 'fill-opacity="0.34"',
  'shade-3': 'fill-opacity="0.52"',
  'shade-4': 'fill-opacity="0.72"',
}

/** Text is escaped, so that only our attributes match. */
const withoutClasses = (markup: string): string =>
  markup.replaceAll(/class="(?<names>[\w -]+)"/gu, (_whole, names: string) =>
    names
      .split(' ')
      .flatMap((name) => ATTRIBUTES[name] ?? [])
      .join(' '),
  )

const WIDTH = 760
const LEFT = 56
const RIGHT = 40
const BELOW = 44
const EDGE = 24
/** Of labels within a drawing. */
const FONT_SIZE = 12
/** The font is the reader's, so that widths of letters are estimated, generously. */
const EM_PER_LETTER = 0.58
const MAX_LINES = 6

type Style = { size: number; leading: number; weight: 400 | 600; colour: string }

const styles: Readonly<Record<'heading' | 'text' | 'source', Style>> = {
  heading: { size: 18, leading: 24, weight: 600, colour: FILE_COLOURS.ink },
  text: { size: 13, leading: 18, weight: 400, colour: FILE_COLOURS.soft },
  source: { size: 11, leading: 15, weight: 400, colour: FILE_COLOURS.soft },
}

/** Lines of at most so many characters; words that are longer are cut, and so is what does not fit. */
const wrapped = (text: string, { size }: Style): string[] => {
  const most = Math.floor((WIDTH - 2 * EDGE) / (size * EM_PER_LETTER))
  const pieces = text.split(/\s+/u).flatMap((word) => {
    const letters = Array.from(word)
    return Array.from({ length: Math.ceil(letters.length / most) }, (_, index) =>
      letters.slice(index * most, (index + 1) * most).join(''),
    )
  })
  const lines: string[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + piece.length <= most) lines[lines.length - 1] = `${last} ${piece}`
    else lines.push(piece)
  }
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]}…`] : lines
}

type Block = { markup: Html; bottom: number }

/** Lines of text from a place downwards, and where they end. */
const textBlock = (text: string, style: Style, top: number): Block => {
  const lines = wrapped(text, style)
  const { size, leading, weight, colour } = style
  return {
    markup: html`${lines.map(
      (line, index) =>
        html`<text x="${EDGE}" y="${top + leading * index + size}" font-size="${size}" font-weight="${weight}" fill="${colour}">${line}</text>\n`,
    )}`,
    bottom: top + leading * lines.length,
  }
}

const LEGEND_COLUMNS = 3
const MAX_LABEL_LETTERS = 34

/** The shapes of a drawing and what they stand for, in columns, and where they end. */
const legendBlock = (legend: NonNullable<Chart['legend']>, top: number): Block => {
  const { size, leading, colour } = styles.text
  const column = (WIDTH - 2 * EDGE) / LEGEND_COLUMNS
  return {
    markup: html`${legend.map(({ chapter, label }, index) => {
      const [x, y] = [EDGE + (index % LEGEND_COLUMNS) * column, top + 6 + Math.floor(index / LEGEND_COLUMNS) * leading]
      const letters = Array.from(label)
      const shown = letters.length > MAX_LABEL_LETTERS ? `${letters.slice(0, MAX_LABEL_LETTERS - 1).join('')}…` : label
      return html`<g transform="translate(${x + 7} ${y + size / 2})">${shape(chapter)}</g><text x="${x + 20}" y="${y + size - 2}" font-size="${size}" fill="${colour}">${shown}</text>
`
    })}`,
    bottom: top + (legend.length === 0 ? 0 : 6 + Math.ceil(legend.length / LEGEND_COLUMNS) * leading),
  }
}

/** Heights of drawings, which on pages the style sheet gives. */
const heightOf = ({ kind, height }: Picture, width: number): number => {
  if (height !== undefined) return Math.ceil(height * FONT_SIZE)
  return { curve: 240, small: 120, bars: 0, map: width }[kind]
}

/** A chart as an image that stands alone, on white, with its heading and where it comes from. */
export const chartSvg = (chart: Chart, source: string): string => {
  const { title, finding, summary, picture, legend = [] } = chart
  const heading = textBlock(finding ?? title, styles.heading, EDGE)
  const text = textBlock(finding === undefined ? summary : `${title}: ${summary}`, styles.text, heading.bottom + 4)
  const shapes = legendBlock(legend, text.bottom)
  const [width, top] = [WIDTH - LEFT - RIGHT, shapes.bottom + 24]
  const height = picture === null ? 0 : heightOf(picture, width)
  const end = textBlock(`Source: ${source}`, styles.source, top + height + (picture === null ? 0 : BELOW))
  const whole = end.bottom + EDGE / 2
  const frame = html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${whole}" viewBox="0 0 ${WIDTH} ${whole}" role="img" font-family="system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"><title>${finding ?? title}</title><desc>${title}: ${summary}</desc>
<rect width="100%" height="100%" fill="#ffffff" />
${heading.markup}${text.markup}${shapes.markup}<svg x="${LEFT}" y="${top}" width="${width}" height="${height}" overflow="visible" font-size="${FONT_SIZE}" fill="${FILE_COLOURS.soft}">${picture?.parts}</svg>
${end.markup}</svg>`
  return withoutClasses(xmlDocument(frame))
}

const valueOf = (cell: Cell | undefined): string => String(typeof cell === 'object' ? cell.value : (cell ?? ''))

/** The numbers of a chart; a table of the page with its values instead of words. */
export const chartCsv = ({ table: { columns, rows } }: Chart): string =>
  [columns.map(({ name }) => name), ...rows.map((row) => row.map(valueOf))].map(csvLine).join('')

export const SVG_TYPE = 'image/svg+xml'
export const CSV_TYPE = 'text/csv; charset=utf-8'

export type ChartPorts = { site: LiveSite; publicUrl: () => string }

type ChartRoutes = Pick<Route, 'path' | 'summary' | 'query'> & {
  /** Other responses than the file. */
  responses?: Route['responses']
  /** The chart, and the path of the page that shows it. Throws what makes the request fail. */
  read: (context: Context) => Promise<{ chart: Chart; page: string }>
}

const files = [
  { ending: 'svg', type: SVG_TYPE, name: 'as an image (SVG)' },
  { ending: 'csv', type: CSV_TYPE, name: 'as numbers (CSV)' },
] as const

/** The two files of a chart. `path` is without their endings; they may belong to its last parameter. */
export const chartRoutes = (
  { site, publicUrl }: ChartPorts,
  { path, summary, responses = {}, read, ...options }: ChartRoutes,
): Route[] =>
  files.map(({ ending, type, name }) => ({
    ...options,
    method: 'get',
    path: pathOfForm(path, ending),
    summary: `${summary}, ${name}`,
    access: 'public',
    caching: 'revision',
    allowCors: true,
    responses: { 200: { description: 'The file.', type }, ...responses },
    handle: async (context): Promise<Reply> => {
      const { chart, page } = await read(context)
      const body = ending === 'csv' ? chartCsv(chart) : chartSvg(chart, `${site.current().name}, ${publicUrl()}${page}`)
      return { status: 200, body, type, headers: {} }
    },
  }))
