import type { Db } from '#store/rows.ts'
import type { Database } from '#config.ts'
import { openSource } from './copy-side.ts'

/** Runs something on the tables of a corpus as they stand at one moment, without changing them. */
export const withTablesOf = async <T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> => {
  const source = await openSource(database)
  try {
    await source.beginSnapshot()
    return await work(source.db)
  } finally {
    await source.close()
  }
}
