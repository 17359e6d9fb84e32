import { makeDigests, matchChanges } from '#actions/digests.ts'
import type { RunAction } from '#actions/run-action.ts'
import { lastDigestTime } from '#core/following/digest.ts'
import type { FollowedIndex } from '#core/following/stored-index.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { readFollowedIndex } from '#queries/following.ts'
import type { Job } from './run-jobs.ts'

export type DigestPorts = { run: RunAction; store: Pick<Store, 'private'>; clock: Clock }

/**
 * Matches changes with followed searches, and makes the digests that are due. Every process runs this; each change is
 * matched once.
 */
export const digestPreparer = ({ run, store, clock }: DigestPorts): ((signal?: AbortSignal) => Promise<void>) => {
  const { following, changes } = store.private
  let index: FollowedIndex | null = null

  /** Whether all changes are matched; false if stopped early, or if nothing is followed. */
  const matchAll = async (signal?: AbortSignal): Promise<boolean> => {
    for (;;) {
      if (signal?.aborted === true) return false
      const state = await following.state()
      // Most runs find nothing to do, and must not block writers.
      if (state === null || state.matchedUntil === (await changes.last())) return state !== null
      if (index === null || index.version !== state.version) index = await readFollowedIndex(store.private)
      // Nothing is followed any more.
      if (index === null) return false
      const { stale } = await run(matchChanges, { index })
      if (stale) index = null
    }
  }

  let doneUntil = ''
  return async (signal) => {
    if (!(await matchAll(signal))) return
    const due = lastDigestTime('daily', clock.now())
    if (due === doneUntil) return
    for (let made: Awaited<ReturnType<typeof makeDigests>> = 'more'; made === 'more' || made === 'behind';) {
      if (made === 'behind' && !(await matchAll(signal))) return
      if (signal?.aborted === true) return
      made = await run(makeDigests, null)
      if (made === 'done') doneUntil = due
    }
  }
}

export const prepareDigestsJob = (ports: DigestPorts): Job => {
  const prepare = digestPreparer(ports)
  return {
    name: 'prepare-digests',
    everySeconds: 60,
    run: async (signal) => {
      await prepare(signal)
      return { more: false }
    },
  }
}
