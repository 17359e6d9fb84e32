import { paperFields } from '#formats/record/paper-fields.ts'
import { parseDate } from '#formats/text/dates.ts'
import { paragraphs, withoutTagsAround } from '#formats/text/plain-text.ts'
import { cellPeople } from './cell-people.ts'

/** Names of columns as tables and databases write them, in small letters without signs. */
const columns = {
  recordId: ['id', 'key', 'eid', 'recordid', 'lensid', 'publicationid', 'ut', 'pmid'],
  title: ['title', 'articletitle', 'documenttitle', 'papertitle', 'ti', 'displayname'],
  fullNames: ['authorfullnames', 'af'],
  authors: ['authors', 'author', 'creators', 'creator', 'au', 'authorshipsauthordisplayname'],
  year: ['year', 'publicationyear', 'pubyear', 'publishedyear', 'py'],
  date: ['date', 'publicationdate', 'published', 'publisheddate', 'datepublished', 'pd'],
  doi: ['doi', 'di'],
  arxivId: ['arxivid', 'arxiv', 'eprint'],
  url: ['url', 'link', 'address', 'articleurl', 'externalurl', 'primarylocationlandingpageurl'],
  storageUrl: ['storageurl', 'pdf', 'pdfurl', 'pdflink', 'fulltexturl', 'primarylocationpdfurl'],
  abstract: ['abstract', 'abstractnote', 'summary', 'ab'],
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
  ],
  volume: ['volume', 'vl', 'bibliovolume'],
  issue: ['issue', 'number', 'issuenumber', 'is', 'biblioissue'],
  pages: ['pages', 'page', 'pagination'],
  firstPage: ['pagestart', 'firstpage', 'startpage', 'bp', 'bibliofirstpage'],
  lastPage: ['pageend', 'lastpage', 'endpage', 'ep', 'bibliolastpage'],
  articleNumber: ['artno', 'articlenumber', 'ar'],
  publisher: ['publisher', 'pu'],
  institution: ['institution', 'affiliation', 'affiliations'],
  kind: ['kind', 'itemtype', 'documenttype', 'publicationtype', 'type', 'dt'],
  license: ['license', 'licence', 'rights', 'openaccesslicense', 'primarylocationlicense'],
  topics: ['topics', 'keywords', 'authorkeywords', 'tags', 'manualtags', 'subjects', 'de'],
} as const
type Column = keyof typeof columns

const byName = new Map<string, Column>(
  (Object.keys(columns) as Column[]).flatMap((column) =>
    columns[column].map((name): [string, Column] => [name, column]),
  ),
)

/** Which field a column is, by its name; null for none. */
export const columnOf = (name: string): Column | null =>
  byName.get(name.toLowerCase().replaceAll(/[^a-z]/gu, '')) ?? null

const kinds: Record<string, string> = {
  journalarticle: 'journal-article',
  article: 'journal-article',
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

/** A row as a paper. `names` are those of the header. */
export const rowFields = (
  names: readonly string[],
  cells: readonly string[],
): { recordId: string | null; fields: Record<string, unknown>; unmapped: string[] } => {
  const row = new Map<Column, string>()
  const unmapped: string[] = []
  for (const [index, name] of names.entries()) {
    const cell = cells[index]?.trim() ?? ''
    const column = columnOf(name)
    if (cell === '') continue
    if (column === null || row.has(column)) unmapped.push(name)
    else row.set(column, cell)
  }
  const nameOf = (column: Column): string => names.find((name) => columnOf(name) === column) ?? column
  const of = (column: Column): string | null => row.get(column) ?? null
  const { people, isCut } = cellPeople(of('fullNames') ?? of('authors') ?? '')
  if (isCut) unmapped.push(`${nameOf('authors')} (and others)`)
  const kind = kinds[(row.get('kind') ?? '').toLowerCase().replaceAll(/[^a-z]/gu, '')] ?? null
  if (kind === null && row.has('kind')) unmapped.push(nameOf('kind'))
  const year = parseDate(of('year') ?? '')
  // Web of Science has the day and the month beside the year.
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
