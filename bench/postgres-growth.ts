import { parseArgs } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { decidePaper } from '#actions/decisions.ts'
import { openSession, undoSession, undoStep } from '#actions/ingest-sessions.ts'
import { patchPaper } from '#actions/papers.ts'
import { ingestPapers } from '#actions/submissions.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { openContentReader } from '#imports/content-reader.ts'
import { importBytes } from '#imports/import-source.ts'
import { presentPaperFields } from '#schemas/paper-schema.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { benchRunner, clock, silentLog } from './corpora.ts'
import { generatePapers, wordAt } from './generate-papers.ts'
import { startBenchPostgres } from './postgres-corpora.ts'

/**
 * Watches locks, vacuums and the size of tables that change with every paper while papers are ingested, changed, retracted, accepted
 * again, imported, undone and searched, with the autovacuum that the server has. Ends with 1 if a table that only changes has doubled
 * from the first third of the time to its end, or somebody waited for a lock longer than a second.
 *
 *     node bench/postgres-growth.ts [--minutes 60] [--papers 2000]
 */

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, papers: { type: 'string', default: '2000' } },
})
const FOR_MS = Number(values.minutes) * 60_000
const PAPERS = Number(values.papers)
const SAMPLES = 12
const DATABASE = 'longview_bench_growth'
const MAX_GROWTH = 2
const MAX_WAIT_MS = 1_000
/** These grow with the papers, which come and go here: their size is compared per paper. */
const TABLES = ['corpus', 'counters', 'concept_years', 'spellings', 'ranked_segments', 'ranked_pages', 'ranked_blocks']
const SHOWN = [...TABLES, 'papers', 'paper_search', 'facet_tokens', 'public_changes']
const ROUND = 20

const server = await startBenchPostgres()
await server.run(`drop database if exists ${DATABASE} with (force)`)
await server.run(`create database ${DATABASE}`)
const address = { url: server.url(DATABASE), replicaUrls: [] }
const store = await openPostgresStore(address, { clock, log: silentLog }, { migrate: true })
const run = await benchRunner(store)

let next = 1
const newPapers = (count: number) => {
  const batch = [...generatePapers(count, 1, next)].map((paper, index) => ({ line: index + 1, paper }))
  next += count
  return batch
}
const ingest = (count: number) => run(ingestPapers, { batch: newPapers(count), state: 'accepted', actor: 'bench' })
for (let stored = 0; stored < PAPERS; stored += 200) await ingest(Math.min(200, PAPERS - stored))

const over = new AbortController()
const ended = AbortSignal.any([over.signal, AbortSignal.timeout(FOR_MS)])
const somePaper = (): string => `p${1 + Math.floor(Math.random() * (next - 1))}`
/** Two loops may choose the same paper, which is then in another state. */
const attempt = (work: Promise<unknown>): Promise<unknown> => work.catch(() => null)

const contentReader = openContentReader()

const write = async (): Promise<void> => {
  for (let round = 1; !ended.aborted; round += 1) {
    await ingest(ROUND)
    for (let count = 0; count < ROUND; count += 1) {
      const id = somePaper()
      const note = 'for the measurement'
      await attempt(run(decidePaper, { id, event: 'retract', note, actor: 'bench' }))
      if (count % 2 === 0) await attempt(run(decidePaper, { id, event: 'accept', note, actor: 'bench' }))
      const change = (paper: { title: string }) => ({ ...paper, title: `${paper.title.slice(0, 80)} ${round}` })
      await attempt(run(patchPaper, { id: somePaper(), change: change as never, version: null, actor: 'bench' }))
    }
    const until = new Date(clock.now().getTime() + 3_600_000)
    const label = `growth ${round}`
    const { session } = await run(openSession, { label, maxRecords: 1_000, until, actor: 'bench' })
    const lines = newPapers(ROUND).map(({ paper }) => JSON.stringify({ ...presentPaperFields(paper), id: undefined }))
    const given = { given: null, keepsText: false, place: 'growth.jsonl', isDryRun: false, onlyOf: null }
    const bytes = Buffer.from(lines.join('\n'))
    await importBytes({ store, run, clock, contentReader }, { ...given, bytes, actor: 'bench', session: session.id })
    await run(undoSession, { id: session.id, actor: 'bench' })
    while (await run(undoStep, session.id));
    while (await run((tx) => tx.ranking.mergeStep(), null));
  }
}

