import { identifiersIn } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { fold } from '#core/text/tokenize.ts'
import { personName, type PersonName } from './person-name.ts'

/** What a citation of a paper consists of, before it takes any form. */
export type Reference = {
  id: string
  /** How a document refers to it: readable and, by the id in it, unique in this corpus. */
  key: string
  title: string
  authors: { printed: string; name: PersonName }[]
  year: number
  institution: string | null
  doi: string | null
  arxivId: string | null
  /** Where it is published; its page here when nothing else is known. */
  url: string
  pdf: string | null
  abstract: string | null
  keywords: string[]
  isDataset: boolean
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

const keyName = (name: PersonName | undefined): string => {
  const sorted = name === undefined ? '' : 'literal' in name ? name.literal : name.family
  return fold(sorted).replaceAll(/[^a-z0-9]/gu, '')
}

/** @param pageUrl the address of the paper's page in this library */
export const referenceOf = (paper: Paper, pageUrl: string): Reference => {
  const authors = paper.authors.map((printed) => ({ printed, name: personName(printed) }))
  const { doi, arxivId } = identifiersIn([paper.url, paper.storageUrl])
  return {
    id: paper.id,
    key: `${keyName(authors[0]?.name) || 'paper'}${paper.year}${paper.id}`,
    title: paper.title,
    authors,
    year: paper.year,
    institution: paper.institution,
    doi,
    arxivId,
    url: paper.url ?? pageUrl,
    pdf: paper.storageUrl,
    abstract: paper.abstract === null ? null : oneLine(paper.abstract),
    keywords: [...new Set([...paper.topics, ...paper.concepts])],
    isDataset: paper.type === 'dataset',
  }
}
