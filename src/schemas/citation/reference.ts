import {
  type AuthorName,
  type BibliographicTexts,
  type Bibliography,
  ofEachBibliographicText,
} from '#core/papers/bibliography.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import { containerOf, publicationKind } from '#core/papers/publication-kind.ts'
import type { Paper } from '#core/papers/paper.ts'
import { fold } from '#core/text/tokenize.ts'
import { plainMathematics } from '#core/text/mathematics.ts'

/** A sort name; `literal` for a name without two parts, such as a group. */
export type PersonName = { family: string; given: string } | { literal: string }

/** Particles that belong to the family name: Ludwig van Beethoven, Sydney Von Arx. */
const PARTICLE =
  /^(?:af|al|av|bin|da|dal|dos|du|el|ibn|la|le|ten|ter|vom|zu|zur|[dv][ae]n|[Vv]on|[Dd]e[lnr]?|[Dd]ella|[Dd]es|[Dd]i|Van)$/u
const COMPANY = /^(?:co|corp|gmbh|inc|llc|ltd|plc)\.?$/iu

/** Splits a name as printed, given name first, or inverted with a comma. */
export const personName = (text: string): PersonName => {
  const [family = '', given = '', ...more] = text.split(',').map((part) => part.trim())
  if (given !== '')
    return family === '' || more.length > 0 || COMPANY.test(given) ? { literal: text } : { family, given }
  const parts = text.split(/\s+/u).filter((part) => part !== '')
  if (parts.length < 2) return { literal: text }
  let first = parts.length - 1
  while (first > 1 && PARTICLE.test(parts[first - 1] ?? '')) first -= 1
  return { family: parts.slice(first).join(' '), given: parts.slice(0, first).join(' ') }
}

/** A citation independent of any format. */
export type Reference = BibliographicTexts &
  Pick<Bibliography, 'kind' | 'doi' | 'arxivId'> & {
    id: string
    /** The citation key: readable and, since it contains the id, unique in this corpus. */
    key: string
    title: string
    authors: { printed: string; name: PersonName; orcid: string | null; affiliations: readonly string[] }[]
    year: number
    /** ISO 8601, as precise as known; null if only the year is known. */
    date: string | null
    institution: string | null
    /** The published address, or else the page in this library. */
    url: string
    pdf: string | null
    /** By the authors; null where the library has only a summary by its editors. */
    abstract: string | null
    /** The summary by the editors, which says so itself, since formats file it among notes. */
    summary: string | null
    keywords: string[]
  }

/** A summary where a reader may take it for the words of the authors. */
export const namedSummary = (summary: string): string => `Summary by the editors of the library: ${summary}`

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
  const details = new Map(paper.authorDetails.map((one) => [one.position, one]))
  const authors = paper.authors.map((printed, index) => {
    const { orcid = null, affiliations = [] } = details.get(index + 1) ?? {}
    return { printed, name: known.get(printed) ?? personName(printed), orcid, affiliations }
  })
  const { doi, arxivId } = identifiersOf(paper)
  const text = paper.abstract === null ? null : oneLine(paper.abstract)
  const isSummary = paper.abstractBy === 'editors'
  return {
    id: paper.id,
    key: `${keyName(authors[0]?.name) || 'paper'}${paper.year}${paper.id}`,
    title: paper.title,
    authors,
    year: paper.year,
    // A date in another year refers to something else, such as a first version.
    date: paper.date?.startsWith(`${paper.year}-`) === true ? paper.date : null,
    institution: paper.institution,
    ...ofEachBibliographicText((name) => paper[name]),
    container: containerOf(paper),
    kind: publicationKind(paper),
    doi,
    arxivId,
    url: paper.url ?? pageUrl,
    pdf: paper.storageUrl,
    abstract: isSummary ? null : text,
    summary: isSummary && text !== null ? namedSummary(text) : null,
    keywords: [...new Set([...paper.topics, ...paper.concepts])],
  }
}

/** Longer lists are shortened as in common styles: the first nineteen and the last. */
const MAX_AUTHORS_LISTED = 20

const names = (authors: readonly string[]): string => {
  const last = authors.at(-1) ?? ''
  if (authors.length > MAX_AUTHORS_LISTED) return `${authors.slice(0, MAX_AUTHORS_LISTED - 1).join(', ')}, … ${last}`
  return authors.length < 2 ? last : `${authors.slice(0, -1).join(', ')} and ${last}`
}

/** Where the cited work is: its DOI, or else its address. */
export const citedAddress = ({ doi, url }: Reference): string => (doi === null ? url : `https://doi.org/${doi}`)

/** Where it was published, as far as known. */
export const citedPlace = ({ container, publisher, institution }: Reference): string | null =>
  container ?? publisher ?? institution

/** The authors of a citation in one line. */
export const citedAuthors = ({ authors }: Reference): string => names(authors.map(({ printed }) => printed))

/** A title that ends like a sentence. */
export const titleSentence = (title: string): string => (/[.!?]$/u.test(title) ? title : `${title}.`)

/** A plain-text citation. */
export const plainCitation = (reference: Reference): string => {
  const place = citedPlace(reference)
  const published = place === null ? '' : ` ${place}.`
  return `${citedAuthors(reference)} (${reference.year}). ${titleSentence(plainMathematics(reference.title))}${published} ${citedAddress(reference)}`
}
