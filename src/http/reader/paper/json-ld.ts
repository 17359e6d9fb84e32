import { identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import { jsonBlock, type Html } from '#html.ts'
import { safeUrl } from '#http/pages/safe-url.ts'

const identifierValues = (paper: Paper): { propertyID: string; value: string }[] => {
  const { doi, arxivId } = identifiersOf(paper)
  return [
    ...(doi === null ? [] : [{ propertyID: 'DOI', value: doi }]),
    ...(arxivId === null ? [] : [{ propertyID: 'arXiv', value: arxivId }]),
  ]
}

const authorsOf = ({ authors, authorNames }: Paper): object[] => {
  const parts = new Map(authorNames.map((one) => [one.name, one]))
  return authors.map((name) => {
    const { family = null, given = null } = parts.get(name) ?? {}
    return { '@type': 'Person', name, ...(given === null ? {} : { givenName: given, familyName: family }) }
  })
}

/** The paper as schema.org describes a scholarly article. */
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
    ...(paper.abstract === null ? {} : { abstract: paper.abstract }),
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
