import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { copyCorpus } from '#maintenance/copy-corpus.ts'
import { migrations } from '#store/postgres/migrate.ts'
import { multiplyPapers } from '../test/support/database/multiply.ts'
import { runAt, startKeptPostgres, type Cluster } from '../test/support/database/postgres.ts'
import { benchPath, corpusOf } from './corpora.ts'

/** A larger corpus repeats this one: the cost of a search depends on how many papers contain its words. */
const LARGEST_COPIED = 100_000

/** The beginning of the name of every database that a measurement makes, fills or drops. */
const OWN = 'longview_bench_'

/** A server to measure. */
export type BenchPostgres = Pick<Cluster, 'url' | 'run' | 'stop'>

/**
 * The server at an address that somebody gave, on which databases of other names are out of reach. The database of the
 * address is only where others are created from.
 */
export const givenPostgres = (address: string): BenchPostgres => {
  const url = (database: string): string => {
    if (!database.startsWith(OWN)) throw new Error(`${database} is not a database of the benchmark`)
    return Object.assign(new URL(address), { pathname: `/${database}` }).href
  }
  return {
    url,
    run: (statements, database) => runAt(database === undefined ? address : url(database), statements),
    stop: async () => {},
  }
}

/** The server that `TEST_POSTGRES_URL` names, otherwise one whose corpora are kept between runs. */
export const startBenchPostgres = async (): Promise<BenchPostgres> => {
  const { TEST_POSTGRES_URL: given } = process.env
  if (given !== undefined) return givenPostgres(given)
  return startKeptPostgres(benchPath('postgres'), {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    maintenance_work_mem: '1GB',
  })
}

const repeat = async (cluster: BenchPostgres, database: string, times: number): Promise<void> => {
  await cluster.run('drop index paper_search_words', database)
  await multiplyPapers(cluster, database, { papers: LARGEST_COPIED, times })
  await cluster.run(
    'create index paper_search_words on paper_search using gin (words) with (gin_pending_list_limit = 4096); analyze',
    database,
  )
}

const exists = async (cluster: BenchPostgres, name: string): Promise<boolean> =>
  (await cluster.run(`select 1 from pg_database where datname = '${name}'`)).length > 0

/** The corpus it is copied from, and the name of its database, which changes with the tables. */
const namesOf = async (count: number) => {
  const path = await corpusOf(Math.min(count, LARGEST_COPIED))
  const steps = migrations().map(({ sql }) => sql)
  const version = createHash('sha256').update(basename(path)).update(steps.join()).digest('hex').slice(0, 12)
  return { path, name: `${OWN}${count}_${version}` }
}

/** A database of this name, empty or as another one is, and how to remove it. */
export const newDatabase = async (
  cluster: BenchPostgres,
  name: string,
  template: string | null = null,
): Promise<{ url: string; drop(): Promise<unknown> }> => {
  const database = `${OWN}${name}`
  await cluster.run(`drop database if exists ${database}`)
  await cluster.run(`create database ${database}${template === null ? '' : ` template ${template}`}`)
  return { url: cluster.url(database), drop: () => cluster.run(`drop database ${database}`) }
}

/** The name of a database with a corpus of this size, made if it is not there yet. */
export const postgresCorpusOf = async (cluster: BenchPostgres, count: number): Promise<string> => {
  const { path, name } = await namesOf(count)
  if (await exists(cluster, name)) return name
  process.stderr.write(`making a corpus of ${count} papers in PostgreSQL\n`)
  const unfinished = `${OWN}part_${count}`
  await cluster.run(`drop database if exists ${unfinished}`)
  if (count > LARGEST_COPIED) {
    await cluster.run(`create database ${unfinished} template ${await postgresCorpusOf(cluster, LARGEST_COPIED)}`)
    await repeat(cluster, unfinished, count / LARGEST_COPIED)
  } else {
    await cluster.run(`create database ${unfinished}`)
    const target = { engine: 'postgres' as const, url: cluster.url(unfinished), directUrl: null, replicaUrls: [] }
    await copyCorpus({ engine: 'sqlite', path }, target, () => {})
  }
  for (const { datname } of await cluster.run(
    `select datname from pg_database where starts_with(datname, '${OWN}${count}_')`,
  ))
    await cluster.run(`drop database ${String(datname)}`)
  await cluster.run(`alter database ${unfinished} rename to ${name}`)
  return name
}
