import { setTimeout as pause } from 'node:timers/promises'
import type { CatalogueServer } from './catalogue-server.ts'
import type { MeasuredServer } from './measured-server.ts'

/** Waits until the server has read a source and ranked its records. Returns the result. */
const untilRead = ({ withCorpus }: MeasuredServer, id: string, since: string): Promise<string> =>
  withCorpus(async ({ store }) => {
    for (;;) {
      const source = (await store.private.sources.list()).find((one) => String(one.id) === id)
      if (source !== undefined && source.lastError !== null) throw new Error(`${source.name}: ${source.lastError}`)
      const { isUnranked } = await store.private.candidates.rankingState(1)
      if ((source?.lastSuccessAt ?? '') > since && !isUnranked) return `${source?.takenCount} taken`
      await pause(500)
    }
  })

/** A watched source of each kind: its pages are read, and their records stored and ranked. */
export const measureSources = async (server: MeasuredServer, { sources }: CatalogueServer): Promise<void> => {
  let added = 0
  for (const { name, kind, what, address } of sources)
    await server.measure(`source, ${name}`, async (turn) => {
      if (turn === 1) added += 1
      const id = String(added)
      const since = new Date().toISOString()
      // Different works the second time, which are ranked with the first ones.
      if (turn === 1) await server.cli('sources', 'add', kind, what, ...address, '--cap', '10000', '--from', 'all')
      else for (const change of ['pause', 'resume']) await server.cli('sources', change, id)
      return untilRead(server, id, since)
    })
}
