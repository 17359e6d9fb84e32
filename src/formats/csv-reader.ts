import { invertedName, namesBetweenCommas, type Person, paperFields, type FormatReader } from './record.ts'
import { oneLine, parseDate, paragraphs, withoutTagsAround, textLines } from '#formats/text/text.ts'
import { parse } from 'csv-parse/sync'
import { messageOf } from '#core/failure.ts'
import type { ImportedRecord, ReadRecord, SourceFormat } from '#core/imports/imported-record.ts'
import type { TableColumns } from '#core/imports/table-columns.ts'
import { headerPlace, MAX_COLUMNS, meaningsOf, separatorOf, type ColumnMeaning } from './table-columns.ts'

/** Scopus writes its author id after the name. */
const AUTHOR_ID = /\s*\(\d+\)$/u
const ET_AL = /\bet al\.?$/iu
/** Scopus's text for a work without authors. */
const NOBODY = /^\[no author name available\]$/iu

/** A list as programs write it into a cell: ["Jane Doe", "R. Roe"], also in single quotes. */
const LIST =
  /^\[\s*(?<items>(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(?:\s*,\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))*)\s*,?\s*\]$/u
const LIST_ITEM = /"(?<double>(?:[^"\\]|\\.)*)"|'(?<single>(?:[^'\\]|\\.)*)'/gu

