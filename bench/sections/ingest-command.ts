import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { benchPath, corpusOf, remove, writePapers } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { drive, residentMegabytes, startLongview } from '../machine.ts'
import { rounded, type Row } from '../report.ts'
import { submitUntil } from '../submit.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Ids beyond those of the corpora. */
const FIRST = 50_000_001
const READERS = 2
const PROMISED = 100_000
/** Beside the server: large enough that readers and submitters run into it. */
const BESIDE = 20_000
const LOOK_EVERY_MS = 50

type Ran = { seconds: number; megabytes: number | null }

/** Runs `longview ingest`; returns the seconds from start to end and the peak memory. */
const runCommand = async (database: string, file: string): Promise<Ran> => {
  const begun = performance.now()
  const child = spawn(process.execPath, ['bin/longview.js', 'ingest', file, '--accept', '--json'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATABASE_URL: `sqlite:${database}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let megabytes: number | null = null
  const sampler = setInterval(() => {
    const highest = residentMegabytes({ child }, 'highest')
    // The process reports no memory any more while it ends.
    if (highest !== null && !Number.isNaN(highest)) megabytes = highest
  }, LOOK_EVERY_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(sampler)
  if (code !== 0) throw new Error(`longview ingest ended with ${code}`)
  return { seconds: (performance.now() - begun) / 1_000, megabytes }
}

const alone = async (papers: number): Promise<Row[]> => {
  const database = benchPath('ingested.db')
  remove(database)
  const { seconds, megabytes } = await runCommand(database, writePapers(papers, FIRST))
  remove(database)
  const perPromised = (seconds / papers) * PROMISED
  const count = papers.toLocaleString('en')
  const shown = papers < PROMISED ? { notShown: 'for 100,000 papers: --full' } : {}
  return [
    {
      what: 'longview ingest, seconds for 100,000 papers',
      figure: `${rounded(perPromised, 1)}${papers < PROMISED ? ` (from ${count})` : ''}`,
      value: perPromised,
      goal: { most: 60 },
      ...shown,
    },
    {
      what: `longview ingest of ${count}, most resident memory, MB`,
      figure: rounded(megabytes, 0),
      value: megabytes,
      goal: { most: 250 },
      ...(megabytes !== null && megabytes <= 250 ? shown : {}),
    },
  ]
}

const besideServer = async (seconds: number): Promise<Row[]> => {
  const file = writePapers(BESIDE, FIRST)
  const database = benchPath('ingested.db')
  remove(database)
  copyFileSync(await corpusOf(10_000), database)
  const server = await startLongview(database)
  const questions = Array.from({ length: 5_000 }, (_, number) => `/api/papers?q=${wordAt(number)}&limit=20`)
  const over = new AbortController()
  const running = runCommand(database, file).finally(() => over.abort())
  const submitting = submitUntil(server, database, over.signal)
  const reads = await drive(server.port, questions, { seconds, connections: READERS })
  await running
  const submissions = await submitting
  await server.stop()
  remove(database)
  return [
    {
      what: 'searches beside an ingest, p99, ms',
      figure: `${rounded(reads.p99, 1)} (half within ${rounded(reads.p50, 1)}; ${Math.round(reads.perSecond)}/s, ${reads.failed} failed)`,
      value: reads.failed > 0 ? null : reads.p99,
      goal: { most: 50 },
    },
    {
      what: 'submissions beside an ingest, slowest, ms',
      figure: `${rounded(submissions.slowest, 0)} (half within ${rounded(submissions.median, 0)}; ${submissions.count} sent)`,
      value: submissions.slowest,
    },
  ]
}

/** The command as an operator runs it: alone, and beside a server that answers searches and takes submissions. */
export const ingestCommand = async ({ papers, seconds }: { papers: number; seconds: number }): Promise<Row[]> => [
  ...(await alone(papers)),
  ...(await besideServer(seconds)),
]
