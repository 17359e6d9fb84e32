import type { WatchedSource } from '#core/sources/watched-source.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from './run-jobs.ts'

type WatchingPorts = {
  store: Pick<Store, 'private'>
  clock: Clock
  /** Reads what is new in a source, unless somebody else is reading it. */
  read: (source: WatchedSource, signal: AbortSignal) => Promise<unknown>
}

const dueSources = ({ store, clock }: WatchingPorts): Promise<WatchedSource[]> =>
  store.private.sources.due(clock.now().toISOString())

/** Reads sources whose time has come, one after another. Every process does this; each source has one reader. */
export const watchSourcesJob = (ports: WatchingPorts): Job => ({
  name: 'watch-sources',
  everySeconds: 5,
  run: async (signal) => {
    for (const { id } of await dueSources(ports)) {
      if (signal.aborted) break
      // It may have been read, paused or removed in the meantime.
      const source = (await dueSources(ports)).find((other) => other.id === id)
      if (source !== undefined) await ports.read(source, signal)
    }
    return { more: false }
  },
})
