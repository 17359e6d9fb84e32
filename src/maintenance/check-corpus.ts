import { digestTables, type TableReport } from '#store/sql/copy/copy-tables.ts'
import { checkSqliteFile } from '#store/sqlite/copy-sqlite-file.ts'
import type { Database } from '#config.ts'
import { openSource } from './copy-side.ts'

/** Reads a whole corpus without changing it: rows and digest of every table. Throws when something in it is broken. */
export const checkCorpus = async (database: Database): Promise<TableReport[]> => {
  if (database.engine === 'sqlite') checkSqliteFile(database.path)
  const source = await openSource(database)
  try {
    await source.beginSnapshot()
    return await digestTables(source.db)
  } finally {
    await source.close()
  }
}