let searches = 0
const read = async (): Promise<void> => {
  for (; !ended.aborted; searches += 1) {
    const query = parseSearchQuery(wordAt(searches % 400))
    await store.public.papers.list({ ...everyPaper, query }, null, 20)
    await pause(20)
  }
}

type Sample = Map<string, { bytes: number; live: number; dead: number; vacuums: number }>

const sample = async (): Promise<Sample> => {
  const rows = await server.run(
    `select relname as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::float8 as live,
       n_dead_tup::float8 as dead, (vacuum_count + autovacuum_count)::float8 as vacuums
     from pg_stat_user_tables where relname in (${SHOWN.map((name) => `'${name}'`).join()})`,
    DATABASE,
  )
  return new Map(
    rows.map(({ name, ...figures }) => [
      String(name),
      figures as { bytes: number; live: number; dead: number; vacuums: number },
    ]),
  )
}

let waits = 0
let longestWait = 0
const watchLocks = async (): Promise<void> => {
  while (!ended.aborted) {
    // Writers of one process queue in it; the lock of writers is advisory.
    const [row] = await server.run(
      `select count(*)::int as waiting, coalesce(max(extract(epoch from clock_timestamp() - query_start)) * 1000, 0)::float8 as ms
       from pg_stat_activity where datname = '${DATABASE}' and wait_event_type = 'Lock'`,
    )
    waits += Number(row?.waiting)
    longestWait = Math.max(longestWait, Number(row?.ms))
    await pause(250)
  }
}

const samples: Sample[] = []
const takeSamples = async (): Promise<void> => {
  for (let taken = 0; !ended.aborted; taken += 1) {
    samples.push(await sample())
    await pause(FOR_MS / SAMPLES, null, { signal: ended }).catch(() => {})
  }
  samples.push(await sample())
}

await Promise.all([write(), read(), watchLocks(), takeSamples()].map((part) => part.finally(() => over.abort())))
await contentReader.close()
await store.close()
await server.run(`drop database ${DATABASE}`)
await server.stop()

const kilobytes = (bytes: number): string => Math.round(bytes / 1_000).toLocaleString('en')
const perPaper = (at: Sample, name: string): number => (at.get(name)?.bytes ?? 0) / (at.get('papers')?.live ?? 1)
const early = samples[Math.floor(samples.length / 3)] ?? new Map()
const last = samples.at(-1) ?? new Map()
const faults: string[] = []
process.stdout.write(
  '| table | kB at the start | after a third | at the end | growth per paper since | dead rows | vacuums |\n',
)
process.stdout.write('|---|---|---|---|---|---|---|\n')
for (const name of SHOWN) {
  const [before, then, now] = [samples[0]?.get(name), early.get(name), last.get(name)]
  const growth =
    name === 'corpus' ? (now?.bytes ?? 0) / (then?.bytes ?? 1) : perPaper(last, name) / perPaper(early, name)
  if (TABLES.includes(name) && growth > MAX_GROWTH) faults.push(`${name} grew ${growth.toFixed(1)}-fold`)
  process.stdout.write(
    `| ${name} | ${[before, then, now].map((at) => kilobytes(at?.bytes ?? 0)).join(' | ')} | ${growth.toFixed(2)} | ${now?.dead} | ${now?.vacuums} |\n`,
  )
}
process.stdout.write(
  `${next - 1} papers, ${searches} searches; ${waits} waits for locks were seen, the longest ${Math.round(longestWait)} ms\n`,
)
if (longestWait > MAX_WAIT_MS) faults.push(`somebody waited ${Math.round(longestWait)} ms for a lock`)
for (const fault of faults) process.stdout.write(`MISSED: ${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
