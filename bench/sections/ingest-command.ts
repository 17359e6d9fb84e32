import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { benchPath, remove, writePapers } from '../corpora.ts'
import { residentMegabytes } from '../machine.ts'
import { newDatabase, type BenchPostgres } from '../postgres-corpora.ts'
import { rounded, type Row } from '../report.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Ids beyond those of the corpora. */
const FIRST = 50_000_001
const PROMISED = 100_000
const LOOK_EVERY_MS = 50

const environment = (databaseUrl: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  DATABASE_URL: databaseUrl,
})

type Ran = { seconds: number; megabytes: number | null }

/** Runs `longview ingest`; returns the seconds from start to end and the peak memory. @param databaseUrl as in DATABASE_URL */
export const runIngest = async (databaseUrl: string, file: string): Promise<Ran> => {
  const begun = performance.now()
  const child = spawn(process.execPath, ['bin/longview.js', 'ingest', file, '--accept', '--json'], {
    cwd: ROOT,
    env: environment(databaseUrl),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let megabytes: number | null = null
  const sampler = setInterval(() => {
    const highest = residentMegabytes({ child }, 'highest')
    // The process no longer reports its memory while it ends.
    if (highest !== null && !Number.isNaN(highest)) megabytes = highest
  }, LOOK_EVERY_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(sampler)
  if (code !== 0) throw new Error(`longview ingest ended with ${code}`)
  return { seconds: (performance.now() - begun) / 1_000, megabytes }
}

/** `longview ingest --accept` into an empty corpus. */
export const ingestCommand = async (papers: number): Promise<Row[]> => {
  const database = benchPath('ingested.db')
  remove(database)
  const { seconds, megabytes } = await runIngest(`sqlite:${database}`, writePapers(papers, FIRST))
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
      goal: { most: 600 },
      ...(megabytes !== null && megabytes <= 600 ? shown : {}),
    },
  ]
}

/** The same papers into SQLite and into PostgreSQL, one after the other. */
export const ingestOnPostgres = async (cluster: BenchPostgres, papers: number): Promise<Row[]> => {
  const file = writePapers(papers, FIRST)
  const path = benchPath('ingested.db')
  remove(path)
  const sqlite = await runIngest(`sqlite:${path}`, file)
  remove(path)
  const database = await newDatabase(cluster, 'ingested')
  // Only a database of SQLite is made by the first command that uses it.
  const migrated = spawnSync(process.execPath, ['bin/longview.js', 'migrate'], {
    cwd: ROOT,
    env: environment(database.url),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (migrated.status !== 0) throw new Error(`longview migrate ended with ${migrated.status}`)
  const postgres = await runIngest(database.url, file)
  await database.drop()
  const share = sqlite.seconds / postgres.seconds
  const [ours, theirs] = [papers / postgres.seconds, papers / sqlite.seconds]
  return [
    {
      what: `PostgreSQL: longview ingest of ${papers.toLocaleString('en')}, share of the rate of SQLite`,
      figure: `${rounded(share)} (${rounded(ours, 0)} against ${rounded(theirs, 0)} papers a second)`,
      value: share,
      goal: { least: 0.5 },
    },
  ]
}
