import { makeDigests } from '#actions/following/make-digests.ts'
import { matchChanges } from '#actions/following/match-changes.ts'
import type { RunAction } from '#actions/run-action.ts'
import { lastDigestTime } from '#core/following/digest-slot.ts'
import type { FollowedIndex } from '#core/following/stored-index.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { readFollowedIndex } from '#queries/following/read-followed-index.ts'
import type { Job } from './run-jobs.ts'

export type DigestPorts = { run: RunAction; store: Pick<Store, 'private'>; clock: Clock }

/** Matches what changed with what is followed, and makes the digests that are due. Every process does this; each change is matched once. */
export const digestPreparer = ({ run, store, clock }: DigestPorts): ((signal?: AbortSignal) => Promise<void>) => {
  const { following, changes } = store.private
  let index: FollowedIndex | null = null

  /** Whether all was matched, and not stopped before. */
  const matchAll = async (signal?: AbortSignal): Promise<boolean> => {
    for (;;) {
      if (signal?.aborted === true) return false
      const state = await following.state()
      // Most runs find nothing; those must not make writers wait.
      if (state === null || state.matchedUntil === (await changes.last())) return state !== null
      if (index === null || index.version !== state.version) index = await readFollowedIndex(store.private)
      // Nobody follows anything any more.
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
