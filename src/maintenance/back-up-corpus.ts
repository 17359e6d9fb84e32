import { existsSync, renameSync, rmSync } from 'node:fs'
import { Failure } from '#core/failure.ts'
import type { CopyProgress, TableReport } from '#store/sql/copy/copy-tables.ts'
import { copySqliteFile } from '#store/sqlite/copy-sqlite-file.ts'
import type { Database } from '#config.ts'
import { checkCorpus } from './check-corpus.ts'
import { copyCorpus } from './copy-corpus.ts'

/**
 * Writes a corpus file with all that the database holds at one moment, beside running processes. It appears under
 * its name only when it is whole. Throws `wrong_state` when the file exists.
 */
export const backUpCorpus = async (
  database: Database,
  file: string,
  progress: CopyProgress,
): Promise<TableReport[]> => {
  if (existsSync(file)) throw new Failure('wrong_state', `${file} exists already; a backup overwrites nothing.`)
  const part = `${file}.part`
  for (const rest of [part, `${part}-wal`, `${part}-shm`]) rmSync(rest, { force: true })
  if (database.engine === 'sqlite') copySqliteFile(database.path, part)
  else await copyCorpus(database, { engine: 'sqlite', path: part }, progress)
  const report = await checkCorpus({ engine: 'sqlite', path: part })
  renameSync(part, file)
  return report
}
