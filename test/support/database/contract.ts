import { test } from 'node:test'
import type { Store } from '#ports/store/store.ts'
import type { TestEngine } from './engines.ts'
import { fakeClock } from '../service/fake-clock.ts'
import { recordingLog } from '../service/recording-log.ts'

/** Tests of what a store promises, on an empty store of one engine: the same body for each. */
export const contractFor =
  (engine: TestEngine) =>
  (name: string, body: (store: Store) => Promise<void>): void => {
    test(`${engine.name}: ${name}`, async (t) => {
      const store = await engine.open(t, { clock: fakeClock(), log: recordingLog([]) })
      try {
        await body(store)
      } finally {
        await store.close()
      }
    })
  }
