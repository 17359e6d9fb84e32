import { Kysely, type CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { papersFoundBy, type LibraryFilter } from '#core/search/paper-filter.ts'
import { clientConfig, openPool, readInPool } from '#store/postgres/connection/connections.ts'
import { postgresDialect, postgresEngine } from '#store/postgres/engine.ts'
import type { Tables } from '#store/rows.ts'
import { publicPaperReader } from '#store/sql/papers/paper-reader.ts'
import { shortAdversarial } from '../adversarial.ts'
import { silentLog } from '../corpora.ts'
import { postgresCorpusOf, type BenchPostgres } from '../postgres-corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { rounded, type Row } from '../report.ts'
import { kinds, medianOf, filter } from './search.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'

const PAGE = 20
const ALL_COUNTED = 5_000
/** Two further kinds that cost PostgreSQL more than their page. */
const measuredKinds = [
  ...kinds,
  { name: 'phrase', filter: filter(`"${wordAt(5)} ${wordAt(9)}"`) },
  { name: 'prefix', filter: filter(`${wordAt(300).slice(0, 5)}*`) },
]
const PROMISED_AT = 100_000

const withCommas = (count: number): string => count.toLocaleString('en')

/** Reads a corpus as the service does, and records the statements. */
const openNoting = (url: string) => {
  const pool = openPool(url, { max: 1, log: silentLog, server: 'primary' })
  const queries: CompiledQuery[] = []
  const run = readInPool(pool)
  const db = new Kysely<Tables>({
    dialect: postgresDialect((query) => {
      queries.push(query)
      return run(query)
    }),
  })
  return { papers: publicPaperReader(db, postgresEngine), queries, close: () => pool.end() }
}

type Noting = ReturnType<typeof openNoting>

/** The engine's own time for the statements of a search, prepared, without our code. */
const engineTime = async (url: string, statements: readonly CompiledQuery[]): Promise<number> => {
  const client = new Client(clientConfig(url))
  await client.connect()
  const time = await medianOf(async () => {
    for (const [index, { sql, parameters }] of statements.entries())
      await client.query({ name: `statement ${index}`, text: sql, values: [...parameters], rowMode: 'array' })
  })
  await client.end()
  return time
}

const statementsOf = async ({ papers, queries }: Noting, searched: LibraryFilter): Promise<CompiledQuery[]> => {
  queries.length = 0
  await papers.list(searched, null, PAGE)
  return [...queries]
}

type Times = { page: number; engine: number }

const timesOf = async (url: string): Promise<Map<string, Times>> => {
  const corpus = openNoting(url)
  const times = new Map<string, Times>()
  for (const { name, filter: searched } of measuredKinds) {
    const engine = await engineTime(url, await statementsOf(corpus, searched))
    times.set(name, { engine, page: await medianOf(() => corpus.papers.list(searched, null, PAGE)) })
  }
  await corpus.close()
  return times
}

/** The work of a first response: the page, and the number of matches as far as it is counted then. */
const worstOf = async (url: string, size: number): Promise<Row> => {
  const { papers, close } = openNoting(url)
  let slowest = { query: '', ms: 0 }
  for (const query of shortAdversarial()) {
    const searched = papersFoundBy(parseSearchQuery(query))
    const ms = await medianOf(async () => {
      const { total } = await papers.list(searched, null, PAGE)
      if (total === null) await papers.continueCount(searched, { counted: 0, after: 0 }, ALL_COUNTED)
    }, 3)
    if (ms > slowest.ms) slowest = { query, ms }
  }
  await close()
  return {
    what: `PostgreSQL: worst first answer of the adversarial set, ${withCommas(size)} papers, ms`,
    figure: `${rounded(slowest.ms, 1)} (${slowest.query.slice(0, 40)})`,
    value: slowest.ms,
    goal: { most: 100 },
    ...shownAt(size, slowest.ms <= 100),
  }
}

/** A smaller corpus can show that a goal is missed, but not that it is met. */
const shownAt = (size: number, isWithin: boolean): Pick<Row, 'notShown'> =>
  size < PROMISED_AT && isWithin ? { notShown: 'for 100,000 papers: --full' } : {}

/** The same searches as on SQLite, uncached: the page, and the engine alone; `at` is the size that counts. */
export const postgresSearch = async (
  cluster: BenchPostgres,
  { sizes, at }: { sizes: readonly number[]; at: number },
): Promise<Row[]> => {
  const bySize = new Map<number, Map<string, Times>>()
  for (const size of sizes) bySize.set(size, await timesOf(cluster.url(await postgresCorpusOf(cluster, size))))
  const rows = measuredKinds.map(({ name }): Row => {
    const { page = Number.NaN, engine = Number.NaN } = bySize.get(at)?.get(name) ?? {}
    const pages = sizes.map((size) => rounded(bySize.get(size)?.get(name)?.page, 2))
    const most = Number((1.5 * engine + 0.2).toFixed(3))
    return {
      what: `PostgreSQL: ${name}, ${withCommas(at)} papers, ms`,
      figure: `${rounded(page, 2)} (engine alone ${rounded(engine, 2)}; ${pages.join(', ')} at ${sizes.map(withCommas).join(', ')})`,
      value: page,
      goal: { most },
      ...shownAt(at, page <= most),
    }
  })
  return [...rows, await worstOf(cluster.url(await postgresCorpusOf(cluster, at)), at)]
}
