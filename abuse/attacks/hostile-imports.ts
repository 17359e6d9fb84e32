import { gzipSync } from 'node:zlib'
import type { Attack, Counts } from '../attack.ts'
import { count, persistEach } from '../connection.ts'

const CLIENTS = 4
/** A little less than an import may have. */
const BYTES = 10_000_000
const UNPACKED_BYTES = 190_000_000

type Import = { type: string; body: Uint8Array }

const filled = (beginning: string, piece: string): Uint8Array =>
  Buffer.from(beginning + piece.repeat((BYTES - beginning.length) / piece.length))

/** What costs a reader of records most: one without an end, nesting, runs of marks, and much from little. */
const imports = (): Import[] => [
  { type: 'application/x-bibtex', body: filled('@misc{a, title = {', '{\\"{o} ') },
  { type: 'application/x-bibtex', body: filled("@misc{a, title = {\\'e ", '\u0301\u0323') },
  { type: 'application/xml', body: filled('<feed>', '<entry>') },
  { type: 'application/json', body: filled('', '[') },
  { type: 'application/json', body: filled('[', '{"DOI":"10.1000/a","title":["b"]},') },
  { type: 'text/csv', body: filled('title,authors,year\n', '"a","b",2024\n') },
  { type: 'application/x-research-info-systems', body: filled('TY  - JOUR\n', 'AU  - A\n') },
  { type: 'application/gzip', body: gzipSync(Buffer.alloc(UNPACKED_BYTES, 'TY  - JOUR\nTI  - a\n')) },
]

/** Several clients send one import after another; of those that may only wait for a turn, most are refused. */
export const hostileImports: Attack = {
  name: 'hostile-imports',
  summary: 'imports of 10 MB that never end, nest without end, or unpack to 190 MB',
  run: async ({ host, port, key, until }) => {
    const counts: Counts = {}
    const bodies = imports()
    let number = 0
    const send = async ({ type, body }: Import): Promise<number> => {
      const response = await fetch(`http://${host}:${port}/api/editorial/imports?dryRun=true`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': type },
        body: new Uint8Array(body),
        signal: until,
      })
      await response.arrayBuffer()
      return response.status
    }
    await persistEach(CLIENTS, async () => {
      while (!until.aborted) {
        number += 1
        const next = bodies[number % bodies.length]
        if (next === undefined) return
        await send(next).then(
          (status) => count(counts, String(status)),
          () => count(counts, 'failed'),
        )
      }
    })
    return counts
  },
}
