import { columnOf } from './csv-columns.ts'

const SEPARATORS = [',', ';', '\t']

/** The sign that stands most often in the header. */
export const separatorOf = (header: string): string =>
  SEPARATORS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','

const isHeader = (line: string): boolean => {
  const known = line.split(separatorOf(line)).map((name) => columnOf(name.replaceAll('"', '').trim()))
  return known.includes('title') && known.filter((column) => column !== null).length > 1
}

/** Spreadsheets name their separator in a line above the header, and databases say what was exported. */
const MOST_BEFORE = 4

/** How many lines stand before the header of a table; null for what is none. */
export const headerPlace = (head: string): number | null => {
  const place = head.split('\n', MOST_BEFORE + 1).findIndex((line) => isHeader(line.trimEnd()))
  return place === -1 ? null : place
}
