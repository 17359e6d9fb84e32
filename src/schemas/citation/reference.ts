import type { AuthorName, Bibliography } from '#core/papers/bibliography.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import { containerOf, publicationKind } from '#core/papers/publication-kind.ts'
import type { Paper } from '#core/papers/paper.ts'
import { fold } from '#core/text/tokenize.ts'
import { personName, type PersonName } from './person-name.ts'

/** What goes into a citation as it is kept. */
type CitedFields = Pick<
  Bibliography,
  'container' | 'volume' | 'issue' | 'pages' | 'publisher' | 'kind' | 'license' | 'doi' | 'arxivId'
>

/** What a citation of a paper consists of, before it takes any form. */
export type Reference = CitedFields & {
  id: string
  /** How a document refers to it: readable and, by the id in it, unique in this corpus. */
  key: string
  title: string
  authors: { printed: string; name: PersonName }[]
  year: number
  /** ISO 8601, as exactly as it is known; null where nothing but the year is. */
  date: string | null
  institution: string | null
  /** Where it is published; its page here when nothing else is known. */
  url: string
  pdf: string | null
  abstract: string | null
  keywords: string[]
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

const keyName = (name: PersonName | undefined): string => {
  const sorted = name === undefined ? '' : 'literal' in name ? name.literal : name.family
  return fold(sorted).replaceAll(/[^a-z0-9]/gu, '')
}

const knownName = ({ family, given }: AuthorName): PersonName =>
  given === null ? { literal: family } : { family, given }

/** @param pageUrl the address of the paper's page in this library */
export const referenceOf = (paper: Paper, pageUrl: string): Reference => {
  const known = new Map(paper.authorNames.map((one) => [one.name, knownName(one)]))
  const authors = paper.authors.map((printed) => ({
    printed,
    name: known.get(printed) ?? personName(printed),
  }))
  const { doi, arxivId } = identifiersOf(paper)
  return {
    id: paper.id,
    key: `${keyName(authors[0]?.name) || 'paper'}${paper.year}${paper.id}`,
    title: paper.title,
    authors,
    year: paper.year,
    // A date that names another year is about something else, such as a first version.
    date: paper.date?.startsWith(`${paper.year}-`) === true ? paper.date : null,
    institution: paper.institution,
    container: containerOf(paper),
    volume: paper.volume,
    issue: paper.issue,
    pages: paper.pages,
    publisher: paper.publisher,
    kind: publicationKind(paper),
    license: paper.license,
    doi,
    arxivId,
    url: paper.url ?? pageUrl,
    pdf: paper.storageUrl,
    abstract: paper.abstract === null ? null : oneLine(paper.abstract),
    keywords: [...new Set([...paper.topics, ...paper.concepts])],
  }
}
