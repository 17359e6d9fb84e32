import { countAttempts } from '#actions/count-attempts.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure, quotaExceeded, type FailureCode } from '#core/failure.ts'
import type { CountedAttempt } from '#core/quota.ts'
import type { Clock } from '#ports/clock.ts'
import type { QuotaReader } from '#ports/store/access.ts'

type Attempt = {
  counted: readonly CountedAttempt[]
  /** Whether an attempt counts that did what was asked; by default only one that failed. */
  countsSuccess?: boolean
}

/** Throws `quota_exceeded` before any work when too many attempts were counted. */
export type LimitAttempts = <T>(attempt: Attempt, work: () => Promise<T>) => Promise<T>

/** Failures that the client has no part in. */
const OURS = new Set<FailureCode>(['unavailable', 'storage_full', 'internal', 'request_in_progress'])

type Ports = { quota: QuotaReader; clock: Clock; run: RunAction }

/**
 * Counts what costs work and stores nothing. An attempt is checked before it costs anything, and counted when it has
 * failed: those that are under way in this process count as if they will.
 */
export const limitAttempts = ({ quota, clock, run }: Ports): LimitAttempts => {
  const underWay = new Map<string, number>()
  const add = (bucket: string, change: 1 | -1): void => {
    const count = (underWay.get(bucket) ?? 0) + change
    if (count === 0) underWay.delete(bucket)
    else underWay.set(bucket, count)
  }
  return async ({ counted, countsSuccess = false }, work) => {
    const entered: string[] = []
    try {
      for (const { bucket, policy } of counted) {
        const before = underWay.get(bucket) ?? 0
        add(bucket, 1)
        entered.push(bucket)
        const state = await quota.peek(bucket, policy, clock.now())
        if (state.remaining <= before) throw quotaExceeded(state)
      }
      let result
      try {
        result = await work()
      } catch (error) {
        if (error instanceof Failure && !OURS.has(error.code)) await run(countAttempts, counted)
        throw error
      }
      if (countsSuccess) await run(countAttempts, counted)
      return result
    } finally {
      for (const bucket of entered) add(bucket, -1)
    }
  }
}
