import { auditReader } from '#store/sql/accounts/audit.ts'
import type { Database } from '#config.ts'
import { withSnapshot, openSource, copyCorpus, copyBetween } from './copy-corpus.ts'
import { digestTables, type TableReport, type CopyProgress } from '#store/sql/copy/copy-tables.ts'
import { checkSqliteFile, copySqliteFile, migrateSqliteCopy } from '#store/sqlite/copy-endpoint.ts'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure } from '#core/failure.ts'
import type { Db } from '#store/rows.ts'
import { systemClock } from '#system-clock.ts'
import { endAllAccess } from '#store/sql/accounts/sessions.ts'
import { pauseDigests } from '#store/sql/following/matching.ts'
import { giveUpWaitingEmails } from '#store/sql/mail/outbox.ts'
import { pauseAllMailings } from '#store/sql/mail/mailings.ts'
import { pauseAllSources } from '#store/sql/sources/sources.ts'
import { pauseAllEndpoints } from '#store/sql/webhooks/endpoints.ts'

/** Reads the audit log of a corpus in one read-only snapshot. */
export const withAuditReader = <T>(
  database: Database,
  read: (audit: ReturnType<typeof auditReader>) => Promise<T>,
): Promise<T> => withSnapshot(database, (db) => read(auditReader(db)))

/**
 * Reads a whole corpus in one read-only snapshot and returns the row count and digest of every table. Throws if
 * anything is damaged.
 */
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

/**
 * Writes a snapshot of the database to a corpus file while other processes keep running. The file gets its name only
 * once it is complete and `finish` has run. Throws `wrong_state` if it already exists, and `not_found` without its folder.
 */
export const backUpCorpus = async (
  database: Database,
  file: string,
  progress: CopyProgress,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<TableReport[]> => {
  if (existsSync(file)) throw new Failure('wrong_state', `${file} already exists; a backup never overwrites a file.`)
  const folder = dirname(file)
  if (!existsSync(folder))
    throw new Failure('not_found', `The folder ${folder} does not exist: create it, or name a file in another folder.`)
  const part = `${file}.part`
  for (const rest of [part, `${part}-wal`, `${part}-shm`]) rmSync(rest, { force: true })
  if (database.engine === 'sqlite') copySqliteFile(database.path, part)
  else await copyCorpus(database, { engine: 'sqlite', path: part }, progress)
  const written: Database = { engine: 'sqlite', path: part }
  const report = await checkCorpus(written)
  await withSnapshot(written, finish)
  renameSync(part, file)
  return report
}

/** Brings a fetched backup of an older version to the current schema. Returns the names of the migrations that it lacked. */
export const migrateBackup = (path: string): Promise<string[]> => migrateSqliteCopy(path, systemClock)

/**
 * Copies a backup into an empty database and compares every row. It then ends all sessions and sign-in links, so that
 * nobody gets back in who signed out, was removed or used a link since the backup. Mailings, digests and webhooks are
 * paused and waiting emails given up, since they may have been sent after the backup. Sources are paused too, or they
 * would bring back what was decided on since.
 */
export const restoreCorpus = (
  backup: Database,
  to: Database,
  progress: CopyProgress,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<TableReport[]> =>
  copyBetween(backup, to, {
    progress,
    finish: async (db) => {
      await finish(db)
      await endAllAccess(db)
      await giveUpWaitingEmails(db)
      await pauseAllMailings(db)
      await pauseDigests(db)
      await pauseAllSources(db)
      await pauseAllEndpoints(db)
    },
  })
