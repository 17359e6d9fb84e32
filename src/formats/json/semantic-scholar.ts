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

/** A paper as Semantic Scholar's graph describes it. It has names as they are printed, without parts. */
export const semanticScholarFields = (paper: Members): { fields: Record<string, unknown>; unmapped: string[] } => {
  const { take, rest } = takingFrom(paper)
  const ids = membersOf(take('externalIds'))
  const journal = membersOf(take('journal'))
  const pdf = membersOf(take('openAccessPdf'))
  const [year, date] = [textOf(take('year')), parseDate(textOf(take('publicationDate')) ?? '')]
  const venue = orNull(textOf(take('venue')))
  const name = orNull(textOf(journal.name)) ?? venue
  const isPreprint = name !== null && /^arxiv/iu.test(name)
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
    kind: kindOf(take('publicationTypes'), name),
    license: textOf(pdf.license),
    topics: listOf(take('fieldsOfStudy')).map((field) => textOf(field) ?? ''),
  })
  const KEPT_APART = new Set(['paperId', 'corpusId', 'url', 'matchScore'])
  return { fields, unmapped: rest().filter((member) => !KEPT_APART.has(member)) }
}
