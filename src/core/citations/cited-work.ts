import type { Identifiers } from '#core/papers/identifiers.ts'
import { bareTitle } from '#core/papers/same-work/titles.ts'
import { textError } from '#core/text/normalize-text.ts'
import { textKey } from '#core/text/tokenize.ts'

/** The formats whose records list the references of a paper. */
export const citationSources = ['jats', 'tei', 'crossref', 'openalex', 'semantic-scholar', 'bibtex', 'pdf'] as const
export type CitationSource = (typeof citationSources)[number]

/** A work as a reference describes it. One without a title has an identifier, or the text of the reference. */
export type CitedWork = Identifiers & {
  /** Such as W2741809807: OpenAlex lists references by these ids alone. */
  openalexId: string | null
  title: string | null
  year: number | null
  /** The first of them, as the reference names them. */
  authors: string[]
  /** The reference as printed, where its parts were not marked: the title may be another part of it. */
  text: string | null
}

/** What is kept of the references of one record. Longer lists lose their end. */
export const CITED_BOUNDS = {
  references: 2_000,
  /** Of all of them together. */
  characters: 1_000_000,
  title: 1_000,
  text: 1_000,
  authors: 10,
  name: 200,
  identifier: 300,
} as const

const isLine = (text: string, most: number): boolean =>
  text !== '' && text.length <= most && textError(text, 'line') === null

const lineOrNull = (text: string | null, most: number): string | null =>
  text !== null && isLine(text, most) ? text : null

const OPENALEX_ID = /^W\d{1,19}$/u

const checkedWork = (given: CitedWork): CitedWork | null => {
  const title = lineOrNull(given.title, CITED_BOUNDS.title)
  const { openalexId, year } = given
  const work = {
    doi: lineOrNull(given.doi, CITED_BOUNDS.identifier),
    arxivId: lineOrNull(given.arxivId, CITED_BOUNDS.identifier),
    openalexId: openalexId !== null && OPENALEX_ID.test(openalexId) ? openalexId : null,
    title,
    year: year !== null && Number.isInteger(year) && year >= 1_000 && year <= 2_999 ? year : null,
    authors: given.authors.filter((name) => isLine(name, CITED_BOUNDS.name)).slice(0, CITED_BOUNDS.authors),
    text: lineOrNull(given.text, CITED_BOUNDS.text),
  }
  return isFindable(work) ? work : null
}

const charactersOf = ({ title, text, authors, doi, arxivId }: CitedWork): number =>
  [title, text, doi, arxivId, ...authors].reduce((sum, part) => sum + (part?.length ?? 0), 0)

/** The references of a record that can be kept, in their order, within the bounds. */
export const boundedReferences = (given: readonly CitedWork[]): CitedWork[] => {
  const kept: CitedWork[] = []
  let characters = 0
  for (const one of given.slice(0, CITED_BOUNDS.references)) {
    const work = checkedWork(one)
    if (work === null) continue
    characters += charactersOf(work)
    if (characters > CITED_BOUNDS.characters) break
    kept.push(work)
  }
  return kept
}

const KEY_LENGTH = 100

export const titleKeyOf = (key: string): string[] => (key === '' ? [] : [`title:${key}`.slice(0, KEY_LENGTH)])

type Named = Pick<CitedWork, 'doi' | 'arxivId' | 'openalexId'>

export const identifierKeys = ({ doi, arxivId, openalexId }: Named): string[] => [
  ...(doi === null ? [] : [`doi:${doi}`]),
  ...(arxivId === null ? [] : [`arxiv:${arxivId}`]),
  ...(openalexId === null ? [] : [`openalex:${openalexId}`]),
]

const titleKeysOf = ({ title }: CitedWork): string[] => (title === null ? [] : titleKeyOf(textKey(bareTitle(title))))

/** The keys by which references to one work find each other: its identifiers, its title, or else the text of the reference. */
export const citedWorkKeys = (work: CitedWork): string[] => [
  ...identifierKeys(work),
  ...titleKeysOf(work),
  ...(work.title === null && work.text !== null ? [`text:${textKey(work.text)}`.slice(0, KEY_LENGTH)] : []),
]

/** Whether a work has a key. */
const isFindable = (work: CitedWork): boolean =>
  identifierKeys(work).length > 0 || (work.title === null ? work.text !== null : titleKeysOf(work).length > 0)
