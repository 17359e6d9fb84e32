import { identifiersIn } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { jsonBlock, type Html } from '#html.ts'
import { safeUrl } from '#http/pages/safe-url.ts'

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

export const jsonLd = (paper: Paper, pageUrl: string): Html =>
  jsonBlock('application/ld+json', scholarlyArticle(paper, pageUrl))
