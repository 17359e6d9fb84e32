import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Cluster } from '../test/support/postgres.ts'
import { sizesAtHand, startBenchPostgres } from './postgres-corpora.ts'
import { figures, isMissed, type Row } from './report.ts'
import { cached } from './sections/cached.ts'
import { ingest } from './sections/ingest.ts'
import { ingestCommand } from './sections/ingest-command.ts'
import { ofTheProcess } from './sections/process.ts'
import { postgresSearch } from './sections/postgres-search.ts'
import { processes } from './sections/processes.ts'
import { search } from './sections/search.ts'
import { workers } from './sections/workers.ts'
import { worst } from './sections/worst.ts'

const HELP = `npm run bench -- [--quick | --full] [--only WORD] [--json FILE]

Measures Longview against bare node:http and the bare engine on made-up corpora, all in one run on this machine.
--only measures the parts that have this word in their name, such as PostgreSQL or workers.
--quick takes two minutes at most, --full up to fifteen, with a corpus that grows to 1,000,000 papers within three runs.
Exits with 1 when a number of the design is missed by more than a tenth.`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    full: { type: 'boolean' },
    only: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help === true) {
  process.stdout.write(`${HELP}\n`)
  process.exit(0)
}

/** The corpus of a million papers takes several runs, each of which adds to it for so long. */
const MILLION_WITHIN_MS = 3 * 60_000
/** In PostgreSQL it takes five minutes, which a run has only if it has come to it by then. */
const MADE_UNTIL_MS = 5 * 60_000

const isFull = values.full === true
/** On PostgreSQL a quick run has no time for more: a copy of 100,000 papers takes longer than all of it. */
const [sizes, at] = isFull ? [[1_000, 10_000, 100_000, 1_000_000], 100_000] : [[1_000, 10_000], 10_000]

const onPostgres = async (measure: (cluster: Cluster) => Promise<Row[]>): Promise<Row[]> => {
  const cluster = await startBenchPostgres()
  try {
    return await measure(cluster)
  } finally {
    await cluster.stop()
  }
}

const sections: [string, () => Promise<Row[]>][] = [
  ['searches', () => search({ atMost: isFull ? 1_000_000 : 100_000, withinMs: MILLION_WITHIN_MS })],
  ['worst queries', worst],
  ['ready answers', () => cached(isFull ? { rounds: 6, seconds: 2 } : { rounds: 2, seconds: 1 })],
  ['the process', () => ofTheProcess({ seconds: isFull ? 20 : 4 })],
  ['workers', () => workers(isFull ? { rounds: 3, seconds: 4 } : { rounds: 1, seconds: 2 })],
  [
    'PostgreSQL searches',
    () =>
      onPostgres(async (cluster) =>
        postgresSearch(cluster, {
          sizes: performance.now() < MADE_UNTIL_MS ? sizes : await sizesAtHand(cluster, sizes),
          at,
        }),
      ),
  ],
  [
    'PostgreSQL processes',
    () =>
      onPostgres((cluster) =>
        processes(cluster, isFull ? { papers: at, rounds: 3, seconds: 4 } : { papers: at, rounds: 1, seconds: 1 }),
      ),
  ],
  ['ingestion', () => ingest(isFull ? { papers: 30_000, rounds: 2 } : { papers: 10_000, rounds: 1 })],
  ['the ingest command', () => ingestCommand(isFull ? { papers: 30_000, seconds: 8 } : { papers: 4_000, seconds: 2 })],
]

const rows: Row[] = []
for (const [name, measure] of sections.filter(([title]) => title.includes(values.only ?? ''))) {
  const begun = performance.now()
  rows.push(...(await measure()))
  process.stderr.write(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} s\n`)
}

const machine = {
  processor: cpus()[0]?.model ?? '',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}
process.stdout.write(
  `${figures(rows)}\n\n${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, Node ${machine.node}\n`,
)
if (values.json !== undefined)
  await writeFile(values.json, `${JSON.stringify({ date: new Date().toISOString(), machine, rows }, null, 2)}\n`)
const missed = rows.filter(isMissed)
if (missed.length > 0) process.stdout.write(`Missed: ${missed.map(({ what }) => what).join('; ')}\n`)
process.exitCode = missed.length > 0 ? 1 : 0
