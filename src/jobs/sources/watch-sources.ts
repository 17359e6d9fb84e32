import type { WatchedSource } from '#core/sources/watched-source.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from '../run-jobs.ts'

type WatchingPorts = {
  store: { private: { sources: Pick<Store['private']['sources'], 'due'> } }
  clock: Clock
  /** Reads what is new in a source, unless somebody else is reading it. A run that is aborted goes on with the next. */
  read: (source: WatchedSource, signal: AbortSignal) => Promise<unknown>
  /** Aborts a run that has had its share of time. */
  share?: () => AbortSignal
}

/** A server that does not answer keeps the sources of others waiting no longer than its own. */
const AT_ONCE = 4
/** A list without an end gives way to the sources that wait behind it. */
const LONGEST_RUN_MS = 600_000

const hostOf = ({ address }: WatchedSource): string => new URL(address).hostname

/** Reads sources whose time has come, those of one host one after another. Every process does this; each source has one reader. */
export const watchSourcesJob = ({
  store,
  clock,
  read,
  share = () => AbortSignal.timeout(LONGEST_RUN_MS),
}: WatchingPorts): Job => ({
  name: 'watch-sources',
  everySeconds: 5,
  run: async (signal) => {
    const begun = new Set<number>()
    const busy = new Set<string>()
    const readNext = async (): Promise<boolean> => {
      // Others may have been read, paused or removed in the meantime.
      const due = await store.private.sources.due(clock.now().toISOString())
      const source = due.find((one) => !begun.has(one.id) && !busy.has(hostOf(one)))
      if (source === undefined || signal.aborted) return false
      const host = hostOf(source)
      begun.add(source.id)
      busy.add(host)
      try {
        await read(source, AbortSignal.any([signal, share()]))
      } finally {
        busy.delete(host)
      }
      return true
    }
    const readAll = async (): Promise<void> => {
      while (await readNext());
    }
    // All of them end before the job does, also when one fails.
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, readAll))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    return { more: false }
  },
})
