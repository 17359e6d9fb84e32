import { countAttempts } from '#actions/quotas.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure, quotaExceeded, type FailureCode } from '#core/failure.ts'
import type { CountedAttempt } from '#core/quota.ts'
import type { Clock } from '#ports/runtime.ts'
import type { QuotaReader } from '#ports/store/accounts.ts'

type Attempt = {
  counted: readonly CountedAttempt[]
  /** Whether successful attempts count, too; by default only failed ones do. */
  countsSuccess?: boolean
}

/** Counts a request as several attempts, once it is known how many it makes. Throws `quota_exceeded` if they are too many. */
type CountAs = (attempts: number) => Promise<void>

/** Throws `quota_exceeded` before doing the work when too many attempts were counted. */
export type LimitAttempts = <T>(attempt: Attempt, work: (countAs: CountAs) => Promise<T>) => Promise<T>

/** Failures that are not the client's fault. */
const SERVER_SIDE = new Set<FailureCode>(['unavailable', 'storage_full', 'internal', 'request_in_progress'])

type Ports = { quota: QuotaReader; clock: Clock; run: RunAction }

/**
 * Limits attempts that cost work and store nothing. The quota is checked before the work and counted after a failure;
 * until then attempts in progress in this process are treated as failed.
 */
export const limitAttempts = ({ quota, clock, run }: Ports): LimitAttempts => {
  const inProgress = new Map<string, number>()
  const add = (bucket: string, change: number): void => {
    const count = (inProgress.get(bucket) ?? 0) + change
    if (count === 0) inProgress.delete(bucket)
    else inProgress.set(bucket, count)
  }
  return async ({ counted, countsSuccess = false }, work) => {
    const entered = new Map<string, number>()
    const enter = async (times: number): Promise<void> => {
      for (const { bucket, policy } of counted) {
        const before = inProgress.get(bucket) ?? 0
        const more = times - (entered.get(bucket) ?? 0)
        add(bucket, more)
        entered.set(bucket, times)
        const state = await quota.peek(bucket, policy, clock.now())
        if (state.remaining < before + more) throw quotaExceeded(state)
      }
    }
    let attempts = 1
    const countAs: CountAs = async (times) => {
      // If they are refused, none of them counts.
      attempts = 0
      await enter(times)
      attempts = times
    }
    try {
      await enter(attempts)
      let result
      try {
        result = await work(countAs)
      } catch (error) {
        if (error instanceof Failure && !SERVER_SIDE.has(error.code)) await run(countAttempts, { counted, attempts })
        throw error
      }
      if (countsSuccess) await run(countAttempts, { counted, attempts })
      return result
    } finally {
      for (const [bucket, times] of entered) add(bucket, -times)
    }
  }
}

const RETRY_AFTER_SECONDS = 5

/**
 * A mutex for each client that refuses instead of waiting, for work that may take much memory. Others do not wait for a client that
 * sends slowly. Throws `unavailable` while another of the same client is running.
 * @param what the work is called at the beginning of a sentence, such as "Another import of yours"
 */
export const oneAtATime = (what: string) => {
  const running = new Set<string>()
  return async <Result>(client: string, work: () => Promise<Result>): Promise<Result> => {
    if (running.has(client))
      throw new Failure('unavailable', `${what} is in progress; try again when it is done.`, {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    running.add(client)
    try {
      return await work()
    } finally {
      running.delete(client)
    }
  }
}
