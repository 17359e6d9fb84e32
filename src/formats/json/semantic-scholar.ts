import { paperFields } from '#formats/record/paper-fields.ts'
import { takingFrom } from '#formats/record/taken-fields.ts'
import { parseDate } from '#formats/text/dates.ts'
import { listOf, membersOf, textOf, type Members } from './members.ts'

const kindOf = (types: unknown, venue: string | null): string | null => {
  const names = listOf(types)
  // It calls everything in arXiv an article of a journal.
  if (venue !== null && /^arxiv/iu.test(venue)) return 'preprint'
  if (names.includes('Conference')) return 'conference-paper'
  if (names.includes('JournalArticle')) return 'journal-article'
  if (names.includes('BookSection')) return 'chapter'
  if (names.includes('Book')) return 'book'
  return names.includes('Dataset') ? 'dataset' : null
}

const orNull = (text: string | null): string | null => (text === '' ? null : text)

const NAMES =
  'corpusId externalIds publicationTypes publicationDate openAccessPdf fieldsOfStudy s2FieldsOfStudy publicationVenue'
const graphNames = new Map(NAMES.split(' ').map((name) => [name.toLowerCase(), name]))

/** The data sets for download have the names of the graph in small letters. */
const withGraphNames = (paper: Members): Members =>
  Object.fromEntries(Object.entries(paper).map(([name, value]) => [graphNames.get(name) ?? name, value]))

/** A paper as Semantic Scholar's graph describes it. It has names as they are printed, without parts. */
export const semanticScholarFields = (given: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const paper = withGraphNames(given)
  const { take, rest } = takingFrom(paper)
  const ids = membersOf(take('externalIds'))
  const journal = membersOf(take('journal'))
  const pdf = membersOf(take('openAccessPdf'))
  const [year, date] = [textOf(take('year')), parseDate(textOf(take('publicationDate')) ?? '')]
  const venue = orNull(textOf(take('venue')))
  const name = orNull(textOf(journal.name)) ?? venue ?? textOf(membersOf(paper.publicationVenue).name)
  const isPreprint = name !== null && /^arxiv/iu.test(name)
  const kind = kindOf(take('publicationTypes'), name)
  const fields = paperFields({
    title: textOf(take('title')),
    people: listOf(take('authors')).map((author) => ({ name: textOf(membersOf(author).name) })),
    date: date !== null && (year === null || date.startsWith(year)) ? date : parseDate(year ?? ''),
    doi: textOf(ids.DOI),
    arxivId: textOf(ids.ArXiv),
    url: ids.DOI === undefined && ids.ArXiv === undefined ? textOf(take('url')) : null,
    storageUrl: textOf(pdf.url),
    abstract: textOf(take('abstract')),
    // arXiv is no journal, and "abs/2312.07559" no volume.
    container: isPreprint ? null : name,
    volume: isPreprint ? null : textOf(journal.volume),
    pages: textOf(journal.pages),
    kind,
    license: textOf(pdf.license),
    topics: listOf(take('fieldsOfStudy')).map((field) => textOf(field) ?? ''),
  })
  const KEPT_APART = new Set(['paperId', 'corpusId', 'url', 'matchScore', 'publicationVenue'])
  const left = rest().filter((member) => !KEPT_APART.has(member))
  return {
    fields,
    unmapped: kind === null && listOf(paper.publicationTypes).length > 0 ? [...left, 'publicationTypes'] : left,
  }
}
