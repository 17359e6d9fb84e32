import { setTimeout as pause } from 'node:timers/promises'
import { largeRecords } from './large-records.ts'
import type { MeasuredServer } from './measured-server.ts'
import { recordBodies, type RecordBody } from './records.ts'

type Session = { id: string; key: string }

const open = async ({ cli }: MeasuredServer): Promise<Session> =>
  JSON.parse(await cli('sessions', 'open', '--label', 'bench', '--max', '1000000', '--json')) as Session

const sendChunk = async (
  { send, said }: MeasuredServer,
  { id, key }: Session,
  chunk: number,
  given: Pick<RecordBody, 'type' | 'body'>,
): Promise<string> => {
  const headers = { 'x-api-key': key, 'content-type': given.type }
  return said(await send('POST', `/api/ingest-sessions/${id}/papers?chunk=${chunk}`, given.body, headers))
}

/** Chunks of an ingestion session in each format. */
export const measureChunks = async (server: MeasuredServer, mebibytes: number): Promise<void> => {
  const session = await open(server)
  // Different works the second time; the first time also loads code.
  const sets: [string, RecordBody[][]][] = [
    [`chunk ${mebibytes} MiB`, [recordBodies(mebibytes, 1), recordBodies(mebibytes, 2)]],
    ['chunk of one large record', [largeRecords(3), largeRecords(4)]],
  ]
  let chunk = 0
  for (const [about, bodies] of sets)
    for (const [index, { name }] of (bodies[0] ?? []).entries())
      await server.measure(`${about}, ${name}`, async (turn) => {
        const body = bodies[turn - 1]?.[index]
        chunk += 1
        return body === undefined ? 'nothing' : sendChunk(server, session, chunk, body)
      })
}

const CHUNK = 2_500
/** Short records, to show the cost of a session apart from its papers. */
const linesOf = (chunk: number): string =>
  Array.from({ length: CHUNK }, (_, index) => {
    const number = chunk * CHUNK + index
    const doi = `10.1000/undo.${number}`
    const title = `Undone ${number.toString(36)} of ${(number * 7_919).toString(36)}`
    // Every fifth record is refused.
    return JSON.stringify(index % 5 === 4 ? { title } : { title, authors: ['Ada Undo'], year: 2024, doi })
  }).join('\n')

/** A session with many records: an admin looks at it, downloads what was refused, closes and undoes it. */
export const measureEnds = async (server: MeasuredServer, records: number): Promise<void> => {
  const name = `session of ${records} records`
  const names = {
    pages: `${name}: its page and its queue`,
    refusals: `${name}: refusals`,
    closing: `${name}: closing`,
    undoing: `${name}: undoing`,
  }
  if (!Object.values(names).some((each) => server.isWanted(each))) return
  const session = await open(server)
  for (let chunk = 1; chunk <= records / CHUNK; chunk += 1)
    await sendChunk(server, session, chunk, { type: 'application/x-ndjson', body: linesOf(chunk) })
  const path = `/console/ingestion/${session.id}`
  const post = async (how: 'close' | 'undo'): Promise<string> =>
    server.said(await server.sendForm(`${path}/${how}`, new URLSearchParams()))
  await server.measure(names.pages, async () => {
    const summary: string[] = []
    for (const page of [path, `/console/queue?session=${session.id}&order=risk`])
      summary.push(await server.said(await server.getPage(page)))
    return summary.join(', ')
  })
  await server.measure(names.refusals, async () => {
    const response = await server.getPage(`${path}/refused.csv`)
    return `${response.status}, ${(await response.text()).split('\n').length} lines`
  })
  await server.measure(names.closing, () => post('close'), [1])
  await server.signIn()
  await server.measure(
    names.undoing,
    async () => {
      const summary = await post('undo')
      await untilUndone(server, session.id)
      return summary
    },
    [1],
  )
}

const untilUndone = ({ withCorpus }: MeasuredServer, id: string): Promise<void> =>
  withCorpus(async ({ store }) => {
    while ((await store.private.ingestion.find(id))?.state !== 'undone') await pause(1_000)
  })
