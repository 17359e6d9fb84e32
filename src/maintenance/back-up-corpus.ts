import { existsSync, renameSync, rmSync } from 'node:fs'
import { Failure } from '#core/failure.ts'
import type { CopyProgress, TableReport } from '#store/sql/copy/copy-tables.ts'
import { copySqliteFile } from '#store/sqlite/copy-sqlite-file.ts'
import type { Db } from '#store/rows.ts'
import type { Database } from '#config.ts'
import { withTablesOf } from './with-tables-of.ts'
import { checkCorpus } from './check-corpus.ts'
import { copyCorpus } from './copy-corpus.ts'

/**
 * Writes a corpus file with all that the database holds at one moment, beside running processes. It appears under
 * its name only when it is whole, and when `finish` has done what belongs to it. Throws `wrong_state` when the file exists.
 */
export const backUpCorpus = async (
  database: Database,
  file: string,
  progress: CopyProgress,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<TableReport[]> => {
  if (existsSync(file)) throw new Failure('wrong_state', `${file} exists already; a backup overwrites nothing.`)
  const part = `${file}.part`
  for (const rest of [part, `${part}-wal`, `${part}-shm`]) rmSync(rest, { force: true })
  if (database.engine === 'sqlite') copySqliteFile(database.path, part)
  else await copyCorpus(database, { engine: 'sqlite', path: part }, progress)
  const written: Database = { engine: 'sqlite', path: part }
  const report = await checkCorpus(written)
  await withTablesOf(written, finish)
  renameSync(part, file)
  return report
}
