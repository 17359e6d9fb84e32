import { type FoundReference, referred } from '#formats/cited-work.ts'
import { paperFields, memberReader } from '#formats/record.ts'
import { parseDate } from '#formats/text/text.ts'
import { isMembers, listOf, membersOf, listedNames, textOf, type Members, type ReadItem } from './members.ts'

const kindOf = (types: unknown, venue: string | null): string | null => {
  const names = listOf(types)
  // Semantic Scholar calls everything in arXiv a journal article.
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

/** The downloadable data sets use the names of the graph in lower case. */
const withGraphNames = (paper: Members): Members =>
  Object.fromEntries(Object.entries(paper).map(([name, value]) => [graphNames.get(name) ?? name, value]))

/** A work in a list of references, alone or with where it is cited. */
const referenceOf = (value: unknown): FoundReference => {
  const given = membersOf(value)
  const work = withGraphNames(isMembers(given.citedPaper) ? given.citedPaper : given)
  const ids = membersOf(work.externalIds)
  return {
    doi: textOf(ids.DOI),
    arxivId: textOf(ids.ArXiv),
    title: textOf(work.title),
    year: textOf(work.year),
    people: listOf(work.authors).map((author) => ({ name: textOf(membersOf(author).name) })),
  }
}

/** A paper of Semantic Scholar's graph, whose authors have printed names without parts. */
export const semanticScholarFields = (given: Members): ReadItem => {
  const paper = withGraphNames(given)
  const { take, rest } = memberReader(paper)
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
    people: listOf(take('authors'))
      .map(membersOf)
      .map(({ name: printed, affiliations, externalIds }) => ({
        name: textOf(printed),
        orcid: textOf(membersOf(externalIds).ORCID),
        affiliations: listedNames(affiliations),
      })),
    openAccess: { url: textOf(pdf.url), source: 'Semantic Scholar' },
    date: date !== null && (year === null || date.startsWith(year)) ? date : parseDate(year ?? ''),
    doi: textOf(ids.DOI),
    arxivId: textOf(ids.ArXiv),
    url: ids.DOI === undefined && ids.ArXiv === undefined ? textOf(take('url')) : null,
    storageUrl: textOf(pdf.url),
    abstract: textOf(take('abstract')),
    // arXiv is not a journal, and "abs/2312.07559" is not a volume.
    container: isPreprint ? null : name,
    volume: isPreprint ? null : textOf(journal.volume),
    pages: textOf(journal.pages),
    kind,
    license: textOf(pdf.license),
    topics: listOf(take('fieldsOfStudy')).map((field) => textOf(field) ?? ''),
  })
  const HANDLED = new Set(['paperId', 'corpusId', 'url', 'matchScore', 'publicationVenue'])
  const cited = listOf(take('references')).map(referenceOf)
  const left = rest().filter((member) => !HANDLED.has(member))
  return {
    fields,
    unmapped: kind === null && listOf(paper.publicationTypes).length > 0 ? [...left, 'publicationTypes'] : left,
    ...referred(cited),
  }
}
