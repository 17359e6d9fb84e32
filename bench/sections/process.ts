import { brotliCompressSync, gzipSync } from 'node:zlib'
import { corpusOf } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { drive, residentMegabytes, startLongview } from '../machine.ts'
import { median } from '#core/numbers/median.ts'
import { rounded, type Row } from '../report.ts'

const STARTS = 5

const firstResponseMs = async (database: string): Promise<number> => {
  const begun = performance.now()
  const server = await startLongview(database)
  await (await fetch(`http://127.0.0.1:${server.port}/api/papers?limit=20`)).arrayBuffer()
  const ms = performance.now() - begun
  await server.stop()
  return ms
}

/** Many different requests, so that the router, the engine and the cache all work. */
const mixedPaths = (): string[] =>
  Array.from({ length: 3_000 }, (_, number) =>
    number % 3 === 0
      ? `/api/papers/p${number + 1}`
      : number % 3 === 1
        ? `/api/papers?q=${wordAt(number)}&limit=20`
        : `/api/v1/papers?chapter=${1 + (number % 7)}&limit=${20 + (number % 30)}`,
  )

/** What a process costs: time to the first response, memory under load, bytes on the wire. */
export const ofTheProcess = async ({ seconds }: { seconds: number }): Promise<Row[]> => {
  const database = await corpusOf(100_000)
  const starts: number[] = []
  for (let start = 0; start < STARTS; start += 1) starts.push(await firstResponseMs(database))
  const server = await startLongview(database)
  const load = await drive(server.port, mixedPaths(), { seconds, headers: 'Accept-Encoding: br\r\n' })
  const most = residentMegabytes(server, 'highest')
  const own = residentMegabytes(server, 'own')
  const page = Buffer.from(await (await fetch(`http://127.0.0.1:${server.port}/api/papers?limit=50`)).arrayBuffer())
  await server.stop()
  const firstMs = median(starts)
  return [
    {
      what: 'first answer after start, 100,000 papers, ms',
      figure: rounded(firstMs, 0),
      value: firstMs,
      goal: { most: 500 },
    },
    {
      what: 'most resident memory under load, 100,000 papers, MB',
      figure: `${rounded(most, 0)} (${rounded(own, 0)} its own; ${Math.round(load.perSecond)}/s, p99 ${rounded(load.p99, 1)} ms, ${load.failed} failed)`,
      value: load.failed > 0 ? null : most,
      goal: { most: 200 },
    },
    {
      what: 'a list of 50 on the wire, kB',
      figure: `${rounded(page.byteLength / 1_024, 1)} plain, ${rounded(gzipSync(page).byteLength / 1_024, 1)} gzip, ${rounded(brotliCompressSync(page).byteLength / 1_024, 1)} brotli`,
      value: page.byteLength / 1_024,
    },
  ]
}
