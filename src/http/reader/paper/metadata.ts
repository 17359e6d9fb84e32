import type { AuthorDetail, PublicationKind } from '#core/papers/bibliography.ts'
import { orcidAddress } from '#core/papers/orcid.ts'
import { containerOf, publicationKind } from '#core/papers/publication-kind.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { safeUrl } from '#http/pages/safe-url.ts'
import { namedSummary, type PersonName, referenceOf } from '#schemas/citation/reference.ts'
import { omitEmpty } from '#schemas/fields.ts'
import { jsonBlock, type Html } from '#html.ts'
import { citationFormats } from '#schemas/citation/citation-formats.ts'

export type Tag = readonly [name: string, content: string]

/** Zotero's names. Without one, it takes any page with `citation_title` for a journal article. */
const zoteroTypes: Record<PublicationKind, string> = {
  'journal-article': 'journalArticle',
  'conference-paper': 'conferencePaper',
  preprint: 'preprint',
  manuscript: 'manuscript',
  book: 'book',
  chapter: 'bookSection',
  thesis: 'thesis',
  report: 'report',
  dataset: 'dataset',
  software: 'computerProgram',
  webpage: 'webpage',
  other: 'document',
}

/** Programs infer the kind from this tag: that of a journal means an article, that of a book a chapter. */
const containerTag = (kind: PublicationKind | null): string => {
  if (kind === 'conference-paper') return 'citation_conference_title'
  if (kind === 'chapter') return 'citation_inbook_title'
  return kind === 'journal-article' || kind === null ? 'citation_journal_title' : 'citation_series_title'
}

/** The tag of a thesis's or report's institution, from which programs infer the kind. */
const institutionTags: Partial<Record<PublicationKind, string>> = {
  report: 'citation_technical_report_institution',
  thesis: 'citation_dissertation_institution',
}

/** The journal, proceedings or book in which it appeared. */
const placeTags = (paper: Paper): Tag[] => {
  const { volume, issue, pages, publisher, institution } = paper
  const kind = publicationKind(paper)
  const institutionTag = institutionTags[kind ?? 'other']
  const [first = null, last = null] = pages?.split('-') ?? []
  const tags: [string, string | null][] = [
    [containerTag(kind), containerOf(paper)],
    ['citation_volume', volume],
    ['citation_issue', issue],
    ['citation_firstpage', first],
    ['citation_lastpage', last],
    ['citation_publisher', publisher],
    ...(institutionTag === undefined ? [] : [[institutionTag, institution] as [string, string | null]]),
  ]
  return tags.flatMap(([name, content]) => (content === null ? [] : [[name, content] as Tag]))
}

const hasSpace = (text: string): boolean => text.includes(' ')

/**
 * Family name first: given a printed name, programs take the last word for the family name. For a sole author with two words on
 * either side of the comma, Zotero would see two authors.
 */
const authorOf = ({ printed, name }: { printed: string; name: PersonName }, isSole: boolean): string => {
  if ('literal' in name || (isSole && hasSpace(name.family) && hasSpace(name.given))) return printed
  return `${name.family}, ${name.given}`
}

/** They belong to the author whose tag they follow. */
const detailTags = (detail: AuthorDetail | undefined): Tag[] =>
  detail === undefined
    ? []
    : [
        ...detail.affiliations.map((place): Tag => ['citation_author_institution', place]),
        ...(detail.orcid === null ? [] : [['citation_author_orcid', orcidAddress(detail.orcid)] as Tag]),
      ]

/** The abstract unless it is a summary, for which these tags have no name. */
const authorsAbstract = ({ abstract, abstractBy }: Paper): string[] =>
  abstract === null || abstractBy === 'editors' ? [] : [abstract]

/** The tags that Google Scholar and reference managers read; one for each author, in the paper's order. */
export const citationTags = (paper: Paper, pageUrl: string): Tag[] => {
  const { doi, arxivId } = identifiersOf(paper)
  const kind = publicationKind(paper) ?? 'other'
  const pdf = safeUrl(paper.storageUrl)
  const { authors } = referenceOf(paper, pageUrl)
  const details = new Map(paper.authorDetails.map((one) => [one.position, one]))
  return [
    ['citation_title', paper.title],
    ...authors.flatMap((author, index): Tag[] => [
      ['citation_author', authorOf(author, authors.length === 1)],
      ...detailTags(details.get(index + 1)),
    ]),
    ['citation_publication_date', paper.date?.replaceAll('-', '/') ?? String(paper.year)],
    ['citation_abstract_html_url', pageUrl],
    ...placeTags(paper),
    ...(pdf === null ? [] : [['citation_pdf_url', pdf] as Tag]),
    ...(doi === null ? [] : [['citation_doi', doi] as Tag]),
    ...(arxivId === null ? [] : [['citation_arxiv_id', arxivId] as Tag]),
    ['z:itemType', zoteroTypes[kind]],
    ...authorsAbstract(paper).map((abstract): Tag => ['citation_abstract', abstract]),
    ...[...new Set([...paper.topics, ...paper.concepts])].map((word): Tag => ['citation_keywords', word]),
  ]
}

const identifierValues = (paper: Paper): { propertyID: string; value: string }[] => {
  const { doi, arxivId } = identifiersOf(paper)
  return [
    ...(doi === null ? [] : [{ propertyID: 'DOI', value: doi }]),
    ...(arxivId === null ? [] : [{ propertyID: 'arXiv', value: arxivId }]),
  ]
}

