import type { MeasuredServer } from './measured-server.ts'
import { recordBodies } from './records.ts'

/** Chunks of an ingestion session in each format. */
export const measureSessions = async (
  { cli, measure, send, said }: MeasuredServer,
  mebibytes: number,
): Promise<void> => {
  const opened = await cli('sessions', 'open', '--label', 'bench', '--max', '100000', '--json')
  const session = JSON.parse(opened) as { id: string; key: string }
  // The second time other works, for the first loads what it needs.
  const chunks = [recordBodies(mebibytes, 1), recordBodies(mebibytes, 2)]
  for (const [index, { name, type }] of (chunks[0] ?? []).entries())
    await measure(`chunk ${mebibytes} MiB, ${name}`, async (turn) => {
      const path = `/api/ingest-sessions/${session.id}/papers?chunk=${2 * index + turn}`
      const headers = { 'x-api-key': session.key, 'content-type': type }
      return said(await send('POST', path, chunks[turn - 1]?.[index]?.body, headers))
    })
}
