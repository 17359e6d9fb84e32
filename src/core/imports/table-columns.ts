import { createHash } from 'node:crypto'
import { validationFailure } from '#core/failure.ts'

/** What a column of a table can fill. */
export const tableFields = [
  'title',
  'authors',
  'year',
  'date',
  'doi',
  'arxivId',
  'url',
  'storageUrl',
  'abstract',
  'container',
  'volume',
  'issue',
  'pages',
  'firstPage',
  'lastPage',
  'articleNumber',
  'publisher',
  'institution',
  'kind',
  'license',
  'topics',
  'recordId',
] as const
export type TableField = (typeof tableFields)[number]

/** The name of the column that fills each field. A field with an empty name is filled by none; others by columns with known names. */
export type TableColumns = Partial<Record<TableField, string>>

const isTableField = (name: string): name is TableField => (tableFields as readonly string[]).includes(name)

/** Some fields with long names of columns. */
export const MAX_COLUMNS_TEXT = 4_000

/** title=Titel, or title="Titel, deutsch"; a quote within quotes is doubled. */
const ENTRY = /\s*(?<field>[A-Za-z]{1,40})\s*=\s*(?:"(?<quoted>(?:[^"]|"")*)"|(?<plain>(?:[^,"\s][^,]*)?))\s*(?:,|$)/uy

/** Parses `title=Titel,authors=Verfasser`. Throws `invalid` with `path`. */
export const parseTableColumns = (text: string, path: string): TableColumns => {
  const refuse = (message: string): Error => validationFailure([{ path, message }])
  if (text.length > MAX_COLUMNS_TEXT) throw refuse(`must have at most ${MAX_COLUMNS_TEXT} characters`)
  const columns: TableColumns = {}
  ENTRY.lastIndex = 0
  for (let at = 0; at < text.length; at = ENTRY.lastIndex) {
    const { field = '', quoted, plain = '' } = ENTRY.exec(text)?.groups ?? {}
    if (field === '')
      throw refuse(
        `must be entries such as title=Titel,authors=Verfasser, with quotes around names that have a comma; it cannot be read from “${text.slice(at, at + 40)}”`,
      )
    if (!isTableField(field))
      throw refuse(`names “${field}”, which is not a field: the fields are ${tableFields.join(', ')}`)
    if (columns[field] !== undefined) throw refuse(`names ${field} twice`)
    columns[field] = quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"')
  }
  if (Object.keys(columns).length === 0) throw refuse('must name at least one field, as in title=Titel')
  return columns
}

/** The text from which `parseTableColumns` reads the same columns. */
export const tableColumnsText = (columns: TableColumns): string =>
  tableFields
    .flatMap((field) => {
      const name = columns[field]
      if (name === undefined) return []
      return [`${field}=${/^[^,"\s]([^,]*[^,\s])?$|^$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`}`]
    })
    .join(',')

/** A word of a command, quoted for a shell. */
export const shellWord = (text: string): string =>
  /^[\w./:-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The option of a command that gives the columns. */
export const columnsOption = (columns: TableColumns): string => `--columns ${shellWord(tableColumnsText(columns))}`

/** The name of a column as people compare it: without case, and with single spaces. */
export const comparableName = (name: string): string =>
  name
    .replaceAll(/[\s\u200b]+/gu, ' ')
    .trim()
    .normalize('NFC')
    .toLowerCase()

const ID_DIGITS = 16

/** The id of a header, by which the columns of tables with the same one are remembered. */
export const headerId = (names: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(names.map(comparableName)))
    .digest('hex')
    .slice(0, ID_DIGITS)

/** Columns that were given for a table, and are used for those with the same header. */
export type RememberedColumns = { id: string; names: string[]; columns: TableColumns; at: string; by: string }

/** How many are remembered; then the oldest is forgotten. */
export const MAX_REMEMBERED = 200

/** Columns by the ids of headers. */
export type ColumnsByHeader = ReadonlyMap<string, TableColumns>

export const columnsByHeader = (remembered: readonly RememberedColumns[]): ColumnsByHeader =>
  new Map(remembered.map(({ id, columns }) => [id, columns]))
