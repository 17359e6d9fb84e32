import { watchSource } from '#actions/sources/watch-source.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { SourceDefinition, WatchedSource } from '#core/sources/watched-source.ts'
import { openOutboundClient } from '#outbound/open-outbound-client.ts'
import type { PaperCandidate } from '#core/sources/paper-candidate.ts'
import type { Store } from '#ports/store/store.ts'
import { checkPage } from '#sources/pages/check-page.ts'
import type { PageReader } from '#sources/pages/pages-in-thread.ts'
import { readSource, type RunOutcome } from '#sources/read-source.ts'
import { sharedGate } from '#sources/shared-gate.ts'
import { countingIds, testRunner } from '../service/action-runner.ts'
import { fakeClock, type FakeClock } from '../service/fake-clock.ts'
import { recordingLog } from '../service/recording-log.ts'

/** Reads sources over a store that a test has opened. Waits move the clock; `waits` says how long they were. */
export type Watching = {
  store: Store
  run: RunAction
  clock: FakeClock
  waits: number[]
  add(source: Partial<SourceDefinition> & Pick<SourceDefinition, 'kind' | 'address'>, from?: string): Promise<number>
  source(id: number): Promise<WatchedSource>
  read(id: number, options?: { run?: RunAction; signal?: AbortSignal }): Promise<RunOutcome>
  /** Everything that was brought and not decided on, oldest first. */
  open(): Promise<PaperCandidate[]>
}

/** Starting a thread for each of a hundred runs would take a minute: these are read where they are stored. */
const pagesHere = (): PageReader => ({ check: checkPage, close: async () => {} })

export const openWatching = async (store: Store, origin: string): Promise<Watching> => {
  const clock = fakeClock()
  const ids = countingIds()
  const run = await testRunner({ store, clock }, { ids })
  const waits: number[] = []
  const wait = async (ms: number, signal: AbortSignal | null): Promise<void> => {
    signal?.throwIfAborted()
    waits.push(ms)
    clock.advance(ms / 1_000)
  }
  const source = async (id: number): Promise<WatchedSource> => {
    const found = await store.private.sources.find(id)
    if (found === null) throw new Error(`no source ${id}`)
    return found
  }
  return {
    store,
    run,
    clock,
    waits,
    source,
    add: async (given, from = '2026-11-10') => {
      const usual = { name: 'A source', query: 'cs.AI', metadataPrefix: 'arXiv', everyMinutes: 60, dailyCap: 1_000 }
      return (await run(watchSource, { source: { ...usual, ...given }, from, actor: 'test' })).id
    },
    read: async (id, { run: runner = run, signal = new AbortController().signal } = {}) => {
      const client = openOutboundClient({
        rules: { allowed: [origin], proxyUrl: null },
        userAgent: 'Longview/test',
        clock,
        gate: sharedGate({ run: runner, clock, ids, wait }),
      })
      const ports = { run: runner, clock, wait, client, log: recordingLog([]), openPages: pagesHere }
      return readSource(ports, { source: await source(id), reader: ids.uuid(), signal })
    },
    open: async () => (await store.private.candidates.newest(null, 10_000)).toReversed(),
  }
}
