import { CITED_BOUNDS, type CitedWork } from '#core/citations/cited-work.ts'
import { arxivIdIn, doiIn } from '#core/papers/identifiers.ts'
import { bareArxivId, bareDoi } from '#formats/text/identifiers.ts'
import { oneLine } from '#formats/text/text.ts'
import { printedWork } from './printed-work.ts'
import type { Person } from './record.ts'

/** What a reader found in one reference, in plain text; others are null or absent. */
export type FoundReference = {
  doi?: string | null
  arxivId?: string | null
  openalexId?: string | null
  title?: string | null
  /** A year, or a text that begins with one. */
  year?: string | null
  people?: readonly Person[]
  /** The reference as printed, from which is read what is not given. */
  text?: string | null
  /** Whether its parts are marked, so that a missing title is not looked for in the text. */
  isMarked?: boolean
}

const line = (text: string | null | undefined): string | null => {
  const plain = oneLine(text ?? '')
  return plain === '' ? null : plain
}

const nameOf = ({ given, family, name }: Person): string | null =>
  line(name) ?? line([given, family].filter((part) => part !== null && part !== undefined).join(' '))

const yearIn = (text: string | null | undefined): number | null => {
  const year = /^\D{0,3}(?<year>1[5-9]\d\d|20\d\d)(?!\d)/u.exec(text ?? '')?.groups?.year
  return year === undefined ? null : Number(year)
}

/** A preprint that DBLP and others give as a volume of CoRR: "CoRR, abs/2305.10601". */
const CORR = /\babs\/(?<id>\d{4}\.\d{4,5}|[a-z-]+\/\d{7})\b/iu

const arxivIn = (text: string): string | null => arxivIdIn(text) ?? bareArxivId(CORR.exec(text)?.groups?.id ?? null)

const withoutEnd = (title: string | null): string | null => line(title?.replace(/(?<=[^.])[.,;:]+\s*$/u, ''))

const namesOf = (people: readonly Person[]): string[] =>
  people
    .slice(0, CITED_BOUNDS.authors)
    .map(nameOf)
    .filter((name) => name !== null)

/** One reference of a paper. */
export const citedWork = (found: FoundReference): CitedWork => {
  const text = line(found.text)?.slice(0, CITED_BOUNDS.text) ?? null
  const title = line(found.title)
  const printed = title === null && text !== null && found.isMarked !== true ? printedWork(text) : null
  const given = line(found.doi)
  const doi = given === null ? (text === null ? null : doiIn(text)) : doiIn(bareDoi(given))
  const arxivId = bareArxivId(line(found.arxivId)) ?? bareArxivId(doi) ?? (text === null ? null : arxivIn(text))
  const authors = namesOf(found.people ?? [])
  return {
    doi,
    arxivId,
    openalexId: /(?:^|\/)(?<id>W\d+)$/u.exec(line(found.openalexId) ?? '')?.groups?.id ?? null,
    title: withoutEnd(title ?? printed?.title ?? null),
    year: yearIn(found.year) ?? printed?.year ?? null,
    authors: authors.length > 0 ? authors : namesOf(printed?.people ?? []),
    text: title === null ? text : null,
  }
}

/** The references of a record, as many as are kept, if it has any. */
export const referred = (found: readonly FoundReference[]): { references?: CitedWork[] } =>
  found.length === 0 ? {} : { references: found.slice(0, CITED_BOUNDS.references).map(citedWork) }
