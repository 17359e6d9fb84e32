import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchPath, corpusOf } from '../bench/corpora.ts'
import { postgresCorpusOf } from '../bench/postgres-corpora.ts'
import { startKeptPostgres } from '../test/support/database/postgres.ts'

const PAPERS = 1_000

export const ENGINES = ['sqlite', 'postgres'] as const
export type EngineName = (typeof ENGINES)[number]

/** Copies of the made-up corpus, one for each attack. */
export type CorpusCopies = {
  /** A copy by its `DATABASE_URL`. */
  make(): Promise<{ url: string; remove(): Promise<void> }>
  close(): Promise<void>
}

const sqliteCopies = async (): Promise<CorpusCopies> => ({
  make: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'longview-abuse-'))
    const database = join(folder, 'corpus.db')
    copyFileSync(await corpusOf(PAPERS), database)
    return { url: `sqlite:${database}`, remove: async () => rmSync(folder, { recursive: true }) }
  },
  close: async () => {},
})

/** A separate database server, whose corpus is kept between runs. */
const postgresCopies = async (): Promise<CorpusCopies> => {
  const cluster = await startKeptPostgres(benchPath('postgres-abuse'), {})
  const template = await postgresCorpusOf(cluster, PAPERS)
  return {
    make: async () => ({ url: await cluster.createDatabase(template), remove: () => cluster.dropDatabases() }),
    close: () => cluster.stop(),
  }
}

export const openCorpusCopies = (engine: EngineName): Promise<CorpusCopies> =>
  engine === 'sqlite' ? sqliteCopies() : postgresCopies()
