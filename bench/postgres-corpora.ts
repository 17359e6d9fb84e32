import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { copyCorpus } from '../src/maintenance/copy-corpus.ts'
import { migrations } from '#store/postgres/migrate.ts'
import { startKeptPostgres, type Cluster } from '../test/support/database/postgres.ts'
import { benchPath, corpusOf } from './corpora.ts'

/** Beyond it a corpus is this one several times over: what a search costs depends on how many papers have its words. */
const LARGEST_COPIED = 100_000

/** A server of the benchmark's own; its corpora stay from run to run. */
export const startBenchPostgres = (): Promise<Cluster> =>
  startKeptPostgres(benchPath('postgres'), {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    maintenance_work_mem: '1GB',
  })

const repeat = async (cluster: Cluster, database: string, times: number): Promise<void> => {
  const columns = await cluster.run(
    "select column_name as name from information_schema.columns where table_name = 'papers'",
    database,
  )
  const shifted: Record<string, string> = {
    seq: `seq + n * ${LARGEST_COPIED}`,
    rank_key: `rank_key + n * ${LARGEST_COPIED}::bigint`,
    id: `'p' || (substr(id, 2)::bigint + n * ${LARGEST_COPIED})`,
  }
  const names = columns.map(({ name }) => String(name))
  await cluster.run(
    `drop index paper_search_words;
    insert into papers (${names.join()}) select ${names.map((name) => shifted[name] ?? name).join()}
      from papers, generate_series(1, ${times - 1}) as n;
    insert into paper_search (rank_key, words) select ${shifted.rank_key}, words
      from paper_search, generate_series(1, ${times - 1}) as n;
    create index paper_search_words on paper_search using gin (words) with (fastupdate = off);
    analyze`,
    database,
  )
}

const exists = async (cluster: Cluster, name: string): Promise<boolean> =>
  (await cluster.run(`select 1 from pg_database where datname = '${name}'`)).length > 0

/** The corpus it is copied from, and the name of its database, which changes with the tables. */
const namesOf = async (count: number) => {
  const path = await corpusOf(Math.min(count, LARGEST_COPIED))
  const steps = migrations().map(({ sql }) => sql)
  const version = createHash('sha256').update(basename(path)).update(steps.join()).digest('hex').slice(0, 12)
  return { path, name: `corpus_${count}_${version}` }
}

/** Those of the sizes that are there, or are made within a minute or two. */
export const sizesAtHand = async (cluster: Cluster, sizes: readonly number[]): Promise<number[]> => {
  const atHand: number[] = []
  for (const size of sizes)
    if (size <= LARGEST_COPIED || (await exists(cluster, (await namesOf(size)).name))) atHand.push(size)
    else process.stderr.write(`no time is left to make ${size} papers in PostgreSQL; the next run may have it\n`)
  return atHand
}

/** The name of a database with a corpus of this size, made if it is not there yet. */
export const postgresCorpusOf = async (cluster: Cluster, count: number): Promise<string> => {
  const { path, name } = await namesOf(count)
  if (await exists(cluster, name)) return name
  process.stderr.write(`making a corpus of ${count} papers in PostgreSQL\n`)
  const unfinished = `part_${count}`
  await cluster.run(`drop database if exists ${unfinished}`)
  if (count > LARGEST_COPIED) {
    await cluster.run(`create database ${unfinished} template ${await postgresCorpusOf(cluster, LARGEST_COPIED)}`)
    await repeat(cluster, unfinished, count / LARGEST_COPIED)
  } else {
    await cluster.run(`create database ${unfinished}`)
    const target = { engine: 'postgres' as const, url: cluster.url(unfinished), replicaUrl: null }
    await copyCorpus({ engine: 'sqlite', path }, target, () => {})
  }
  for (const { datname } of await cluster.run(`select datname from pg_database where datname like 'corpus_${count}_%'`))
    await cluster.run(`drop database ${String(datname)}`)
  await cluster.run(`alter database ${unfinished} rename to ${name}`)
  return name
}
