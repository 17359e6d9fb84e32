import type { Attack, Counts, Target } from '../attack.ts'
import { count, persistEach } from '../connection.ts'

/** A little less than the limit of a submission, in bytes of UTF-8. */
const BYTES = 1_000_000
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** What costs most to split, to fold or to quote. U+FDFA has 18 letters when it is folded. */
const PIECES = ['\ufdfa ', '\ufdfa', 'وكلاء يخططون لأيام. ', 'a\u200d', 'a b ', '研究', '# a ']

const send = async ({ host, port, key, until }: Target, path: string, body?: unknown): Promise<number> => {
  const response = await fetch(`http://${host}:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...json, 'x-api-key': key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: until,
  })
  await response.arrayBuffer()
  return response.status
}

/** Submits a long text and accepts it; returns its id. */
const accept = async (target: Target, number: number, counts: Counts): Promise<string> => {
  const id = `p${700_000 + number}`
  const piece = PIECES[number % PIECES.length] ?? ''
  const fullText = piece.repeat(BYTES / Buffer.byteLength(piece))
  const paper = { id, title: `Long ${number}`, authors: ['Ada Long'], year: 2024, fullText }
  count(counts, `submitted ${await send(target, '/api/papers', paper)}`)
  const decision = { decision: 'accept' }
  count(counts, `accepted ${await send(target, `/api/editorial/submissions/${id}/decision`, decision)}`)
  return id
}

export const acceptedLongTexts: Attack = {
  name: 'accepted-long-texts',
  summary: 'full texts of 1 MB that take long to index, submitted and accepted one after another',
  run: async (target) => {
    const counts: Counts = {}
    let number = 0
    await persistEach(1, async () => {
      while (!target.until.aborted) {
        number += 1
        await accept(target, number, counts).catch(() => count(counts, 'failed'))
      }
    })
    return counts
  },
}

const CLIENTS = 4

/** Each read is new, so that it is not cached. */
const readAt = (id: string, number: number): { path: string; body?: unknown } => {
  const fetched = { jsonrpc: '2.0', id: number, method: 'tools/call', params: { name: 'fetch', arguments: { id } } }
  const named = { ids: [id], sections: ['fullText'] }
  const read = { ...fetched, params: { name: 'get_papers', arguments: named } }
  const reads = [
    { path: `/papers/${id}.md` },
    { path: `/papers/${id}/text?part=${1 + (number % 20)}` },
    { path: `/api/v1/papers/${id}?include=fullText&maxTokens=${1_000 + number}` },
    { path: `/api/v1/passages?anchor=${id}%401%23s1.${1 + number}` },
    { path: '/mcp', body: fetched },
    { path: '/mcp', body: read },
  ]
  return reads[number % reads.length] ?? { path: `/papers/${id}` }
}

export const readLongTexts: Attack = {
  name: 'read-long-texts',
  summary: 'readers and agents of full texts of 1 MB that take long to split, to quote and to check',
  run: async (target) => {
    const counts: Counts = {}
    const ids: string[] = []
    for (const index of PIECES.keys()) ids.push(await accept(target, index, counts))
    let number = 0
    await persistEach(CLIENTS, async () => {
      while (!target.until.aborted) {
        number += 1
        const { path, body } = readAt(ids[number % ids.length] ?? '', number)
        await send(target, path, body).then(
          (status) => count(counts, String(status)),
          () => count(counts, 'failed'),
        )
      }
    })
    return counts
  },
}