const listed = (cell: string): string[] | null => {
  const items = LIST.exec(cell)?.groups?.items
  if (items === undefined) return null
  return [...items.matchAll(LIST_ITEM)].map(({ groups }) =>
    (groups?.double ?? groups?.single ?? '').replaceAll(/\\(?<sign>["'\\])/gu, '$<sign>'),
  )
}

/** PubMed's "LeCun Y, Bengio Y, O'Neil B Jr, Hinton G." and Scopus's "LeCun Y., Bengio Y.-S.": family names with initials. */
const FAMILY_INITIALS =
  /^(?<family>\p{L}[\p{L}'’ -]{0,99}) (?<given>\p{Lu}{1,3}|(?:\p{Lu}\.?-?){1,4})(?<suffix> (?:Jr|Sr|2nd|3rd|I{2,3}|IV))?$/u

/** Between semicolons only initials with full stops are told from given names in capitals. */
const withInitials = (cell: string): Person[] | null => {
  const dotted = cell.split(/\s*[;,]\s*/u)
  const areDotted = dotted.every((part) => /\p{Lu}\.$/u.test(part))
  const parts = areDotted ? dotted : cell.replace(/\.$/u, '').split(/\s*,\s*/u)
  if (parts.length === 1 && !cell.endsWith('.')) return null
  const names = parts.flatMap((part): Person[] => {
    const { family, given, suffix = '' } = FAMILY_INITIALS.exec(part)?.groups ?? {}
    return family === undefined || given === undefined ? [] : [{ family: family + suffix, given }]
  })
  return names.length === parts.length ? names : null
}

/** Springer's tables put no sign between names: "Yann LeCunYoshua Bengio". A piece without a space ends the name before it. */
const joinedNames = (cell: string): Person[] => {
  const names: string[] = []
  for (const piece of cell.split(/(?<=[\p{Ll}.])(?<!\b(?:Mc|Mac|De|Di|Da|Du|La|Le|Van))(?=\p{Lu})/u)) {
    if (names.length > 0 && !piece.includes(' ')) names[names.length - 1] += piece
    else names.push(piece)
  }
  return names.map((name) => ({ name }))
}

/** Names separated by semicolons, bars, slashes or "and"; or by commas alone where that is unambiguous. */
const peopleIn = (cell: string): Person[] => {
  const list = listed(cell)
  if (list !== null) return list.map(invertedName)
  const initialed = withInitials(cell)
  if (initialed !== null) return initialed
  const separator = [/\s*;\s*/u, /\s*\|\s*/u, /\s+\/\s+/u].find((sign) => sign.test(cell))
  if (separator !== undefined) return cell.split(separator).map((name) => invertedName(name.replace(AUTHOR_ID, '')))
  const parts = cell.replace(AUTHOR_ID, '').split(/,?\s+(?:and|&)\s+/u)
  // "One, Two and Three": the part before "and" may be a list.
  const names = parts.flatMap((part) => part.split(/\s*,\s*/u))
  if (parts.length > 1 && names.length > parts.length && names.every((name) => name.includes(' ')))
    return names.map((name) => ({ name }))
  return parts.flatMap((part) => namesBetweenCommas(part) ?? [invertedName(part)])
}

/** The people that a cell names, and whether it says "et al.". */
export const cellPeople = (cell: string): { people: Person[]; isCut: boolean } => {
  const line = oneLine(cell)
  const named = line.replace(ET_AL, '').trimEnd().replace(/[,;]$/u, '')
  return { people: peopleIn(named).filter(({ name }) => !NOBODY.test(name ?? '')), isCut: ET_AL.test(line) }
}

const kinds: Record<string, string> = {
  journalarticle: 'journal-article',
  article: 'journal-article',
  artikel: 'journal-article',
  zeitschriftenartikel: 'journal-article',
  conferencepaperinproceedings: 'conference-paper',
  researcharticle: 'journal-article',
  review: 'journal-article',
  conferencepaper: 'conference-paper',
  proceeding: 'conference-paper',
  proceedingspaper: 'conference-paper',
  conferenceproceedingsarticle: 'conference-paper',
  preprint: 'preprint',
  manuscript: 'manuscript',
  book: 'book',
  booksection: 'chapter',
  bookchapter: 'chapter',
  chapter: 'chapter',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  software: 'software',
  computerprogram: 'software',
  webpage: 'webpage',
  ieeejournals: 'journal-article',
  ieeemagazines: 'journal-article',
  ieeejournalsmagazines: 'journal-article',
  ieeeearlyaccessarticles: 'journal-article',
  ieeeconferences: 'conference-paper',
}

/** The kind that a cell names, or the first part of it: "Article; Early Access". A paper of proceedings is one in a journal, too. */
const kindOf = (cell: string): string | null => {
  const named = [cell, ...cell.split(';')].map((part) => kinds[part.toLowerCase().replaceAll(/[^a-z]/gu, '')])
  return named.includes('conference-paper') ? 'conference-paper' : (named.find((kind) => kind !== undefined) ?? null)
}

/** PubMed's tables have the full stop of a title, as its other formats do. */
const titleOf = (cell: string | null, names: readonly string[]): string | null =>
  withoutTagsAround(names.includes('Journal/Book') ? (cell?.replace(/(?<![.])\.$/u, '') ?? null) : cell)

/** Publish or Perish calls a journal the source, which in other tables is a database. */
const SOURCE_OF_JOURNALS = ['Source', 'GSRank']

const sourceOf = (names: readonly string[], cells: readonly string[]): string | null =>
  SOURCE_OF_JOURNALS.every((name) => names.includes(name)) ? (cells[names.indexOf('Source')]?.trim() ?? null) : null

/** A row as a paper. `names` come from the header, and `meanings` say what each of its columns stands for. */
const rowFields = (
  { names, meanings }: { names: readonly string[]; meanings: readonly (readonly ColumnMeaning[])[] },
  cells: readonly string[],
): { recordId: string | null; fields: Record<string, unknown>; unmapped: string[] } => {
  const row = new Map<ColumnMeaning, string>()
  const unmapped: string[] = []
  for (const [index, value] of cells.entries()) {
    const cell = value.trim()
    if (cell === '') continue
    // Web of Science has a column of codes, such as J, before that of names.
    const isFresh = (meaning: ColumnMeaning): boolean =>
      !row.has(meaning) || (meaning === 'kind' && kindOf(row.get('kind') ?? '') === null)
    const fresh = (meanings[index] ?? []).filter(isFresh)
    if (fresh.length === 0 && cell !== sourceOf(names, cells)) unmapped.push(names[index] ?? '')
    for (const meaning of fresh) row.set(meaning, cell)
  }
  const nameOf = (column: ColumnMeaning): string =>
    names[meanings.findIndex((meaning) => meaning.includes(column))] ?? column
  const of = (column: ColumnMeaning): string | null => row.get(column) ?? null
  const cell = of('fullNames') ?? of('authors') ?? ''
  const isSpringer = names.includes('Item DOI') && !/[,;]/u.test(cell)
  const { people, isCut } = isSpringer ? { people: joinedNames(oneLine(cell)), isCut: false } : cellPeople(cell)
  if (isCut) unmapped.push(`${nameOf('authors')} (and others)`)
  const kind = kindOf(row.get('kind') ?? '')
  if (kind === null && row.has('kind')) unmapped.push(nameOf('kind'))
  const year = parseDate(of('year') ?? '')
  // Web of Science has day and month in a column of their own.
  const date = parseDate(of('date') ?? '') ?? parseDate(`${of('date') ?? ''} ${year ?? ''}`)
  const [first, last] = [of('firstPage'), of('lastPage')]
  const fields = paperFields({
    title: titleOf(of('title'), names),
    people,
    date: year === null || date?.startsWith(year) === true ? date : year,
    doi: of('doi'),
    arxivId: of('arxivId'),
    url: of('url'),
    storageUrl: of('storageUrl'),
    // Spreadsheets have line separators in cells, so that a row is one line.
    abstract: paragraphs((of('abstract') ?? '').replaceAll('\u2028', '\n')),
    container: of('container') ?? sourceOf(names, cells),
    volume: of('volume'),
    issue: of('issue'),
    pages: of('pages') ?? (first === null || last === null ? (first ?? of('articleNumber')) : `${first}-${last}`),
    publisher: of('publisher'),
    institution: of('institution'),
    kind,
    license: of('license'),
    topics: (of('topics') ?? '').split(/[;|]|,(?! )|, /u),
  })
  return { recordId: of('recordId'), fields, unmapped }
}

const MAX_ROW_CHARACTERS = 1_000_000

const quotesIn = (line: string): number => line.split('"').length - 1

/** What is wrong with a row. The line numbers of the library start at the row, so they are removed. */
const faultOf = (error: unknown): string =>
  (error as { code?: unknown }).code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a cell opens a quote that is never closed; double a quote within a cell'
    : messageOf(error).replaceAll(/ at line \d+/gu, '')

/** A reader of a table, and whether what was pushed ends with a row. */
export type TableReader = FormatReader & { isBetweenRows(): boolean }

/** How the cells of a row become a record. `names` come from the header. */
type RowReader = (names: readonly string[], cells: readonly string[]) => Omit<ImportedRecord, 'position' | 'source'>

/**
 * Reads a table with a header (RFC 4180, also with semicolons or tabs). A row continues while a quote is open.
 * @param before how many lines stand before the header
 * @param isWhole whether a row must have a cell for every named column: one without was cut off
 */
export const tableReader = (before: number, recordOf: RowReader, isWhole = false): TableReader => {
  const lines = textLines()
  let number = 0
  let begun = 0
  let row: string[] = []
  let quotes = 0
  let length = 0
  let separator = ','
  let header: string[] | null = null
  let isOver = false
  const readRow = (source: string): ReadRecord[] => {
    const position = `line ${begun}`
    try {
      const [cells = []] = parse(source, { delimiter: separator, relax_column_count: true, bom: true })
      if (header === null) {
        header = cells.map(oneLine)
        if (cells.length <= MAX_COLUMNS) return []
        isOver = true
        return [
          { position, reason: `A table may have at most ${MAX_COLUMNS} columns: keep those that describe papers.` },
        ]
      }
      if (cells.length > header.length)
        return [
          {
            position,
            reason: `This row has ${cells.length} cells and the header ${header.length}: quote cells that contain a separator.`,
          },
        ]
      if (isWhole && cells.length <= header.findLastIndex((name) => name !== ''))
        return [{ position, reason: `This row has ${cells.length} cells and the header ${header.length}.` }]
      return [{ ...recordOf(header, cells), position, source }]
    } catch (error) {
      return [{ position, reason: `This row cannot be read: ${faultOf(error)}.` }]
    }
  }
  const finish = (): ReadRecord[] => {
    const source = row.join('\n')
    row = []
    quotes = 0
    length = 0
    return source.trim() === '' ? [] : readRow(source)
  }
  const readLine = (line: string): ReadRecord[] => {
    number += 1
    if (number <= before || isOver) return []
    if (row.length === 0) begun = number
    if (header === null && row.length === 0) separator = separatorOf(line)
    row.push(line)
    quotes += quotesIn(line)
    length += line.length
    if (length > MAX_ROW_CHARACTERS) {
      row = []
      quotes = 0
      length = 0
      return [
        {
          position: `line ${begun}`,
          reason: `A row may have at most ${MAX_ROW_CHARACTERS} characters: is there an unclosed quote?`,
        },
      ]
    }
    return quotes % 2 === 0 ? finish() : []
  }
  return {
    push: (text) => lines.push(text).flatMap(readLine),
    end: () => [...lines.push('', true).flatMap(readLine), ...finish()],
    isBetweenRows: () => row.length === 0 && lines.isBetweenLines(),
  }
}

/**
 * Reads papers from a table.
 * @param head the start of the source, which is also pushed
 * @param columns the columns that fill fields; null for those with known names
 */
export const csvReader = (
  head: string,
  _given: SourceFormat | null = null,
  columns: TableColumns | null = null,
): FormatReader => {
  let known: { of: readonly string[]; meanings: ColumnMeaning[][] } | null = null
  return tableReader(headerPlace(head, columns) ?? 0, (names, cells) => {
    if (known?.of !== names) known = { of: names, meanings: meaningsOf(names, columns) }
    return { format: 'csv', ...rowFields({ names, meanings: known.meanings }, cells) }
  })
}
