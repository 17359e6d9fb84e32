import { assetUrl } from '#http/pages/asset-url.ts'
import { html, jsonBlock, type Html } from '#html.ts'
import type { Paper } from '#core/papers/paper.ts'
import { identifiersIn } from '#core/papers/identifiers.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { safeUrl } from '#http/pages/safe-url.ts'

const DESCRIPTION_LENGTH = 200

/** The beginning of a text in one line, cut at a word. */
export const truncate = (text: string, length = DESCRIPTION_LENGTH): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length + 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > length / 2 ? cut.slice(0, end) : cut.slice(0, length)).toWellFormed()}…`
}

const identifiersOf = (paper: Paper): { propertyID: string; value: string }[] => {
  const { doi, arxivId } = identifiersIn([paper.url, paper.storageUrl])
  return [
    ...(doi === null ? [] : [{ propertyID: 'DOI', value: doi }]),
    ...(arxivId === null ? [] : [{ propertyID: 'arXiv', value: arxivId }]),
  ]
}

/** The paper as schema.org describes a scholarly article. */
const scholarlyArticle = (paper: Paper, pageUrl: string): object => {
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
    author: paper.authors.map((name) => ({ '@type': 'Person', name })),
    datePublished: String(paper.year),
    ...(paper.abstract === null ? {} : { abstract: paper.abstract }),
    ...(paper.institution === null ? {} : { sourceOrganization: { '@type': 'Organization', name: paper.institution } }),
    identifier: [
      { '@type': 'PropertyValue', propertyID: 'Longview', value: paper.id },
      ...identifiersOf(paper).map((identifier) => ({ '@type': 'PropertyValue', ...identifier })),
    ],
    ...(url === null ? {} : { sameAs: url }),
    ...(pdf === null
      ? {}
      : { encoding: { '@type': 'MediaObject', contentUrl: pdf, encodingFormat: 'application/pdf' } }),
    keywords: [...new Set([...paper.topics, ...paper.concepts])],
  }
}

type Tag = readonly [name: string, content: string]

/** What Google Scholar and reference managers read; one tag an author, in the paper's order. */
const citationTags = (paper: Paper, pageUrl: string): Tag[] => {
  const { doi, arxivId } = identifiersIn([paper.url, paper.storageUrl])
  const pdf = safeUrl(paper.storageUrl)
  return [
    ['citation_title', paper.title],
    ...paper.authors.map((author): Tag => ['citation_author', author]),
    ['citation_publication_date', String(paper.year)],
    ['citation_abstract_html_url', pageUrl],
    ...(pdf === null ? [] : [['citation_pdf_url', pdf] as Tag]),
    ...(doi === null ? [] : [['citation_doi', doi] as Tag]),
    ...(arxivId === null ? [] : [['citation_arxiv_id', arxivId] as Tag]),
    ...(paper.institution === null ? [] : [['citation_technical_report_institution', paper.institution] as Tag]),
    ...[...new Set([...paper.topics, ...paper.concepts])].map((word): Tag => ['citation_keywords', word]),
  ]
}

/** What machines read in the head of a paper's page. */
export const paperMetadata = (paper: Paper, { pageUrl, houseName }: { pageUrl: string; houseName: string }): Html => {
  const path = paperPath(paper.id)
  const graph: Tag[] = [
    ['og:type', 'article'],
    ['og:site_name', houseName],
    ['og:title', paper.title],
    ['og:url', pageUrl],
    ...(paper.abstract === null ? [] : [['og:description', truncate(paper.abstract)] as Tag]),
  ]
  return html`<link rel="canonical" href="${pageUrl}" />
    <link rel="alternate" type="application/x-bibtex" href="${path}.bib" />
    <link rel="alternate" type="application/x-research-info-systems" href="${path}.ris" />
    <link rel="alternate" type="application/vnd.citationstyles.csl+json" href="${path}.json" />
    ${citationTags(paper, pageUrl).map(([name, content]) => html`<meta name="${name}" content="${content}" />\n`)}
    ${graph.map(([property, content]) => html`<meta property="${property}" content="${content}" />\n`)}
    ${jsonBlock('application/ld+json', scholarlyArticle(paper, pageUrl))}
    <script type="module" src="${assetUrl('copy.js')}"></script>`
}
