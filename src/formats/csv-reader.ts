import { invertedName, namesBetweenCommas, type Person, paperFields, type FormatReader } from './record.ts'
import { oneLine, parseDate, paragraphs, withoutTagsAround, textLines } from '#formats/text/text.ts'
import { parse } from 'csv-parse/sync'
import { messageOf } from '#core/failure.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'

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

/** PubMed's "LeCun Y, Bengio Y, Hinton G.": family names with initials. */
const FAMILY_INITIALS = /^(?<family>\p{L}[\p{L}'’ -]{0,99}) (?<given>\p{Lu}{1,3})$/u

const withInitials = (cell: string): Person[] | null => {
  const parts = cell.replace(/\.$/u, '').split(/\s*,\s*/u)
  if (parts.length === 1 && !cell.endsWith('.')) return null
  const names = parts.flatMap((part): Person[] => {
    const { family, given } = FAMILY_INITIALS.exec(part)?.groups ?? {}
    return family === undefined || given === undefined ? [] : [{ family, given }]
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

/** Names separated by semicolons, bars or "and"; or by commas alone where that is unambiguous. */
const peopleIn = (cell: string): Person[] => {
  const list = listed(cell)
  if (list !== null) return list.map(invertedName)
  const initialed = withInitials(cell)
  if (initialed !== null) return initialed
  const separator = [/\s*;\s*/u, /\s*\|\s*/u].find((sign) => sign.test(cell))
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

/** Column names that tables and databases use, in the usual languages, reduced to lower-case letters without accents. */
const columns = {
  recordId: ['id', 'key', 'eid', 'recordid', 'lensid', 'publicationid', 'ut', 'pmid'],
  title: [
    'title',
    'articletitle',
    'documenttitle',
    'papertitle',
    'ti',
    'displayname',
    'itemtitle',
    'titel',
    'dokumenttitel',
    'titre',
    'titulo',
    'titolo',
    'tytuł',
    'название',
    'заглавие',
    '标题',
    '题名',
    '論文名',
    'タイトル',
    '제목',
  ],
  fullNames: ['authorfullnames', 'af'],
  authors: [
    'authors',
    'author',
    'creators',
    'creator',
    'au',
    'authorshipsauthordisplayname',
    'autoren',
    'autor',
    'verfasser',
    'auteurs',
    'auteur',
    'autores',
    'autori',
    'autore',
    'автор',
    'авторы',
    '作者',
    '著者',
    '저자',
  ],
  year: [
    'year',
    'publicationyear',
    'pubyear',
    'publishedyear',
    'py',
    'jahr',
    'erscheinungsjahr',
    'annee',
    'anneedepublication',
    'ano',
    'anodepublicacion',
    'anno',
    'godina',
    'год',
    '年份',
    '年',
    '出版年',
    '연도',
  ],
  date: [
    'date',
    'publicationdate',
    'published',
    'publisheddate',
    'datepublished',
    'pd',
    'datum',
    'erscheinungsdatum',
    'datedepublication',
    'fecha',
  ],
  doi: ['doi', 'di', 'itemdoi'],
  arxivId: ['arxivid', 'arxiv', 'eprint'],
  url: ['url', 'link', 'address', 'articleurl', 'externalurl', 'primarylocationlandingpageurl', 'itemurl', 'adresse'],
  storageUrl: ['storageurl', 'pdf', 'pdfurl', 'pdflink', 'fulltexturl', 'primarylocationpdfurl'],
  abstract: [
    'abstract',
    'abstractnote',
    'summary',
    'ab',
    'zusammenfassung',
    'kurzfassung',
    'resume',
    'resumen',
    'resumo',
    'riassunto',
    'аннотация',
    '摘要',
    '要旨',
    '초록',
  ],
  container: [
    'container',
    'journal',
    'publicationtitle',
    'sourcetitle',
    'venue',
    'booktitle',
    'journalbook',
    'so',
    'primarylocationsourcedisplayname',
    'zeitschrift',
    'journaltitle',
    'revue',
    'revista',
    'rivista',
    'журнал',
    '期刊',
    '来源',
    '雑誌名',
  ],
  volume: ['volume', 'vl', 'bibliovolume', 'band', 'jahrgang', 'journalvolume', 'tome', 'volumen', 'том', '卷'],
  issue: ['issue', 'number', 'issuenumber', 'is', 'biblioissue', 'heft', 'journalissue', 'numero', 'номер', '期'],
  pages: ['pages', 'page', 'pagination', 'seiten', 'paginas', 'pagine', 'страницы', '页码'],
  firstPage: ['pagestart', 'firstpage', 'startpage', 'bp', 'bibliofirstpage'],
  lastPage: ['pageend', 'lastpage', 'endpage', 'ep', 'bibliolastpage'],
  articleNumber: ['artno', 'articlenumber', 'ar'],
  publisher: ['publisher', 'pu', 'verlag', 'editeur', 'editorial', 'editora', 'editore', 'издательство', '出版社'],
  institution: ['institution', 'affiliation', 'affiliations'],
  kind: ['kind', 'itemtype', 'documenttype', 'publicationtype', 'type', 'dt', 'contenttype'],
  license: ['license', 'licence', 'rights', 'openaccesslicense', 'primarylocationlicense'],
  topics: [
    'topics',
    'keywords',
    'authorkeywords',
    'tags',
    'manualtags',
    'subjects',
    'de',
    'schlagworter',
    'schlagworte',
    'motscles',
    'palabrasclave',
    'palavraschave',
    'parolechiave',
    'ключевыеслова',
    '关键词',
  ],
} as const
type Column = keyof typeof columns

/** A name reduced to its letters, without case and accents. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')

const byName = new Map<string, Column>(
  (Object.keys(columns) as Column[]).flatMap((column) =>
    columns[column].map((name): [string, Column] => [plainName(name), column]),
  ),
)

/** The field that a column name stands for, or null. */
const columnOf = (name: string): Column | null => byName.get(plainName(name)) ?? null

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
}

/** A row as a paper. `names` come from the header. */
const rowFields = (
  names: readonly string[],
  cells: readonly string[],
): { recordId: string | null; fields: Record<string, unknown>; unmapped: string[] } => {
  const row = new Map<Column, string>()
  const unmapped: string[] = []
  for (const [index, value] of cells.entries()) {
    const cell = value.trim()
    if (cell === '') continue
    const name = names[index] ?? ''
    const column = columnOf(name)
    if (column === null || row.has(column)) unmapped.push(name)
    else row.set(column, cell)
  }
  const nameOf = (column: Column): string => names.find((name) => columnOf(name) === column) ?? column
  const of = (column: Column): string | null => row.get(column) ?? null
  const cell = of('fullNames') ?? of('authors') ?? ''
  const isSpringer = names.includes('Item DOI') && !/[,;]/u.test(cell)
  const { people, isCut } = isSpringer ? { people: joinedNames(oneLine(cell)), isCut: false } : cellPeople(cell)
  if (isCut) unmapped.push(`${nameOf('authors')} (and others)`)
  const kind = kinds[(row.get('kind') ?? '').toLowerCase().replaceAll(/[^a-z]/gu, '')] ?? null
  if (kind === null && row.has('kind')) unmapped.push(nameOf('kind'))
  const year = parseDate(of('year') ?? '')
  // Web of Science has day and month in a column of their own.
  const date = parseDate(of('date') ?? '') ?? parseDate(`${of('date') ?? ''} ${year ?? ''}`)
  const [first, last] = [of('firstPage'), of('lastPage')]
  const fields = paperFields({
    title: withoutTagsAround(of('title')),
    people,
    date: year === null || date?.startsWith(year) === true ? date : year,
    doi: of('doi'),
    arxivId: of('arxivId'),
    url: of('url'),
    storageUrl: of('storageUrl'),
    abstract: paragraphs(of('abstract') ?? ''),
    container: of('container'),
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

/** Several times as many as the widest export of a database has. */
const MAX_COLUMNS = 1_000
const SEPARATORS = [',', ';', '\t']

/** The separator that occurs most often in the header. */
const separatorOf = (header: string): string =>
  SEPARATORS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','

const namesInLine = (line: string): string[] =>
  line.split(separatorOf(line), MAX_COLUMNS).map((name) => name.replaceAll('"', '').trim())

const isHeader = (line: string): boolean => {
  const known = namesInLine(line).map(columnOf)
  return known.includes('title') && known.filter((column) => column !== null).length > 1
}

/** Lines above a header: spreadsheets name their separator there, and databases describe the export. */
const MAX_BEFORE = 4

/** How many lines precede the header of a table; null if there is no header. */
export const headerPlace = (head: string): number | null => {
  const place = head.split('\n', MAX_BEFORE + 1).findIndex((line) => isHeader(line.trimEnd()))
  return place === -1 ? null : place
}

/** What the start of a text has of a table: the cells of its widest line, and the fields that they name. */
export const tableStart = (head: string): { names: string[]; columns: string[]; isEven: boolean } => {
  const rows = head
    .split('\n', MAX_BEFORE + 2)
    .map((line) => namesInLine(line.trimEnd()))
    .filter(({ length }) => length > 1)
  const names = rows.toSorted((a, b) => b.length - a.length)[0] ?? []
  const columns = names.map(columnOf).filter((column) => column !== null)
  return { names, columns, isEven: rows.filter(({ length }) => length === names.length).length > 1 }
}

const MAX_ROW_CHARACTERS = 1_000_000

const quotesIn = (line: string): number => line.split('"').length - 1

/** What is wrong with a row. The line numbers of the library start at the row, so they are removed. */
const faultOf = (error: unknown): string =>
  (error as { code?: unknown }).code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a cell opens a quote that is never closed; double a quote within a cell'
    : messageOf(error).replaceAll(/ at line \d+/gu, '')

/**
 * Reads a table with a header (RFC 4180, also with semicolons or tabs). A row continues while a quote is open.
 * @param head the start of the source, which is also pushed
 */
export const csvReader = (head: string): FormatReader => {
  const before = headerPlace(head) ?? 0
  const lines = textLines()
  let number = 0
  let begun = 0
  let row: string[] = []
  let quotes = 0
  let length = 0
  let separator = ','
  let names: string[] | null = null
  let isOver = false
  const readRow = (source: string): ReadRecord[] => {
    const position = `line ${begun}`
    try {
      const [cells = []] = parse(source, { delimiter: separator, relax_column_count: true, bom: true })
      if (names === null) {
        names = cells
        if (cells.length <= MAX_COLUMNS) return []
        isOver = true
        return [
          { position, reason: `A table may have at most ${MAX_COLUMNS} columns: keep those that describe papers.` },
        ]
      }
      if (cells.length > names.length)
        return [
          {
            position,
            reason: `This row has ${cells.length} cells and the header ${names.length}: quote cells that contain a separator.`,
          },
        ]
      const { recordId, fields, unmapped } = rowFields(names, cells)
      return [{ format: 'csv', position, recordId, fields, unmapped, source }]
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
    if (names === null && row.length === 0) separator = separatorOf(line)
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
  }
}
