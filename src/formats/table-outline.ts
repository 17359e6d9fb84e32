import { tableFields, type TableColumns, type TableField } from '#core/imports/table-columns.ts'
import { bareArxivId } from '#formats/text/identifiers.ts'
import { parseDate } from '#formats/text/text.ts'
import { cellPeople } from './csv-reader.ts'
import {
  cellsOfLine,
  headerPlace,
  type ColumnMeaning,
  meaningOf,
  meaningsOf,
  separatorOf,
  tableStart,
} from './table-columns.ts'

/** The start of a table, as a person sees it who says which column fills which field. */
export type TableOutline = {
  /** The cells of the header. */
  names: string[]
  /** The first rows. */
  rows: string[][]
  /** The columns that are read already, as given or by their names. */
  known: TableColumns
  /** The columns to read: those known, and others by words in their names or by what is in them. */
  proposed: TableColumns
}

/** How many rows are shown, and how many are looked at. */
const SHOWN_ROWS = 3
const LOOKED_AT_ROWS = 20
/** What is looked at of a table and of a cell. */
const LOOKED_AT = 65_536
const CELL_CHARACTERS = 1_000
/** The last row of a start of this length may be cut. */
const MAY_BE_CUT = 10_000

const quotes = (line: string): number => line.split('"').length - 1

/** The rows in lines of text; a row continues while a quote is open. The last one may be cut, so that it is left out. */
const rowsIn = (lines: readonly string[], separator: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let open = 0
  for (const line of lines) {
    if (rows.length >= LOOKED_AT_ROWS) break
    row.push(line)
    open += quotes(line)
    if (open % 2 === 1) continue
    const cells = cellsOfLine(row.join('\n'), separator).map((cell) => cell.slice(0, CELL_CHARACTERS))
    if (cells.some((cell) => cell !== '')) rows.push(cells)
    row = []
    open = 0
  }
  return rows
}

const fieldOf = (meaning: ColumnMeaning): TableField => (meaning === 'fullNames' ? 'authors' : meaning)

/** What a word in the name of a column says; a title or an author of something says less than what it is of. */
const fieldInWords = (name: string): TableField | null => {
  const found = (name.match(/[\p{L}\p{M}]{3,}/gu) ?? []).flatMap((word) => {
    // Also in the genitive and the plural.
    const meaning = meaningOf(word) ?? meaningOf(word.replace(/e?[ns]$/u, ''))
    return meaning === null ? [] : [fieldOf(meaning)]
  })
  return found.find((field) => field !== 'title' && field !== 'authors') ?? found[0] ?? null
}

const DOI = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?10\.\d{4,9}\/\S+$/iu
const ARXIV_ID = /^(?:arxiv:\s*|https?:\/\/arxiv\.org\/\S{1,20}\/)?(?:\d{4}\.\d{4,5}|[a-z-]+\/\d{7})(?:v\d+)?$/iu
const YEAR = /^(?:1[5-9]|20)\d\d$/u
const NAME = /^\p{Lu}[\p{L}.'’-]*(?:,? \p{Lu}[\p{L}.'’-]*){1,3}$/u
const LONG_TEXT = 250

const isNames = (cell: string): boolean =>
  NAME.test(cell) || (cell.length < LONG_TEXT && !/\d/u.test(cell) && cellPeople(cell).people.length > 1)

/** What all cells of a column look like, those first that are told with most certainty. */
const looks: [TableField, (cell: string) => boolean][] = [
  ['doi', (cell) => DOI.test(cell)],
  ['arxivId', (cell) => ARXIV_ID.test(cell) && bareArxivId(cell) !== null],
  ['url', (cell) => /^https?:\/\/\S+$/iu.test(cell)],
  ['year', (cell) => YEAR.test(cell)],
  ['date', (cell) => cell.length < 40 && (parseDate(cell) ?? '').length > 4],
  ['abstract', (cell) => cell.length > LONG_TEXT],
  ['authors', isNames],
]

const SHORTEST_TITLE = 12

/** The columns of a table that most likely fill its fields. */
const propose = (names: readonly string[], rows: readonly string[][], known: TableColumns): TableColumns => {
  const proposed: TableColumns = { ...known }
  const isFree = (name: string): boolean =>
    name !== '' && names.indexOf(name) === names.lastIndexOf(name) && !Object.values(proposed).includes(name)
  const take = (field: TableField | null, name: string): void => {
    if (field !== null && proposed[field] === undefined && isFree(name)) proposed[field] = name
  }
  for (const name of names) if (isFree(name)) take(fieldInWords(name), name)
  const cellsIn = (name: string): string[] =>
    rows.map((row) => row[names.indexOf(name)] ?? '').filter((cell) => cell !== '')
  for (const [field, looksSo] of looks)
    for (const name of names) {
      const cells = cellsIn(name)
      if (cells.length > 0 && cells.every(looksSo)) take(field, name)
    }
  const lengthOf = (name: string): number => {
    const cells = cellsIn(name).filter((cell) => /\p{L} /u.test(cell))
    return cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(rows.length, 1)
  }
  const longest = names.filter(isFree).toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  if (longest !== undefined && lengthOf(longest) >= SHORTEST_TITLE) take('title', longest)
  return proposed
}

/** The columns in the order of the fields. */
const inOrder = (columns: TableColumns): TableColumns =>
  Object.fromEntries(tableFields.flatMap((field) => (columns[field] === undefined ? [] : [[field, columns[field]]])))

/** The outline of a table by the start of its text, also if its columns have no known names; null if it is no table. */
export const tableOutline = (head: string, given: TableColumns | null): TableOutline | null => {
  const text = head.slice(0, LOOKED_AT)
  if (text.includes('\0')) return null
  const start = tableStart(text)
  const place = headerPlace(text, given) ?? headerPlace(text)
  if (place === null && !start.isEven) return null
  const [header = '', ...rest] = text
    .split('\n')
    .slice(place ?? start.before)
    .map((line) => line.replace(/\r$/u, ''))
  const separator = separatorOf(header)
  const names = cellsOfLine(header, separator)
  const rows = rowsIn(text.length > MAY_BE_CUT ? rest.slice(0, -1) : rest, separator)
  const known: TableColumns = { ...given }
  for (const [index, meanings] of meaningsOf(names, given).entries())
    for (const meaning of meanings) known[fieldOf(meaning)] ??= names[index] ?? ''
  return {
    names,
    rows: rows.slice(0, SHOWN_ROWS),
    known: inOrder(known),
    proposed: inOrder(propose(names, rows, known)),
  }
}

/** The columns to name besides those that are read by their names. */
export const columnsToName = ({ known, proposed }: TableOutline, given: TableColumns | null): TableColumns => ({
  ...Object.fromEntries(Object.entries(proposed).filter(([field]) => known[field as TableField] === undefined)),
  ...given,
})
