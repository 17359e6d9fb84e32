import type { openSourceReader } from './open-source-reader.ts'
import { letOthersIn } from './imports/let-others-in.ts'

/** What reading a source takes, the largest parts first by themselves: what they need in common comes with the first that does. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('zod/v4/core'),
  () => import('zod'),
  () => import('@citation-js/core'),
  () => import('./formats/text/latex.ts'),
  () => import('./schemas/paper-schema.ts'),
  () => import('./formats/xml/read-xml.ts'),
  () => import('./formats/json/json-reader.ts'),
  () => import('./imports/check-record.ts'),
  () => import('./outbound/open-outbound-client.ts'),
  () => import('./sources/kinds/protocols.ts'),
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
