import type { Recommendation } from '#core/review/recommendation.ts'
import type { QueueFilter, QueueOrder, QueuedPaper } from '#core/review/queue.ts'
import type { PendingDecision } from '#core/review/pending-decision.ts'
import type { Assessment } from '#core/review/checks/assess.ts'
import type { ReplyTemplateOverride } from '#core/review/reply-template.ts'

export type QueuePage = { papers: QueuedPaper[]; next: number | null }

export type QueueSelectionDigest = { count: number; digest: string }

export type QueueReader = {
  /** @param after the last page's `next` */
  list(filter: QueueFilter, by: { order: QueueOrder; after: number | null; limit: number }): Promise<QueuePage>
  count(filter: QueueFilter): Promise<number>
  /** How many there are, and a digest of their ids and versions. */
  selection(filter: QueueFilter): Promise<QueueSelectionDigest>
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
  /** The same decision on everything that a filter finds, each in its present version; on how many. */
  addAll(filter: QueueFilter, decision: Omit<PendingDecision, 'id' | 'title' | 'version' | 'assessed'>): Promise<number>
  /** False when there is none. */
  remove(id: string): Promise<boolean>
  /** How many were removed. */
  removeBatch(batch: string): Promise<number>
}

/** Oldest first. */
export type RecommendationReader = { list(id: string): Promise<Recommendation[]> }

export type RecommendationWriter = {
  /** Puts it in place of what the same reviewer advised before. */
  put(id: string, recommendation: Recommendation): Promise<void>
}

export type ReplyTemplateReader = { list(): Promise<ReplyTemplateOverride[]> }

export type ReplyTemplateWriter = { put(template: ReplyTemplateOverride, at: string): Promise<void> }
