import type { ProposalState, ProposedFields, ProposedRevision } from '#core/imports/proposed-revision.ts'
import type { SourceRecord } from '#core/imports/source-record.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Work } from '#core/papers/same-work/same-work.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'

/** A paper that may be another description of a work, without its full text, and who brought it in. */
export type WorkCandidate = { paper: Paper; state: SubmissionState; broughtBy: string }

export type ImportReader = {
  /** Ids of the papers that records came to, by the digest of the record. */
  findByDigests(digests: readonly string[]): Promise<Map<string, string>>
  /** Papers of any state that `sameWork` takes for a work, of those that share an identifier or a key with it; oldest first. */
  workCandidates(work: Work): Promise<WorkCandidate[]>
  /** Of these ids, those of papers that are not known to all and that somebody else brought in. */
  strangers(ids: readonly string[], actor: string): Promise<Set<string>>
  /** Records that a paper came from or was enriched by, oldest first. */
  listSources(paperId: string): Promise<SourceRecord[]>
  /** Oldest first. `after` is the id of the last one of the page before. */
  listProposals(state: ProposalState, after: number | null, limit: number): Promise<ProposedRevision[]>
  countOpenProposals(): Promise<number>
  findProposal(id: number): Promise<ProposedRevision | null>
}

export type ImportWriter = {
  /** Ids that no paper has or had, whatever zeros they are written with; each is given out once. */
  allotIds(count: number): Promise<string[]>
  /** Keeps a record; its number. */
  addSource(paperId: string, source: SourceRecord): Promise<number>
  addProposal(paperId: string, proposal: { source: number; fields: ProposedFields; at: string }): Promise<void>
  decideProposal(id: number, decision: { state: ProposalState; actor: string; at: string }): Promise<void>
}
