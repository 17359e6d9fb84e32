import type { SourceFormat, SourceRecord, ImportedRecord } from '#core/imports/imported-record.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { RankReasons } from './rank-candidates.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'

export const candidateStates = ['open', 'kept', 'dismissed'] as const
export type CandidateState = (typeof candidateStates)[number]

/** A validated record of a source: a paper without an id, and the stored record. */
export type TakenRecord = { paper: PaperWithText; source: SourceRecord }

/** The origin of a candidate; `source` is null for an imported list. */
export type CandidateOrigin = {
  source: { id: number; name: string } | null
  format: SourceFormat
  place: string
  recordId: string
  fetchedAt: string
}

/** A possible paper, found by a source or in a list. */
export type PaperCandidate = {
  id: number
  state: CandidateState
  /** Null for an identifier whose record has not been fetched. */
  paper: PaperWithText | null
  doi: string | null
  arxivId: string | null
  foundAt: string
  /** The id of the paper, if the candidate was kept or turned out to be stored already. */
  paperId: string | null
}

/** An open candidate with its score; `reasons` is null until it is ranked. */
export type RankedCandidate = PaperCandidate & { score: number; reasons: RankReasons | null }

/** Identifies a record within its source. */
export const recordKey = ({ recordId, digest }: Pick<SourceRecord, 'recordId' | 'digest'>): string => recordId ?? digest

/** An entry in a list of DOIs and arXiv ids. */
export type ListedIdentifier = { position: string; record: ImportedRecord; identifiers: Identifiers }

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** DOIs are lowercased. An arXiv id takes precedence over a DOI. */
export const listedIdentifier = (record: ImportedRecord): ListedIdentifier => {
  const arxivId = textOf(record.fields.arxivId)
  const doi = arxivId === null ? (textOf(record.fields.doi)?.toLowerCase() ?? null) : null
  return { position: record.position, record, identifiers: { doi, arxivId } }
}

/** The identifier as text, by which repeated entries are recognized. */
export const identifierKey = ({ doi, arxivId }: Identifiers): string =>
  arxivId === null ? `doi:${doi}` : `arxiv:${arxivId}`
