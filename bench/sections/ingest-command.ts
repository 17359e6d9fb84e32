import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { benchPath, corpusOf, remove, writePapers } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { drive, startLongview } from '../machine.ts'
import { rounded, type Row } from '../report.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Ids beyond those of the corpora. */
const FIRST = 50_000_001
const READERS = 2

/** Runs `longview ingest`; the seconds from start to end. */
const runCommand = async (database: string, file: string): Promise<number> => {
  const begun = performance.now()
  const child = spawn(process.execPath, ['bin/longview.js', 'ingest', file, '--accept', '--json'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATABASE_URL: `sqlite:${database}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`longview ingest ended with ${code}`)
  return (performance.now() - begun) / 1_000
}

/** The command as an operator runs it: alone, and beside a server that answers searches, each another one. */
export const ingestCommand = async ({ papers, seconds }: { papers: number; seconds: number }): Promise<Row[]> => {
  const file = writePapers(papers, FIRST)
  const database = benchPath('ingested.db')
  remove(database)
  const perHundredThousand = ((await runCommand(database, file)) / papers) * 100_000
  remove(database)
  copyFileSync(await corpusOf(10_000), database)
  const server = await startLongview(database)
  const questions = Array.from({ length: 5_000 }, (_, number) => `/api/papers?q=${wordAt(number)}&limit=20`)
  const running = runCommand(database, file)
  const reads = await drive(server.port, questions, { seconds, connections: READERS })
  await running
  await server.stop()
  remove(database)
  return [
    {
      what: 'longview ingest, seconds for 100,000 papers',
      figure: `${rounded(perHundredThousand, 1)} (from ${papers.toLocaleString('en')})`,
      value: perHundredThousand,
      goal: { most: 60 },
    },
    {
      what: 'searches beside an ingest, p99, ms',
      figure: `${rounded(reads.p99, 1)} (half within ${rounded(reads.p50, 1)}; ${Math.round(reads.perSecond)}/s, ${reads.failed} failed)`,
      value: reads.failed > 0 ? Infinity : reads.p99,
      goal: { most: 50 },
    },
  ]
}
