import { columnsOption, shellWord, tableFields, type TableColumns } from '#core/imports/table-columns.ts'
import { columnsToName, type TableOutline } from '#formats/table-outline.ts'
import { table } from '#cli/terminal.ts'

const LONGEST_CELL = 28

const shortened = (cell: string): string => {
  const line = cell.replaceAll(/\s+/gu, ' ')
  return line.length > LONGEST_CELL ? `${line.slice(0, LONGEST_CELL - 1)}…` : line
}

type Shown = { given: TableColumns | null; place: string; path: string }

/**
 * What a dry run says of a table in which more columns could be read: the column proposed for each field with its first cells, the
 * columns that fill none, and the command that reads it so. Empty if there is nothing to propose.
 */
export const outlineLines = (outline: TableOutline, { given, place, path }: Shown): string[] => {
  const { names, rows, known, proposed } = outline
  const isRead = known.title !== undefined
  if (isRead && Object.keys(proposed).length === Object.keys(known).length) return []
  const fields = tableFields.filter((field) => (proposed[field] ?? '') !== '')
  const cellsOf = (name: string): string[] => rows.map((row) => shortened(row[names.indexOf(name)] ?? ''))
  const used = new Set(Object.values(proposed))
  const left = names.filter((name) => name !== '' && !used.has(name))
  const columns = columnsToName(outline, given)
  const command = columnsOption(proposed.title === undefined ? { title: 'COLUMN', ...columns } : columns)
  return [
    `${place} is a table. Proposed columns, with the first rows:`,
    table([
      ['field', 'column', '', ...rows.map((_, index) => `row ${index + 1}`)],
      ...fields.map((field) => {
        const name = proposed[field] ?? ''
        return [field, shortened(name), known[field] === undefined ? 'proposed' : 'read', ...cellsOf(name)]
      }),
    ]),
    ...(left.length > 0 ? [`Columns without a field: ${left.map(shortened).join(', ')}.`] : []),
    `To read it so, or with other columns: longview ingest ${shellWord(path)} ${command}`,
  ]
}