const authorsOf = ({ authors, authorNames, authorDetails }: Paper): object[] => {
  const parts = new Map(authorNames.map((one) => [one.name, one]))
  const details = new Map(authorDetails.map((one) => [one.position, one]))
  return authors.map((name, index) => {
    const { orcid = null, affiliations = [] } = details.get(index + 1) ?? {}
    const { family = null, given = null } = parts.get(name) ?? {}
    return {
      '@type': 'Person',
      name,
      ...(given === null ? {} : { givenName: given, familyName: family }),
      ...(orcid === null ? {} : { '@id': orcidAddress(orcid) }),
      ...(affiliations.length === 0
        ? {}
        : { affiliation: affiliations.map((place) => ({ '@type': 'Organization', name: place })) }),
    }
  })
}

/** A summary describes the work and is no `abstract` of it. */
const describedBy = ({ abstract, abstractBy }: Paper): { abstract?: string; description?: string } => {
  if (abstract === null) return {}
  return abstractBy === 'editors' ? { description: namedSummary(abstract) } : { abstract }
}

/** The paper as a schema.org scholarly article. */
export const scholarlyArticle = (paper: Paper, pageUrl: string): object => {
  const url = safeUrl(paper.url)
  const pdf = safeUrl(paper.storageUrl)
  return {
    '@context': 'https://schema.org',
    '@type': 'ScholarlyArticle',
    '@id': pageUrl,
    url: pageUrl,
    mainEntityOfPage: pageUrl,
    name: paper.title,
    headline: paper.title,
    author: authorsOf(paper),
    datePublished: paper.date ?? String(paper.year),
    ...describedBy(paper),
    ...(paper.institution === null ? {} : { sourceOrganization: { '@type': 'Organization', name: paper.institution } }),
    identifier: [
      { '@type': 'PropertyValue', propertyID: 'Longview', value: paper.id },
      ...identifierValues(paper).map((identifier) => ({ '@type': 'PropertyValue', ...identifier })),
    ],
    ...(paper.container === null ? {} : { isPartOf: { '@type': 'CreativeWork', name: paper.container } }),
    ...omitEmpty({ pagination: paper.pages, license: paper.license }),
    ...(paper.publisher === null ? {} : { publisher: { '@type': 'Organization', name: paper.publisher } }),
    ...(url === null ? {} : { sameAs: url }),
    ...(pdf === null
      ? {}
      : { encoding: { '@type': 'MediaObject', contentUrl: pdf, encodingFormat: 'application/pdf' } }),
    keywords: [...new Set([...paper.topics, ...paper.concepts])],
  }
}

export const jsonLd = (paper: Paper, pageUrl: string): Html =>
  jsonBlock('application/ld+json', scholarlyArticle(paper, pageUrl))

/** A typed link from a paper's page (signposting.org, FAIR profile). */
type Signpost = { rel: string; href: string; type?: string }

export const LINKSET_TYPE = 'application/linkset+json'
export const LINKSET_EXTENSION = 'linkset.json'

/** An address that is valid in a header: in ASCII, without angle brackets. */
const asciiUrl = (url: string): string => new URL(url).href

const signpostsOf = (paper: Paper, pageUrl: string): Signpost[] => {
  const { doi } = identifiersOf(paper)
  const pdf = safeUrl(paper.storageUrl)
  return [
    { rel: 'cite-as', href: asciiUrl(doi === null ? pageUrl : `https://doi.org/${doi}`) },
    { rel: 'type', href: 'https://schema.org/AboutPage' },
    { rel: 'type', href: 'https://schema.org/ScholarlyArticle' },
    { rel: 'describedby', href: `${pageUrl}.jsonld`, type: 'application/ld+json' },
    ...citationFormats.map(({ fileExtension, mediaType }) => ({
      rel: 'describedby',
      href: `${pageUrl}.${fileExtension}`,
      type: mediaType.split(';')[0] ?? mediaType,
    })),
    ...(pdf === null ? [] : [{ rel: 'item', href: asciiUrl(pdf), type: 'application/pdf' }]),
  ]
}

const headerLink = ({ rel, href, type }: Signpost): string =>
  `<${href}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`

/** The header `Link` of a paper's page (RFC 8288): how to cite it, what describes it, where its file is. */
export const signpostHeader = (paper: Paper, pageUrl: string): string =>
  [...signpostsOf(paper, pageUrl), { rel: 'linkset', href: `${pageUrl}.${LINKSET_EXTENSION}`, type: LINKSET_TYPE }]
    .map(headerLink)
    .join(', ')

/** The relations of links back to the page. */
const backLinks: Record<string, string> = { describedby: 'describes', item: 'collection' }

/** The same links, and those back to the page, as a linkset (RFC 9264). */
export const presentLinkset = (paper: Paper, pageUrl: string): object => {
  const signposts = signpostsOf(paper, pageUrl)
  const byRel = Map.groupBy(signposts, ({ rel }) => rel)
  const targets = [...byRel].map(([rel, links]) => [rel, links.map(({ rel: _rel, ...target }) => target)] as const)
  return {
    linkset: [
      { anchor: pageUrl, ...Object.fromEntries(targets) },
      ...signposts.flatMap(({ rel, href }) => {
        const back = backLinks[rel]
        return back === undefined ? [] : [{ anchor: href, [back]: [{ href: pageUrl, type: 'text/html' }] }]
      }),
    ],
  }
}
