import { paperFields, type Person } from '#formats/record/paper-fields.ts'
import { parseDate } from '#formats/text/dates.ts'
import { invertedName } from '#formats/record/names.ts'
import { paragraphs } from '#formats/text/plain-text.ts'

/** Names of columns as tables and databases write them, in small letters without signs. */
const columns = {
  recordId: ['id', 'key', 'eid', 'recordid'],
  title: ['title', 'articletitle', 'documenttitle', 'papertitle'],
  authors: ['authors', 'author', 'authorfullnames', 'creators', 'creator'],
  year: ['year', 'publicationyear', 'pubyear', 'publishedyear'],
  date: ['date', 'publicationdate', 'published', 'publisheddate'],
  doi: ['doi'],
  arxivId: ['arxivid', 'arxiv', 'eprint'],
  url: ['url', 'link', 'address'],
  storageUrl: ['storageurl', 'pdf', 'pdfurl', 'pdflink'],
  abstract: ['abstract', 'abstractnote', 'summary'],
  container: ['container', 'journal', 'publicationtitle', 'sourcetitle', 'venue', 'booktitle', 'journalbook'],
  volume: ['volume'],
  issue: ['issue', 'number'],
  pages: ['pages', 'page'],
  firstPage: ['pagestart', 'firstpage', 'startpage'],
  lastPage: ['pageend', 'lastpage', 'endpage'],
  publisher: ['publisher'],
  institution: ['institution', 'affiliation', 'affiliations'],
  kind: ['kind', 'itemtype', 'documenttype'],
  license: ['license', 'licence', 'rights'],
  topics: ['topics', 'keywords', 'authorkeywords', 'tags', 'manualtags', 'subjects'],
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
  review: 'journal-article',
  conferencepaper: 'conference-paper',
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

/** Names between semicolons, bars or "and"; with nothing but commas, those that are whole names are separate. */
const peopleIn = (cell: string): Person[] => {
  const apart = [/\s*;\s*/u, /\s*\|\s*/u, /\s+and\s+/u].find((sign) => sign.test(cell))
  if (apart !== undefined) return cell.split(apart).map(invertedName)
  const parts = cell.split(/\s*,\s*/u)
  return parts.length > 1 && parts.every((part) => part.includes(' '))
    ? parts.map((name) => ({ name }))
    : [invertedName(cell)]
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
  const of = (column: Column): string | null => row.get(column) ?? null
  const [year, date] = [parseDate(of('year') ?? ''), parseDate(of('date') ?? '')]
  const [first, last] = [of('firstPage'), of('lastPage')]
  const fields = paperFields({
    title: of('title'),
    people: peopleIn(of('authors') ?? ''),
    date: year === null || date?.startsWith(year) === true ? date : year,
    doi: of('doi'),
    arxivId: of('arxivId'),
    url: of('url'),
    storageUrl: of('storageUrl'),
    abstract: paragraphs(of('abstract') ?? ''),
    container: of('container'),
    volume: of('volume'),
    issue: of('issue'),
    pages: of('pages') ?? (first === null || last === null ? first : `${first}-${last}`),
    publisher: of('publisher'),
    institution: of('institution'),
    kind: kinds[(of('kind') ?? '').toLowerCase().replaceAll(/[^a-z]/gu, '')] ?? null,
    license: of('license'),
    topics: (of('topics') ?? '').split(/[;|]|,(?! )|, /u),
  })
  return { recordId: of('recordId'), fields, unmapped }
}
