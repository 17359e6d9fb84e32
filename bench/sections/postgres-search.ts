import { Kysely, type CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { papersFoundBy, type PaperFilter } from '#core/search/paper-filter.ts'
import { clientConfig, openPool, readInPool } from '#store/postgres/connection/connections.ts'
import { postgresDialect } from '#store/postgres/connection/dialect.ts'
import { postgresEngine } from '#store/postgres/engine.ts'
import type { Tables } from '#store/rows.ts'
import { publicPaperReader } from '#store/sql/papers/paper-reader.ts'
import type { Cluster } from '../../test/support/database/postgres.ts'
import { shortAdversarial } from '../adversarial.ts'
import { silentLog } from '../corpora.ts'
import { postgresCorpusOf } from '../postgres-corpora.ts'
import { rounded, type Row } from '../report.ts'
import { kinds, medianOf, pageTimes } from './search.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'

const PAGE = 20
const ALL_COUNTED = 5_000
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
  const client = new Client({ ...clientConfig(url), options: '-c enable_seqscan=off' })
  await client.connect()
  const time = await medianOf(async () => {
    for (const [index, { sql, parameters }] of statements.entries())
      await client.query({ name: `statement ${index}`, text: sql, values: [...parameters], rowMode: 'array' })
  })
  await client.end()
  return time
}

const statementsOf = async ({ papers, queries }: Noting, filter: PaperFilter): Promise<CompiledQuery[]> => {
  queries.length = 0
  await papers.list(filter, null, PAGE)
  return [...queries]
}

type Times = { page: number; engine: number; count: number }

const timesOf = async (url: string): Promise<Map<string, Times>> => {
  const corpus = openNoting(url)
  const times = new Map<string, Times>()
  for (const { name, filter } of kinds) {
    const engine = await engineTime(url, await statementsOf(corpus, filter))
    const page = await medianOf(() => corpus.papers.list(filter, null, PAGE))
    const begin = { counted: 0, after: 0 }
    const count =
      filter.query === null ? 0 : await medianOf(() => corpus.papers.continueCount(filter, begin, ALL_COUNTED))
    times.set(name, { page, engine, count })
  }
  await corpus.close()
  return times
}

/** The work of a first response: the page, and the number of matches as far as it is counted then. */
const worstOf = async (url: string, size: number): Promise<Row> => {
  const { papers, close } = openNoting(url)
  let slowest = { query: '', ms: 0 }
  for (const query of shortAdversarial()) {
    const filter = papersFoundBy(parseSearchQuery(query))
    const ms = await medianOf(async () => {
      const { total } = await papers.list(filter, null, PAGE)
      if (total === null) await papers.continueCount(filter, { counted: 0, after: 0 }, ALL_COUNTED)
    }, 3)
    if (ms > slowest.ms) slowest = { query, ms }
  }
  await close()
  return {
    what: `PostgreSQL: worst first answer of the adversarial set, ${withCommas(size)} papers, ms`,
    figure: `${rounded(slowest.ms, 1)} (${slowest.query.slice(0, 40)})`,
    value: slowest.ms,
    goal: { most: 50 },
    ...shownAt(size, slowest.ms <= 50),
  }
}

/** A smaller corpus can show that a goal is missed, but not that it is met. */
const shownAt = (size: number, isWithin: boolean): Pick<Row, 'notShown'> =>
  size < PROMISED_AT && isWithin ? { notShown: 'for 100,000 papers: --full' } : {}

/** The same searches as on SQLite, uncached: page, number of matches, and the engine alone; `at` is the size that counts. */
export const postgresSearch = async (
  cluster: Cluster,
  { sizes, at }: { sizes: readonly number[]; at: number },
): Promise<Row[]> => {
  const bySize = new Map<number, Map<string, Times>>()
  for (const size of sizes) bySize.set(size, await timesOf(cluster.url(await postgresCorpusOf(cluster, size))))
  const sqlite = await pageTimes(at)
  const rows = kinds.map(({ name }): Row => {
    const all = sizes.map(
      (size) => bySize.get(size)?.get(name) ?? { page: Number.NaN, engine: Number.NaN, count: Number.NaN },
    )
    const { page, engine, count } = bySize.get(at)?.get(name) ?? {
      page: Number.NaN,
      engine: Number.NaN,
      count: Number.NaN,
    }
    const most = Number((1.5 * engine + 0.2).toFixed(3))
    const growth = `${all.map((time) => rounded(time.page, 2)).join(', ')} at ${sizes.map(withCommas).join(', ')}`
    return {
      what: `PostgreSQL: ${name}, ${withCommas(at)} papers, ms`,
      figure: `${rounded(page, 2)} (engine alone ${rounded(engine, 2)}, counting ${rounded(count, 2)}, SQLite ${rounded(sqlite.get(name) ?? Number.NaN, 2)}; ${growth})`,
      value: page,
      ...(name === 'frequent word' ? { goal: { most }, ...shownAt(at, page <= most) } : {}),
    }
  })
  return [...rows, await worstOf(cluster.url(await postgresCorpusOf(cluster, at)), at)]
}
