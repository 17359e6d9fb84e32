import type { Recommendation, QueueFilter, QueueOrder, QueuedPaper } from '#core/review/queue.ts'
import type { Submission, SubmissionWithHistory, SubmissionFilter, SubmissionState } from '#core/review/submission.ts'
import type { PendingDecision } from '#core/review/undo.ts'
import type { CheckReport } from '#core/review/checks.ts'
import type { ReplyTemplateOverride } from '#core/review/reply-template.ts'
import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import type { Provenance } from '#core/assessment/provenance.ts'
import type { PaperSample } from '#core/assessment/vector-space.ts'
import type { KnownConcept } from '#core/assessment/suggest-assessment.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { RankKey } from '#core/papers/score.ts'

export type QueuePage = { papers: QueuedPaper[]; next: number | null }

export type QueueSelectionDigest = { count: number; digest: string }

export type QueueReader = {
  /** @param after the previous page's `next` */
  list(filter: QueueFilter, by: { order: QueueOrder; after: number | null; limit: number }): Promise<QueuePage>
  count(filter: QueueFilter): Promise<number>
  /** The number of matches, and a digest of their ids and versions. */
  selection(filter: QueueFilter): Promise<QueueSelectionDigest>
  /** Ids of the papers before and after a paper's place in the queue, even if it has left the queue. */
  neighbours(
    filter: QueueFilter,
    order: QueueOrder,
    id: string,
  ): Promise<{ before: string | null; after: string | null }>
  /** A paper in any state; null for an id that was never used. */
  find(id: string): Promise<QueuedPaper | null>
}

export type QueueWriter = {
  /** Replaces the findings of the checks after a new version. */
  saveCheckReport(id: string, assessment: CheckReport): Promise<void>
}

export type DecisionReader = {
  find(id: string): Promise<PendingDecision | null>
  /** Which of these papers have one. */
  among(ids: readonly string[]): Promise<Set<string>>
  /** Decisions of one editor, newest first. */
  listByActor(actor: string, limit: number): Promise<PendingDecision[]>
  /** How many decisions of a bulk action have not been undone. */
  countBatch(batch: string): Promise<number>
  /** Due decisions, oldest first. */
  due(now: string, limit: number): Promise<PendingDecision[]>
}

export type DecisionWriter = {
  /** Throws `wrong_state` if the paper already has a pending decision. */
  add(decision: Omit<PendingDecision, 'title'>): Promise<void>
  /** Adds the same decision for everything that a filter matches, each in its current version; returns how many. */
  addAll(
    filter: QueueFilter,
    decision: Omit<PendingDecision, 'id' | 'title' | 'version' | 'assessed' | 'provenance'>,
  ): Promise<number>
  /** False if there is none. */
  remove(id: string): Promise<boolean>
  /** Returns how many were removed. */
  removeBatch(batch: string): Promise<number>
}

/** Oldest first. */
export type RecommendationReader = { list(id: string): Promise<Recommendation[]> }

export type RecommendationWriter = {
  /** Replaces an earlier recommendation of the same reviewer. */
  put(id: string, recommendation: Recommendation): Promise<void>
}

export type ReplyTemplateReader = { list(): Promise<ReplyTemplateOverride[]> }

export type ReplyTemplateWriter = { put(template: ReplyTemplateOverride, at: string): Promise<void> }

export type SubmissionReader = {
  /** Oldest first. `after` is the previous page's `next`. */
  list(
    filter: SubmissionFilter,
    after: number | null,
    limit: number,
  ): Promise<{ submissions: SubmissionWithHistory[]; next: number | null; total: number }>
  find(id: string): Promise<SubmissionWithHistory | null>
  /**
   * Those of the newest papers in each of these states whose titles have words that begin like those of a text, closest first,
   * despite one or two typos in a word. Bounded work in any corpus.
   */
  findClose(text: string, states: readonly Exclude<SubmissionState, 'accepted'>[], most: number): Promise<Submission[]>
  /** The sizes of all submissions of a key that wait for a decision, together; without the one with the id `except`. */
  waitingBytes(keyId: string, except: string | null): Promise<number>
  /** Without history, for rules that need the state and submitter alone. */
  findWithoutHistory(id: string): Promise<Submission | null>
}

/** What is not yet assessed, and what suggestions are learned from. */
export type AssessmentReader = {
  /** Public papers that are not yet assessed, in public order. `after` is the previous page's `next`. */
  listUnassessed(after: RankKey | null, limit: number): Promise<{ papers: Paper[]; next: RankKey | null }>
  countUnassessed(): Promise<number>
  /**
   * Accepted papers with their words as the ranking stores them: all that have a longHorizonScore, in public order,
   * or, if there are more than `limit`, those most similar to `paper`, best first. If hardly any has a score, all
   * papers count. Never includes the paper itself; `isAll` is true if no other was left out either, so that the samples
   * serve for any paper that is not accepted.
   */
  samplesFor(paper: Paper, limit: number): Promise<{ samples: PaperSample[]; isAll: boolean }>
  /** Every concept with all names that lead to it. */
  listNames(): Promise<KnownConcept[]>
  /** Drafts for a paper, latest first. */
  listDrafts(id: string): Promise<AssessmentDraft[]>
  /** The version of each paper that an author has drafted an assessment of, by paper id. */
  versionsDrafted(author: string, ids: readonly string[]): Promise<Map<string, number>>
  /** Who gave the values of a paper in any state; a null version means the current one. Empty for an unknown id. */
  findProvenance(id: string, version: number | null): Promise<Provenance>
}

export type AssessmentWriter = {
  /** Stores the author's draft for a paper, replacing an earlier one. Throws `not_found`. */
  putDraft(id: string, draft: AssessmentDraft): Promise<void>
  /** Deletes the drafts for a paper. */
  removeDrafts(id: string): Promise<void>
  /** Replaces the provenance of the current version of a paper, which has none if it is unknown. */
  putProvenance(id: string, provenance: Provenance): Promise<void>
}
