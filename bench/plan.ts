import type { Cluster } from '../test/support/database/postgres.ts'
import { sizesAtHand, startBenchPostgres } from './postgres-corpora.ts'
import type { Row } from './report.ts'
import type { Section } from './sections.ts'
import { cached } from './sections/cached.ts'
import { followedSearches } from './sections/followed-searches.ts'
import { ingest } from './sections/ingest.ts'
import { ingestCommand } from './sections/ingest-command.ts'
import { judged, missingJudged } from './sections/judged.ts'
import { ofTheProcess } from './sections/process.ts'
import { postgresSearch } from './sections/postgres-search.ts'
import { processes } from './sections/processes.ts'
import { queue } from './sections/queue.ts'
import { rankedSearch } from './sections/ranked-search.ts'
import { search } from './sections/search.ts'
import { workers } from './sections/workers.ts'
import { worst } from './sections/worst.ts'

/** The corpus of a million papers takes several runs, each of which adds to it for so long. */
const MILLION_WITHIN_MS = 3 * 60_000
/** On PostgreSQL it takes five minutes; a run starts it only if that much time is left. */
const MADE_UNTIL_MS = 5 * 60_000

const onPostgres = async (measure: (cluster: Cluster) => Promise<Row[]>): Promise<Row[]> => {
  const cluster = await startBenchPostgres()
  try {
    return await measure(cluster)
  } finally {
    await cluster.stop()
  }
}

const full = (): Section[] => {
  const sizes = [1_000, 10_000, 100_000, 1_000_000]
  const at = 100_000
  return [
    { name: 'searches', measure: () => search({ atMost: 1_000_000, withinMs: MILLION_WITHIN_MS }) },
    {
      name: 'ranked questions',
      measure: () => rankedSearch({ atMost: 1_000_000, withinMs: MILLION_WITHIN_MS }),
    },
    { name: 'worst queries', measure: worst },
    {
      name: 'cached responses',
      measure: () =>
        cached({ rounds: 5, seconds: 2, compressed: ['list of 8', 'list of 18', 'search of 18', 'paper'] }),
    },
    { name: 'the process', measure: () => ofTheProcess({ seconds: 20 }) },
    { name: 'workers', measure: () => workers({ rounds: 3, seconds: 4 }) },
    { name: 'the queue', measure: queue },
    { name: 'followed searches', measure: followedSearches },
    {
      name: 'PostgreSQL searches',
      measure: () =>
        onPostgres(async (cluster) => {
          const made = performance.now() < MADE_UNTIL_MS ? sizes : await sizesAtHand(cluster, sizes)
          return postgresSearch(cluster, { sizes: made, at })
        }),
    },
    {
      name: 'PostgreSQL processes',
      measure: () => onPostgres((cluster) => processes(cluster, { papers: at, rounds: 3, seconds: 4 })),
    },
    { name: 'ingestion', measure: () => ingest({ papers: 30_000, rounds: 2 }) },
    { name: 'the ingest command', measure: () => ingestCommand({ papers: 100_000, seconds: 8 }) },
  ]
}

/** On PostgreSQL a quick run has no time for more: a copy of 100,000 papers takes longer than all of it. */
const quick = (): Section[] => [
  { name: 'searches', measure: () => search({ atMost: 100_000, withinMs: 0 }) },
  { name: 'ranked questions', measure: () => rankedSearch({ atMost: 100_000, withinMs: 0 }) },
  { name: 'worst queries', measure: worst },
  { name: 'cached responses', measure: () => cached({ rounds: 3, seconds: 1, compressed: ['list of 18'] }) },
  { name: 'the process', measure: () => ofTheProcess({ seconds: 4 }) },
  { name: 'workers', measure: () => workers({ rounds: 1, seconds: 2 }) },
  { name: 'the queue', measure: queue },
  { name: 'followed searches', measure: followedSearches },
  {
    name: 'PostgreSQL searches',
    measure: () => onPostgres((cluster) => postgresSearch(cluster, { sizes: [1_000, 10_000], at: 10_000 })),
  },
  {
    name: 'PostgreSQL processes',
    measure: () => onPostgres((cluster) => processes(cluster, { papers: 10_000, rounds: 1, seconds: 1 })),
  },
  { name: 'ingestion', measure: () => ingest({ papers: 10_000, rounds: 1 }) },
  { name: 'the ingest command', measure: () => ingestCommand({ papers: 10_000, seconds: 2 }) },
]

/** Needs data that does not come with the project. */
const judgedSection = (folder: string | null): Section => ({
  name: 'judged searches',
  missing: () => missingJudged(folder),
  measure: () => judged(folder ?? ''),
})

/** All parts of the benchmark, in the order they run in. */
export const plan = ({ isFull, judged: folder }: { isFull: boolean; judged: string | null }): Section[] => [
  ...(isFull ? full() : quick()),
  judgedSection(folder),
]
