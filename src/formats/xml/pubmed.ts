import { pubmedDate, pubmedKind, pubmedPages, pubmedTitle } from '#formats/pubmed.ts'
import { paperFields, type Person } from '#formats/record.ts'
import { dateOf } from '#formats/text/text.ts'
import { find, findAll, lineOf, namesExcept, type XmlElement } from './element.ts'
import type { ElementReader } from './xml-records.ts'

const TAKEN = new Set(
  'Journal ArticleTitle Pagination ELocationID Abstract AuthorList Language PublicationTypeList ArticleDate'.split(' '),
)

const personOf = (author: XmlElement): Person => {
  const details = {
    orcid: lineOf(findAll(author, 'Identifier').find(({ attributes }) => attributes.Source?.toUpperCase() === 'ORCID')),
    affiliations: findAll(author, 'AffiliationInfo', 'Affiliation').map(lineOf),
  }
  const group = lineOf(find(author, 'CollectiveName'))
  if (group !== null) return { name: group, isGroup: true, ...details }
  const [family, suffix] = [lineOf(find(author, 'LastName')), lineOf(find(author, 'Suffix'))]
  return {
    given: lineOf(find(author, 'ForeName')) ?? lineOf(find(author, 'Initials')),
    family: suffix === null ? family : `${family} ${suffix}`,
    ...details,
  }
}

const dayOf = (date: XmlElement | undefined): string | null =>
  dateOf(lineOf(find(date, 'Year')), lineOf(find(date, 'Month')), lineOf(find(date, 'Day'))) ??
  pubmedDate(lineOf(find(date, 'MedlineDate')))

/** The parts of a structured abstract keep their headings. */
const partOf = (part: XmlElement): string | null => {
  const [text, label] = [lineOf(part), part.attributes.Label]
  return text === null || label === undefined ? text : `${label}: ${text}`
}

/** An article of PubMed. */
export const readPubmedArticle: ElementReader = (element, at) => {
  const citation = find(element, 'MedlineCitation')
  const article = find(citation, 'Article')
  const recordId = lineOf(find(citation, 'PMID'))
  if (article === undefined) return [{ position: at.position, reason: 'This record of PubMed has no article.' }]
  const journal = find(article, 'Journal')
  const issue = find(journal, 'JournalIssue')
  const ids = findAll(element, 'PubmedData', 'ArticleIdList', 'ArticleId')
  const locations = findAll(article, 'ELocationID')
  const doi =
    lineOf(ids.find(({ attributes }) => attributes.IdType === 'doi')) ??
    lineOf(locations.find(({ attributes }) => attributes.EIdType === 'doi'))
  const authors = findAll(article, 'AuthorList', 'Author')
  const pagination = find(article, 'Pagination')
  const isCut = find(article, 'AuthorList')?.attributes.CompleteYN === 'N'
  const fields = paperFields({
    title: pubmedTitle(lineOf(find(article, 'ArticleTitle')) ?? lineOf(find(article, 'VernacularTitle'))),
    people: authors.map(personOf),
    date: dayOf(find(issue, 'PubDate')) ?? dayOf(find(article, 'ArticleDate')),
    doi,
    url: doi === null && recordId !== null ? `https://pubmed.ncbi.nlm.nih.gov/${recordId}/` : null,
    abstract: findAll(article, 'Abstract', 'AbstractText')
      .map(partOf)
      .filter((part) => part !== null)
      .join('\n\n'),
    container: lineOf(find(journal, 'Title')),
    volume: lineOf(find(issue, 'Volume')),
    issue: lineOf(find(issue, 'Issue')),
    pages: pubmedPages(lineOf(find(pagination, 'MedlinePgn')) ?? lineOf(find(pagination, 'StartPage'))),
    institution: lineOf(find(authors[0], 'AffiliationInfo', 'Affiliation')),
    kind: pubmedKind(findAll(article, 'PublicationTypeList', 'PublicationType').map((type) => lineOf(type) ?? '')),
    topics: findAll(citation, 'KeywordList', 'Keyword').map((word) => lineOf(word) ?? ''),
  })
  const unmapped = [...namesExcept(article, TAKEN), ...(isCut ? ['AuthorList (and others)'] : [])]
  return [{ format: 'pubmed', recordId, fields, unmapped, ...at }]
}
