import type { Extent } from './options.ts'
import { startBenchPostgres, type BenchPostgres } from './postgres-corpora.ts'
import type { Row } from './report.ts'
import type { Section } from './sections.ts'
import { cached } from './sections/cached.ts'
import { counting } from './sections/counting.ts'
import { beside } from './sections/beside.ts'
import { interactions } from './sections/interactions.ts'
import { ingestCommand, ingestOnPostgres } from './sections/ingest-command.ts'
import { judged, missingJudged } from './sections/judged.ts'
import { ofTheProcess } from './sections/process.ts'
import { postgresSearch } from './sections/postgres-search.ts'
import { rankedSearch } from './sections/ranked-search.ts'
import { references } from './sections/references.ts'
import { search } from './sections/search.ts'
import { worst } from './sections/worst.ts'

const onPostgres = async (measure: (cluster: BenchPostgres) => Promise<Row[]>): Promise<Row[]> => {
  const cluster = await startBenchPostgres()
  try {
    return await measure(cluster)
  } finally {
    await cluster.stop()
  }
}

const AT = 100_000

const full = (): Section[] => [
  { name: 'searches', measure: () => search([1_000, 10_000, AT]) },
  { name: 'ranked questions', measure: () => rankedSearch([10_000, AT]) },
  { name: 'worst queries', measure: worst },
  {
    name: 'cached responses',
    measure: () => cached({ rounds: 5, seconds: 2, compressed: ['list of 8', 'list of 18', 'search of 18', 'paper'] }),
  },
  { name: 'counting requests', measure: () => counting({ rounds: 9, seconds: 2 }) },
  { name: 'the process', measure: () => ofTheProcess({ seconds: 20 }) },
  { name: 'reads beside other work', measure: () => beside({ seconds: 8 }) },
  { name: 'the ingest command', measure: () => ingestCommand(AT) },
  { name: 'references of imports', measure: () => references({ papers: AT, imported: 200 }) },
  { name: 'interactions of the console', measure: () => interactions({ papers: AT, rounds: 5 }) },
  {
    name: 'PostgreSQL searches',
    measure: () => onPostgres((cluster) => postgresSearch(cluster, { sizes: [1_000, 10_000, AT], at: AT })),
  },
  { name: 'PostgreSQL ingestion', measure: () => onPostgres((cluster) => ingestOnPostgres(cluster, 20_000)) },
]

/** PostgreSQL with up to 10,000 papers: copying 100,000 takes longer than the whole run. */
const quick = (): Section[] => [
  { name: 'searches', measure: () => search([1_000, 10_000, AT]) },
  { name: 'ranked questions', measure: () => rankedSearch([10_000, AT]) },
  { name: 'worst queries', measure: worst },
  { name: 'cached responses', measure: () => cached({ rounds: 3, seconds: 1, compressed: ['list of 18'] }) },
  { name: 'counting requests', measure: () => counting({ rounds: 3, seconds: 1 }) },
  { name: 'the process', measure: () => ofTheProcess({ seconds: 4 }) },
  { name: 'reads beside other work', measure: () => beside({ seconds: 2 }) },
  { name: 'the ingest command', measure: () => ingestCommand(10_000) },
  { name: 'references of imports', measure: () => references({ papers: AT, imported: 50 }) },
  { name: 'interactions of the console', measure: () => interactions({ papers: AT, rounds: 3 }) },
  {
    name: 'PostgreSQL searches',
    measure: () => onPostgres((cluster) => postgresSearch(cluster, { sizes: [1_000, 10_000], at: 10_000 })),
  },
  { name: 'PostgreSQL ingestion', measure: () => onPostgres((cluster) => ingestOnPostgres(cluster, 2_000)) },
]

/** What the growth to a million papers shows; making that many takes most of the time. */
const scale = (): Section[] => {
  const sizes = [1_000, 10_000, AT, 1_000_000]
  return [
    { name: 'searches', measure: () => search(sizes) },
    { name: 'ranked questions', measure: () => rankedSearch(sizes.slice(1)) },
    { name: 'PostgreSQL searches', measure: () => onPostgres((cluster) => postgresSearch(cluster, { sizes, at: AT })) },
  ]
}

const sectionsOf: Record<Extent, () => Section[]> = { quick, full, scale }

/** Needs data that is not part of the project. */
const judgedSection = (folder: string | null): Section => ({
  name: 'judged searches',
  missing: () => missingJudged(folder),
  measure: () => judged(folder ?? ''),
})

/** All parts of the benchmark, in the order they run in. */
export const plan = ({ extent, judged: folder }: { extent: Extent; judged: string | null }): Section[] => [
  ...sectionsOf[extent](),
  judgedSection(folder),
]
