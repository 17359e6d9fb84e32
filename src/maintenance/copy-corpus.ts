import {
  type CopyEndpoint,
  copyTables,
  type CopyProgress,
  type CopySteps,
  type TableReport,
} from '#store/sql/copy/copy-tables.ts'
import { openSqliteSource, openSqliteTarget } from '#store/sqlite/copy-endpoint.ts'
import type { Database } from '#config.ts'
import { systemClock } from '#system-clock.ts'
import type { Db } from '#store/rows.ts'
import { Failure } from '#core/failure.ts'
import { findFault, type FileFault } from '#files/files.ts'
import type { FileStore } from '#ports/file-store.ts'
import { privateFileReader } from '#store/sql/files.ts'

const openPostgres = async (url: string, migrate: boolean): Promise<CopyEndpoint> => {
  const { openPostgresEndpoint } = await import('#store/postgres/copy-endpoint.ts')
  return openPostgresEndpoint(url, { migrate, clock: systemClock })
}

export const openSource = (database: Database): Promise<CopyEndpoint> | CopyEndpoint =>
  database.engine === 'sqlite' ? openSqliteSource(database.path) : openPostgres(database.url, false)

/** Opens a database to be filled, which is created and migrated if necessary. */
const openTarget = (database: Database): Promise<CopyEndpoint> =>
  database.engine === 'sqlite' ? openSqliteTarget(database.path, systemClock) : openPostgres(database.url, true)

/** Runs `work` on one read-only snapshot of a corpus. */
export const withSnapshot = async <T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> => {
  const source = await openSource(database)
  try {
    await source.beginSnapshot()
    return await work(source.db)
  } finally {
    await source.close()
  }
}

const AT_ONCE = 200

/** The result of checking or copying files; `faults` are those that are missing or changed. */
export type FilesReport = { files: number; bytes: number; copied: number; faults: FileFault[] }

export type KnownFile = { sha256: string; bytes: number }

/** Every file that a corpus refers to. */
export async function* knownFiles(db: Db): AsyncGenerator<KnownFile> {
  const reader = privateFileReader(db)
  for (let after: string | null = null; ;) {
    const some: KnownFile[] = await reader.list(after, AT_ONCE)
    yield* some
    after = some.at(-1)?.sha256 ?? null
    if (some.length < AT_ONCE) return
  }
}

const reportFiles = async (
  db: Db,
  take: (file: KnownFile) => Promise<FileFault | 'copied' | null>,
): Promise<FilesReport> => {
  const report: FilesReport = { files: 0, bytes: 0, copied: 0, faults: [] }
  for await (const file of knownFiles(db)) {
    const outcome = await take(file)
    report.files += 1
    report.bytes += file.bytes
    if (outcome === 'copied') report.copied += 1
    else if (outcome !== null) report.faults.push(outcome)
  }
  return report
}

/** Reads every file that a corpus refers to and checks its digest. */
export const checkFiles = (db: Db, files: FilesFrom): Promise<FilesReport> =>
  reportFiles(db, (file) => findFault(files, file))

/** What files are copied from. */
export type FilesFrom = Pick<FileStore, 'head' | 'read'>

const copyOne = async (file: KnownFile, from: FilesFrom, to: FileStore): Promise<FileFault | 'copied' | null> => {
  if ((await to.head(file.sha256)) !== null && (await findFault(to, file)) === null) return null
  let staged
  try {
    staged = await to.stage(from.read(file.sha256))
  } catch (error) {
    const fault = error instanceof Failure ? await findFault(from, file) : null
    if (fault === null) throw error
    return fault
  }
  try {
    if (staged.sha256 !== file.sha256) return { sha256: file.sha256, fault: 'changed' }
    await staged.keep()
  } finally {
    await staged.discard()
  }
  const fault = await findFault(to, file)
  if (fault !== null)
    throw new Failure('unavailable', `The file ${file.sha256} was written to ${to.place} and cannot be read back.`)
  return 'copied'
}

/**
 * Copies every file that a corpus refers to from one store to another and reads it back. Files already there are
 * checked and left, so that an interrupted copy can be resumed. A missing or changed file is reported and does not stop
 * the others. Throws `unavailable` or `storage_full` if a store fails.
 */
const copyFiles = (db: Db, { from, to }: { from: FilesFrom; to: FileStore }): Promise<FilesReport> =>
  reportFiles(db, (file) => copyOne(file, from, to))

/** Copies files as the last step of another copy and keeps the report; does nothing if `stores` is null. */
export const fileCopier = (stores: { from: FilesFrom; to: FileStore } | null) => {
  const copier = {
    report: null as FilesReport | null,
    finish: async (db: Db): Promise<void> => {
      if (stores !== null) copier.report = await copyFiles(db, stores)
    },
  }
  return copier
}

export const copyBetween = async (from: Database, to: Database, steps: CopySteps): Promise<TableReport[]> => {
  const source = await openSource(from)
  try {
    const target = await openTarget(to)
    try {
      return await copyTables(source, target, steps)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/**
 * Copies a corpus into an empty database of either engine and compares every row. `finish` runs last; an interrupted
 * copy repeats it.
 */
export const copyCorpus = (
  from: Database,
  to: Database,
  progress: CopyProgress,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<TableReport[]> => copyBetween(from, to, { progress, finish })
