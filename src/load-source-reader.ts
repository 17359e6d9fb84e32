import type { openSourceReader } from './open-source-reader.ts'
import { letOthersIn } from './imports/let-others-in.ts'

/** What reading a source takes in this thread, the largest parts first by themselves; a thread of their own reads the pages. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('./outbound/open-outbound-client.ts'),
  () => import('./sources/kinds/protocols.ts'),
  () => import('./actions/sources/take-records.ts'),
  () => import('./sources/read-pages.ts'),
]

/** Loads what reads sources in turns with whatever else the thread serves: all at once would keep it for 50 ms. */
export const loadSourceReader = async (): Promise<typeof openSourceReader> => {
  for (const load of parts) {
    await load()
    await letOthersIn()
  }
  return (await import('./open-source-reader.ts')).openSourceReader
}
