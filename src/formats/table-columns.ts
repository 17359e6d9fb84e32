import { parse } from 'csv-parse/sync'
import {
  comparableName,
  headerId,
  type ColumnsByHeader,
  type TableColumns,
  type TableField,
} from '#core/imports/table-columns.ts'

/** Column names that tables and databases use, in the usual languages, reduced to lower-case letters without accents. */
const knownNames = {
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
  kind: ['kind', 'itemtype', 'documenttype', 'publicationtype', 'type', 'dt', 'contenttype', 'documentidentifier'],
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

/** What a column can stand for: a field, or full names beside the authors. */
export type ColumnMeaning = keyof typeof knownNames

/** A name reduced to its letters, without case and accents. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')

const byName = new Map<string, ColumnMeaning>(
  (Object.keys(knownNames) as ColumnMeaning[]).flatMap((meaning) =>
    knownNames[meaning].map((name): [string, ColumnMeaning] => [plainName(name), meaning]),
  ),
)

/** What a column stands for by its name, or null. */
export const meaningOf = (name: string): ColumnMeaning | null => byName.get(plainName(name)) ?? null

/** The place of the column with a given name; -1 if there is none. */
const placeOf = (names: readonly string[], wanted: string): number => {
  const exact = names.findIndex((name) => name.trim() === wanted.trim())
  return exact === -1 ? names.findIndex((name) => comparableName(name) === comparableName(wanted)) : exact
}

/** The given fields, without those that no column is to fill. */
const filled = (given: TableColumns): [TableField, string][] =>
  (Object.entries(given) as [TableField, string][]).filter(([, name]) => name !== '')

/** What each column of a header stands for: what is given, otherwise by its name. */
export const meaningsOf = (names: readonly string[], given: TableColumns | null): ColumnMeaning[][] => {
  const columns = given ?? {}
  const found = names.map((): ColumnMeaning[] => [])
  for (const [field, name] of filled(columns)) found[placeOf(names, name)]?.push(field)
  for (const [place, name] of names.entries()) {
    const meaning = meaningOf(name)
    // Full names would replace the authors that are given.
    const field = meaning === 'fullNames' ? 'authors' : meaning
    if (meaning !== null && field !== null && columns[field] === undefined && found[place]?.length === 0)
      found[place].push(meaning)
  }
  return found
}

/** The fields that columns with known names fill. */
export const fieldsByName = (names: readonly string[]): Set<TableField> =>
  new Set(
    meaningsOf(names, null).flatMap((meanings) =>
      meanings.map((meaning) => (meaning === 'fullNames' ? 'authors' : meaning)),
    ),
  )

/** Several times as many as the widest export of a database has. */
export const MAX_COLUMNS = 1_000
const SEPARATORS = [',', ';', '\t']

/** The separator that occurs most often in the header, outside quoted names. */
export const separatorOf = (header: string): string => {
  const unquoted = header.replaceAll(/"[^"]*"/gu, '')
  return SEPARATORS.toSorted((a, b) => unquoted.split(b).length - unquoted.split(a).length)[0] ?? ','
}

/** The cells of a row; lines of another form are split at the separator alone. */
export const cellsOfLine = (line: string, separator: string): string[] => {
  try {
    const [cells = []] = parse(line, { delimiter: separator, relax_column_count: true, bom: true })
    return cells.map((cell) => cell.trim())
  } catch {
    return line.split(separator).map((cell) => cell.replaceAll('"', '').trim())
  }
}

const namesInLine = (line: string): string[] => cellsOfLine(line, separatorOf(line)).slice(0, MAX_COLUMNS)

const isHeader = (names: readonly string[], given: TableColumns | null): boolean => {
  const named = filled(given ?? {})
  if (named.length > 0) return named.every(([, name]) => placeOf(names, name) !== -1)
  const known = names.map(meaningOf)
  return known.includes('title') && known.filter((meaning) => meaning !== null).length > 1
}

/** Lines above a header: spreadsheets name their separator there, and databases describe the export. */
const MAX_BEFORE = 4

/** How many lines precede the header of a table, which has all given columns; null if there is no header. */
export const headerPlace = (head: string, given: TableColumns | null = null): number | null => {
  const place = head.split('\n', MAX_BEFORE + 1).findIndex((line) => isHeader(namesInLine(line.trimEnd()), given))
  return place === -1 ? null : place
}

/** The columns that are remembered for the header of a table; null if none are. */
export const rememberedColumns = (head: string, remembered: ColumnsByHeader): TableColumns | null => {
  if (remembered.size === 0) return null
  for (const line of head.split('\n', MAX_BEFORE + 1)) {
    const columns = remembered.get(headerId(namesInLine(line.trimEnd())))
    if (columns !== undefined) return columns
  }
  return null
}

/** What the start of a text has of a table: the cells of its widest line, and what they stand for. */
export const tableStart = (head: string): { before: number; names: string[]; columns: string[]; isEven: boolean } => {
  const rows = head.split('\n', MAX_BEFORE + 2).map((line) => namesInLine(line.trimEnd()))
  const names = rows.filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length)[0] ?? []
  const columns = names.map(meaningOf).filter((meaning) => meaning !== null)
  const isEven = names.length > 1 && rows.filter(({ length }) => length === names.length).length > 1
  return { before: Math.max(rows.indexOf(names), 0), names, columns, isEven }
}

const LISTED_NAMES = 30
const NAME_CHARACTERS = 60

const quoted = (name: string): string =>
  `“${name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS)}…` : name}”`

/** Which of the given columns a table lacks, and which it has, as a sentence; null for what is no table. */
export const lackingColumns = (head: string, given: TableColumns): string | null => {
  if (headerPlace(head) === null && !tableStart(head).isEven) return null
  const lackingIn = (names: readonly string[]): string[] =>
    filled(given).flatMap(([, name]) => (placeOf(names, name) === -1 ? [name] : []))
  // The header is most likely the line that lacks fewest, and the longest of several.
  const [names = []] = head
    .split('\n', MAX_BEFORE + 1)
    .map((line) => namesInLine(line.trimEnd()))
    .toSorted((a, b) => lackingIn(a).length - lackingIn(b).length || b.length - a.length)
  if (lackingIn(names).length === 0) return null
  const listed = names.filter((name) => name !== '').slice(0, LISTED_NAMES)
  const more = names.length > LISTED_NAMES ? ' …' : ''
  return `The table has no column ${lackingIn(names).map(quoted).join(', ')}: its columns are ${listed.map(quoted).join(', ')}${more}.`
}
