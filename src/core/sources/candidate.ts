import type { StoredForm, SourceRecord, ImportedRecord } from '#core/imports/imported-record.ts'
import type { RecordedNotice } from '#core/imports/notice.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { RankReasons } from './rank-candidates.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import { workPage } from '#core/papers/paper-link.ts'

export const candidateStates = ['open', 'kept', 'dismissed'] as const
export type CandidateState = (typeof candidateStates)[number]

/** A validated record of a source: a paper without an id, and the stored record. */
export type TakenRecord = {
  paper: PaperWithText
  source: SourceRecord
  notices?: readonly RecordedNotice[]
  versions?: readonly Identifiers[]
}

/** The origin of a candidate; `source` is null for an imported list. */
export type CandidateOrigin = {
  source: { id: number; name: string } | null
  format: StoredForm
  place: string
  recordId: string
  fetchedAt: string
}

/** What a list says about a work whose record it does not have; the topics are the headings above it. */
export type ListedWork = { title: string | null; url: string | null; topics: readonly string[] }

/** A possible paper, found by a source or in a list. */
export type PaperCandidate = {
  id: number
  state: CandidateState
  /** Null for an identifier whose record has not been fetched. */
  paper: PaperWithText | null
  /** What a list says about it; null if it says nothing. */
  listed: ListedWork | null
  doi: string | null
  arxivId: string | null
  foundAt: string
  /** The id of the paper, if the candidate was kept or turned out to be stored already. */
  paperId: string | null
}

/** An open candidate with its score; `reasons` is null until it is ranked. */
export type RankedCandidate = PaperCandidate & { score: number; reasons: RankReasons | null }

/** The most promising first, or as they were found. */
export const candidateOrders = ['best', 'latest', 'oldest'] as const
export type CandidateOrder = (typeof candidateOrders)[number]

/** Open candidates that an editor looks for. */
export type CandidateFilter = {
  /** Only those with each of these words, whole or in part, in title, authors or identifiers. */
  words: string | null
  /** Only those that this source brought, or a list that somebody gave. */
  source: number | 'list' | null
}

/** What editors do with candidates. */
export type CandidateVerdict = 'keep' | 'dismiss'

/** Why a candidate stays as it is; null if it does not. */
export const reasonToLeaveCandidate = (
  verdict: CandidateVerdict,
  { state, paper }: Pick<PaperCandidate, 'state' | 'paper'>,
): string | null => {
  if (state !== 'open') return `It is ${state} already.`
  return verdict === 'keep' && paper === null ? 'Its record is not known yet.' : null
}

/** Identifies a record within its source. */
export const recordKey = ({ recordId, digest }: Pick<SourceRecord, 'recordId' | 'digest'>): string => recordId ?? digest

/** An entry in a list of identifiers or of links. */
export type ListedIdentifier = {
  position: string
  record: ImportedRecord
  identifiers: Identifiers
  listed: ListedWork
}

type ListableWork = Identifiers & Pick<PaperWithText, 'url' | 'storageUrl'>

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** DOIs are lowercased. A list of links may name both identifiers of a work; in one of identifiers an arXiv id comes first. */
export const listedIdentifier = (record: ImportedRecord): ListedIdentifier => {
  const { format, fields, position } = record
  const arxivId = textOf(fields.arxivId)
  const doi = arxivId === null || format === 'links' ? (textOf(fields.doi)?.toLowerCase() ?? null) : null
  const listed = { title: textOf(fields.title), url: textOf(fields.url), topics: textsOf(fields.topics) }
  return { position, record, identifiers: { doi, arxivId }, listed }
}

/** The identifier as text, or else the address, by which repeated entries are recognized. */
export const identifierKey = ({
  identifiers: { doi, arxivId },
  listed: { url },
}: Pick<ListedIdentifier, 'identifiers' | 'listed'>): string =>
  arxivId !== null ? `arxiv:${arxivId}` : doi !== null ? `doi:${doi}` : (url ?? '')

/** The keys under which lists may have named a paper: by its identifiers, and by pages of the work that it gives as addresses. */
export const listedKeys = ({ doi, arxivId, url, storageUrl }: ListableWork): string[] => {
  const pages = [url, storageUrl].map((address) => (address === null ? null : workPage(address)))
  const keys = [arxivId && `arxiv:${arxivId}`, doi && `doi:${doi}`, ...pages]
  return [...new Set(keys.filter((key) => key !== null))]
}

/** Lists that have identifiers or addresses of works instead of records. */
export const isOfList = ({ format }: Pick<ImportedRecord, 'format'>): boolean =>
  format === 'identifiers' || format === 'links'
