import { LEAST_CITATIONS, listCitedWorks, MOST_OPEN } from '#actions/cited-works.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { PrivateCitationReader } from '#ports/store/citations.ts'
import { MAX_JUDGED } from '#core/sources/rank-candidates.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from './run-jobs.ts'
import type { WatchedSource } from '#core/sources/watched-source.ts'
import type { Clock } from '#ports/runtime.ts'

type RankingPorts = {
  store: Pick<Store, 'private'>
  /** Ranks a batch of open candidates. */
  rank: () => Promise<unknown>
}

/** Ranks new candidates, and all open ones again after another was rejected. */
export const rankCandidatesJob = ({ store, rank }: RankingPorts): Job => {
  let rejectedBefore: string | null = null
  return {
    name: 'rank-candidates',
    everySeconds: 15,
    run: async (signal) => {
      const { isUnranked, isOpen, rejected } = await store.private.candidates.rankingState(MAX_JUDGED)
      const isOutdated = isOpen && rejectedBefore !== null && rejected !== rejectedBefore
      rejectedBefore = rejected
      if (signal.aborted || (!isUnranked && !isOutdated)) return { more: false }
      await rank()
      return { more: (await store.private.candidates.rankingState(MAX_JUDGED)).isUnranked }
    },
  }
}

type ListingPorts = { store: { private: { citations: PrivateCitationReader } }; run: RunAction }

/** Puts works into the inbox that papers cite often. Every process runs this; each work becomes one candidate. */
export const listCitedWorksJob = ({ store, run }: ListingPorts): Job => ({
  name: 'list-cited-works',
  everySeconds: 15,
  run: async () => {
    const { citations } = store.private
    // Most runs find nothing to do, and must not block writers.
    const isIdle =
      (await citations.arrivedWorks(1)).length === 0 &&
      ((await citations.missingWorks(LEAST_CITATIONS, 1)).length === 0 ||
        (await citations.countOpenCandidates()) >= MOST_OPEN)
    return { more: isIdle ? false : await run(listCitedWorks, null) }
  },
})

type WatchingPorts = {
  store: { private: { sources: Pick<Store['private']['sources'], 'due'> } }
  clock: Clock
  /** Reads new records of a source, unless another process is reading it. An aborted run is continued by the next one. */
  read: (source: WatchedSource, signal: AbortSignal) => Promise<unknown>
  /** Aborts a run that takes too long. */
  timeout?: () => AbortSignal
}

/** Several at a time, so that a server that does not answer holds up only its own sources. */
const MAX_PARALLEL = 4
/** An endless list must not hold up the sources behind it. */
const LONGEST_RUN_MS = 600_000

const hostOf = ({ address }: WatchedSource): string => new URL(address).hostname

/** Reads the sources that are due, those of one host one at a time. Every process runs this; each source has one reader. */
export const watchSourcesJob = ({
  store,
  clock,
  read,
  timeout = () => AbortSignal.timeout(LONGEST_RUN_MS),
}: WatchingPorts): Job => ({
  name: 'watch-sources',
  everySeconds: 5,
  run: async (signal) => {
    const started = new Set<number>()
    const busyHosts = new Set<string>()
    const readNext = async (): Promise<boolean> => {
      // Asked each time, because sources may have been read, paused or removed in the meantime.
      const due = await store.private.sources.due(clock.now().toISOString())
      const source = due.find((one) => !started.has(one.id) && !busyHosts.has(hostOf(one)))
      if (source === undefined || signal.aborted) return false
      const host = hostOf(source)
      started.add(source.id)
      busyHosts.add(host)
      try {
        await read(source, AbortSignal.any([signal, timeout()]))
      } finally {
        busyHosts.delete(host)
      }
      return true
    }
    const readAll = async (): Promise<void> => {
      while (await readNext());
    }
    // Waits for all of them, even if one fails.
    const results = await Promise.allSettled(Array.from({ length: MAX_PARALLEL }, readAll))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    return { more: false }
  },
})
