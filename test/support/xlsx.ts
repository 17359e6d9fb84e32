import { zipOf, type ZippedFile } from './zip.ts'

/** A sheet of a workbook: the XML of its rows. */
export type MadeSheet = { name: string; rows: string; state?: string; kind?: string }

type Parts = {
  strings?: string
  /** The XML of the formats and styles of cells. */
  styles?: string
  properties?: string
  /** Takes away, adds or replaces parts. */
  parts?: Record<string, string | null>
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'

const root = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="${MAIN}" xmlns:r="${LINKS}">${content}</${name}>`

const link = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${LINKS}/${kind}" Target="${target}"/>`

/** A workbook in the form of Office Open XML. */
export const workbookOf = (sheets: readonly MadeSheet[], made: Parts = {}): Buffer => {
  const { strings = '', styles = '', properties = '', parts = {} } = made
  const files = new Map<string, string>([['[Content_Types].xml', TYPES]])
  const listed = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="s${index}"/>`,
  )
  files.set('xl/workbook.xml', root('workbook', `<workbookPr ${properties}/><sheets>${listed.join('')}</sheets>`))
  const links = sheets.map(({ kind = 'worksheet' }, index) => link(`s${index}`, kind, `worksheets/s${index}.xml`))
  const others = [link('t', 'sharedStrings', '/xl/sharedStrings.xml'), link('f', 'styles', 'styles.xml')]
  files.set('xl/_rels/workbook.xml.rels', `<Relationships>${[...links, ...others].join('')}</Relationships>`)
  files.set('xl/sharedStrings.xml', root('sst', strings))
  files.set('xl/styles.xml', root('styleSheet', styles))
  for (const [index, { rows }] of sheets.entries())
    files.set(`xl/worksheets/s${index}.xml`, root('worksheet', `<sheetData>${rows}</sheetData>`))
  for (const [name, content] of Object.entries(parts))
    if (content === null) files.delete(name)
    else files.set(name, content)
  return zipOf([...files].map(([name, content]): ZippedFile => ({ name, content })))
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The XML of a row of texts and numbers. */
export const rowOf = (...cells: readonly (string | number)[]): string =>
  `<row>${cells
    .map((cell) =>
      typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
    )
    .join('')}</row>`
