import type { SourceFormat } from '#core/imports/imported-record.ts'
import type { SourceRecord } from '#core/imports/source-record.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { RankReasons } from './rank-candidates.ts'

export const candidateStates = ['open', 'kept', 'dismissed'] as const
export type CandidateState = (typeof candidateStates)[number]

/** A record of a source, checked: a paper without an id of its own, and the record as it was taken. */
export type TakenRecord = { paper: PaperWithText; source: SourceRecord }

/** Where a candidate comes from; `source` is null for a list that somebody gave. */
export type CandidateOrigin = {
  source: { id: number; name: string } | null
  format: SourceFormat
  place: string
  recordId: string
  fetchedAt: string
}

/** Something that may become a paper: what a source brought and nobody has decided on. */
export type PaperCandidate = {
  id: number
  state: CandidateState
  /** Null for an identifier whose record was not fetched. */
  paper: PaperWithText | null
  doi: string | null
  arxivId: string | null
  foundAt: string
  /** Of one that was kept, or turned out to be stored: the id of the paper. */
  paperId: string | null
}

/** An open candidate with its place in the inbox; `reasons` is null until it is ranked. */
export type RankedCandidate = PaperCandidate & { score: number; reasons: RankReasons | null }

/** By what a record is told from others of its source. */
export const recordKey = ({ recordId, digest }: Pick<SourceRecord, 'recordId' | 'digest'>): string => recordId ?? digest
