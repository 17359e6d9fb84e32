import { type AssessmentRule, requiresAssessment } from '#core/assessment/assessment-rule.ts'
import type { LackingField } from '#core/assessment/lacking.ts'
import { Failure } from '#core/failure.ts'
import type { Verdict, SubmissionState } from './submission.ts'
import type { CheckReport } from './checks.ts'
import { createHash } from 'node:crypto'

/** Submissions whose decision has not taken effect yet are always excluded. */
export type QueueFilter = {
  state: Extract<SubmissionState, 'pending' | 'changes_requested'>
  /** Only those of this key. */
  submittedBy: string | null
  /** Only those of this ingestion session. */
  session: string | null
  /** Only those with at most this risk. */
  maxRisk: number | null
  /** Only those with, or only those without, an assessment; omitted for both. */
  assessed?: boolean | null
  /** Only those with each of these words in the title, whole or in part, or with this id; omitted or null for all. */
  words?: string | null
  /** Only those that name no chapter which the library lacks, or only those that do; omitted for both. */
  placed?: boolean | null
}

/** The papers of a filter that this actor may publish; null if there can be none. */
export const publishableFilter = (
  filter: QueueFilter,
  by: { rule: AssessmentRule; actor: string },
): QueueFilter | null => {
  const placed = { ...filter, placed: true }
  if (!requiresAssessment(by)) return placed
  return filter.assessed === false ? null : { ...placed, assessed: true }
}

/** Oldest or riskiest first; only pending submissions can be ordered by risk. */
export const queueOrders = ['age', 'risk'] as const

/** The same, and each the other way round. */
export const queueListOrders = [...queueOrders, 'latest', 'least-risk'] as const

export type QueueOrder = (typeof queueListOrders)[number]

/** A submission in the queue. */
export type QueuedPaper = {
  id: string
  title: string
  year: number
  state: SubmissionState
  version: number
  submittedAt: string
  submittedBy: string | null
  /** The label of the submitting key. */
  keyLabel: string | null
  session: string | null
  /** Null for submissions from before checks existed. */
  checkReport: CheckReport | null
  /** Recommendations so far. */
  advice: Verdict[]
  /** What it lacks of an assessment. */
  lacks: LackingField[]
  /** The chapter that it names and the library lacks. */
  lackedChapter: number | null
}

/** For users who may see only the queue, other papers do not exist. */
export const paperNotQueued = (id: string): Failure => new Failure('not_found', `There is no paper ${id} in the queue.`)

/** A digest of the papers and versions that an editor was shown, added in the order of the queue. */
export const selectionDigest = () => {
  const hash = createHash('sha256')
  return {
    add: ({ id, version }: { id: string; version: number }): void => {
      hash.update(`${id}@${version}\n`)
    },
    end: (): string => hash.digest('base64url'),
  }
}

/** A reviewer's recommendation on one version of a paper. */
export type Recommendation = { actor: string; event: Verdict; note: string | null; version: number; at: string }
