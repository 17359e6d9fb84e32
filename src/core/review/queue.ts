import { Failure } from '#core/failure.ts'
import type { Verdict, SubmissionState } from './submission-state.ts'
import type { Assessment } from './checks/assess.ts'

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

/** For those who see nothing but the queue, what is not in it does not exist. */
export const paperNotQueued = (id: string): Failure => new Failure('not_found', `There is no paper ${id} in the queue.`)
