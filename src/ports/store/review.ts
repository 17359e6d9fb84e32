import type { Assessment } from '#core/review/checks/assess.ts'
import type { ReplyTemplateOverride } from '#core/review/reply-template.ts'
import type { SubmissionState, Verdict } from '#core/review/submission-state.ts'

/** Which submissions an editor looks at. Those with a decision that has not taken effect yet are left out. */
export type QueueFilter = {
  state: Extract<SubmissionState, 'pending' | 'changes_requested'>
  /** Only those of one key. */
  submittedBy: string | null
  /** Only those of one ingestion session. */
  session: string | null
  /** Only those that are no riskier than this. */
  maxRisk: number | null
}

/** The oldest first, or the riskiest first; only pending ones have an order by risk. */
export const queueOrders = ['age', 'risk'] as const
export type QueueOrder = (typeof queueOrders)[number]

/** A submission as the queue shows it. */
export type QueuedPaper = {
  id: string
  title: string
  year: number
  state: SubmissionState
  version: number
  submittedAt: string
  submittedBy: string | null
  /** What the submitting key is called. */
  keyLabel: string | null
  session: string | null
  /** Null for what came in before there were checks. */
  assessment: Assessment | null
  /** What reviewers advise so far. */
  advice: Verdict[]
}

export type QueuePage = { papers: QueuedPaper[]; next: number | null }

export type QueueReader = {
  /** @param after the last page's `next` */
  list(filter: QueueFilter, by: { order: QueueOrder; after: number | null; limit: number }): Promise<QueuePage>
  count(filter: QueueFilter): Promise<number>
  /** Ids of those before and after the place that a paper has or, if it has left the queue, had. */
  neighbours(
    filter: QueueFilter,
    order: QueueOrder,
    id: string,
  ): Promise<{ before: string | null; after: string | null }>
  /** A paper of any state; null for an id that was never used. */
  find(id: string): Promise<QueuedPaper | null>
}

export type QueueWriter = {
  /** Puts what the checks found in a new version in place of what they found before. */
  saveAssessment(id: string, assessment: Assessment): Promise<void>
}

/** A decision that takes effect when it is due and can be undone until then. */
export type PendingDecision = {
  id: string
  title: string
  event: Verdict
  note: string | null
  actor: string
  decidedAt: string
  dueAt: string
  /** What decisions made with one click have in common. */
  batch: string | null
}

export type DecisionReader = {
  find(id: string): Promise<PendingDecision | null>
  /** Those of one editor, newest first. */
  listByActor(actor: string, limit: number): Promise<PendingDecision[]>
  /** How many a click made and nobody undid. */
  countBatch(batch: string): Promise<number>
  /** Those that are due, oldest first. */
  due(now: string, limit: number): Promise<PendingDecision[]>
}

export type DecisionWriter = {
  /** Throws `wrong_state` when somebody decided on the paper already. */
  add(decision: Omit<PendingDecision, 'title'>): Promise<void>
  /** The same decision on everything that a filter finds; on how many. */
  addAll(filter: QueueFilter, decision: Omit<PendingDecision, 'id' | 'title'>): Promise<number>
  /** False when there is none. */
  remove(id: string): Promise<boolean>
  /** How many were removed. */
  removeBatch(batch: string): Promise<number>
}

/** What a reviewer advises, and of which version of the paper. */
export type Recommendation = { actor: string; event: Verdict; note: string | null; version: number; at: string }

/** Oldest first. */
export type RecommendationReader = { list(id: string): Promise<Recommendation[]> }

export type RecommendationWriter = {
  /** Puts it in place of what the same reviewer advised before. */
  put(id: string, recommendation: Recommendation): Promise<void>
}

export type ReplyTemplateReader = { list(): Promise<ReplyTemplateOverride[]> }
export type ReplyTemplateWriter = { put(template: ReplyTemplateOverride, at: string): Promise<void> }
