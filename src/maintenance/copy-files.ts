import { Failure } from '#core/failure.ts'
import { findFault, type FileFault } from '#files/verify-files.ts'
import type { FileStore } from '#ports/file-store.ts'
import { privateFileReader } from '#store/sql/files/held-files.ts'
import type { Db } from '#store/rows.ts'

const AT_ONCE = 200

/** What became of the files of a corpus; `faults` are those that are missing or not what they were. */
export type FilesReport = { files: number; bytes: number; copied: number; faults: FileFault[] }

type KnownFile = { sha256: string; bytes: number }

async function* knownFiles(db: Db): AsyncGenerator<KnownFile> {
  const reader = privateFileReader(db)
  for (let after: string | null = null; ;) {
    const some: KnownFile[] = await reader.list(after, AT_ONCE)
    yield* some
    after = some.at(-1)?.sha256 ?? null
    if (some.length < AT_ONCE) return
  }
}

const reportOf = async (
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

/** Reads every file that a corpus knows of and compares it with its digest. */
export const checkFiles = (db: Db, files: FileStore): Promise<FilesReport> =>
  reportOf(db, (file) => findFault(files, file))

const copyOne = async (file: KnownFile, from: FileStore, to: FileStore): Promise<FileFault | 'copied' | null> => {
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
 * Copies every file that a corpus knows of from one store to another and reads it back. What is there already is compared
 * and left, so that an interrupted copy goes on. A file that is missing or was changed is reported and keeps no other from being
 * copied. Throws `unavailable` or `storage_full` where a store fails.
 */
const copyFiles = (db: Db, { from, to }: { from: FileStore; to: FileStore }): Promise<FilesReport> =>
  reportOf(db, (file) => copyOne(file, from, to))

/** Copies files as the last step of another copy, and keeps the report; null stores copy nothing. */
export const fileCopier = (stores: { from: FileStore; to: FileStore } | null) => {
  const copier = {
    report: null as FilesReport | null,
    finish: async (db: Db): Promise<void> => {
      if (stores !== null) copier.report = await copyFiles(db, stores)
    },
  }
  return copier
}
