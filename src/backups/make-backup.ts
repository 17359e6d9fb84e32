import { createReadStream, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Backup,
  backupId,
  type BackedUpFile,
  type BackupIndex,
  isNeeded,
  keptBackups,
  MAX_LISTED_MISSING,
} from '#core/backups.ts'
import type { Config, Database, FilePlace } from '#config.ts'
import { Failure } from '#core/failure.ts'
import { byteSize } from '#core/numbers.ts'
import { backUpCorpus, withAuditReader } from '#maintenance/backup.ts'
import { type KnownFile, knownFiles, withSnapshot } from '#maintenance/copy-corpus.ts'
import { openFileStore, openObjectStore } from '#open-file-store.ts'
import type { FileStore } from '#ports/file-store.ts'
import type { ObjectStore } from '#ports/object-store.ts'
import { makePrivateFolder } from '#private-folder.ts'
import { verifyAudit } from '#queries/audit.ts'
import { databaseName, storedFileName, readIndex, writeIndex } from './backup-index.ts'
import { compressPieces, encrypt, measured } from './encryption.ts'
import { findDatabaseFault, findFileFault } from './stored-backup.ts'

/** What a thread is told; it opens everything itself. */
export type BackupOrder = {
  database: Database
  files: FilePlace
  /** Where backups go. */
  place: FilePlace
  recipient: NonNullable<Config['backups']>['recipient']
  identity: string | null
  /** A folder of this library alone for what is not encrypted yet; emptied before and after. */
  workFolder: string
  now: Date
  version: string
}

/** What is being done now, for people. */
export type BackupStep = { step: string }

/** Left free for the server that writes to the same disk. */
const RESERVED_BYTES = 200 * 2 ** 20

/** The copy must not fill the disk of the database. Throws `storage_full` before anything is written. */
const requireRoom = ({ database, workFolder }: BackupOrder): void => {
  if (database.engine !== 'sqlite') return
  const { bavail, bsize } = statfsSync(workFolder)
  const { size } = statSync(database.path)
  // The copy, and its encrypted form on its way to a bucket.
  const wanted = 1.5 * size + RESERVED_BYTES
  if (bavail * bsize < wanted)
    throw new Failure(
      'storage_full',
      `A backup needs ${byteSize(wanted)} of free space in ${workFolder}; only ${byteSize(bavail * bsize)} are left.`,
    )
}

export const emptyFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  makePrivateFolder(folder)
}

/** Files that are listed together: a process that is killed stores at most so many again. */
const FILES_AT_ONCE = 100

async function* batchesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < FILES_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type Work = { order: BackupOrder; objects: ObjectStore; library: FileStore; seq: number; id: string }

/** Encrypts a file, stores it and reads it back. Null if the library does not have it. */
const storeFile = async (
  { order: { recipient, identity }, objects, library, seq }: Work,
  { sha256, bytes }: KnownFile,
): Promise<BackedUpFile | null> => {
  if ((await library.head(sha256)) === null) return null
  const stored = await objects.put(storedFileName(sha256), encrypt(library.read(sha256), recipient))
  const file = { sha256, bytes, stored, first: seq, last: seq }
  const fault = await findFileFault(objects, file, identity)
  if (fault !== null) throw new Failure('unavailable', fault)
  return file
}

/**
 * Stores the files that no earlier backup has. One that the library lacks is reported: without it, the rest would have no backup at
 * all. Each is named in the list before it is stored, so that a rest of it can be removed.
 */
const storeFiles = async (
  work: Work,
  index: BackupIndex,
  needed: AsyncIterable<KnownFile>,
): Promise<{ index: BackupIndex; report: Pick<Backup, 'files' | 'missing'> }> => {
  const { objects, seq, id } = work
  const known = new Map(index.files.map((file) => [file.sha256, file]))
  const [files, missing]: [Backup['files'], Backup['missing']] = [
    { files: 0, bytes: 0 },
    { files: 0, sha256: [] },
  ]
  let current = index
  for await (const batch of batchesOf(needed)) {
    const added = batch.filter(({ sha256 }) => !known.has(sha256))
    const names = added.map(({ sha256 }) => storedFileName(sha256))
    if (names.length > 0) current = await writeIndex(objects, { ...current, unfinished: [databaseName(id), ...names] })
    for (const file of added) {
      const stored = await storeFile(work, file)
      if (stored !== null) known.set(file.sha256, stored)
    }
    for (const { sha256, bytes } of batch) {
      const file = known.get(sha256)
      if (file === undefined) {
        missing.files += 1
        if (missing.sha256.length < MAX_LISTED_MISSING) missing.sha256.push(sha256)
        continue
      }
      known.set(sha256, { ...file, last: seq })
      files.files += 1
      files.bytes += bytes
    }
    if (names.length > 0)
      current = await writeIndex(objects, { ...current, files: [...known.values()], unfinished: [databaseName(id)] })
  }
  return { index: { ...current, files: [...known.values()] }, report: { files, missing } }
}

/** Removes what was begun and not completed, and what is no longer kept. Only names of the list are removed. */
const removeUnfinished = async (objects: ObjectStore, index: BackupIndex): Promise<BackupIndex> => {
  if (index.unfinished.length === 0) return index
  for (const name of index.unfinished) await objects.remove(name)
  return writeIndex(objects, { ...index, unfinished: [] })
}

/** First no longer lists what is not kept, then removes it: whatever is listed is there. */
const prune = async (objects: ObjectStore, index: BackupIndex, now: Date): Promise<BackupIndex> => {
  const backups = keptBackups(index.backups, now)
  const files = index.files.filter((file) => isNeeded(file, backups))
  const gone = [
    ...index.backups.filter((backup) => !backups.includes(backup)).map(({ id }) => databaseName(id)),
    ...index.files.filter((file) => !files.includes(file)).map(({ sha256 }) => storedFileName(sha256)),
  ]
  if (gone.length === 0) return index
  return removeUnfinished(objects, await writeIndex(objects, { ...index, backups, files, unfinished: gone }))
}

/** An id that no other backup has, also when the clock was set back. */
const freeId = ({ backups }: BackupIndex, now: Date): string => {
  const taken = new Set(backups.map(({ id }) => id))
  let at = now.getTime()
  while (taken.has(backupId(new Date(at)))) at += 1
  return backupId(new Date(at))
}

/**
 * Makes one backup: a consistent copy of the database, compressed, encrypted, stored and read back; the files that are not
 * stored yet; then its entry in the list, and only then is what is no longer kept removed. Throws `storage_full`, `unavailable`,
 * `invalid` for a wrong key, and `wrong_state` if another process makes one.
 */
export async function* makeBackup(order: BackupOrder): AsyncGenerator<BackupStep | { backup: Backup }> {
  const { database, workFolder, recipient, identity, now, version } = order
  const objects = await openObjectStore(order.place, join(workFolder, 'sent'))
  emptyFolder(workFolder)
  try {
    requireRoom(order)
    yield { step: `Looking at what is stored in ${objects.place}` }
    await objects.removeLeftovers(now)
    const before = await removeUnfinished(objects, await readIndex(objects))
    const id = freeId(before, now)
    const seq = Math.max(0, ...before.backups.map((each) => each.seq), ...before.files.map(({ last }) => last)) + 1
    const begun = await writeIndex(objects, { ...before, unfinished: [databaseName(id)] })

    yield { step: 'Copying the database' }
    const path = join(workFolder, 'snapshot.db')
    const snapshot: Database = { engine: 'sqlite', path }
    const tables = await backUpCorpus(database, path, () => {})
    const { head: audit } = await withAuditReader(snapshot, (reader) => verifyAudit(reader, null))

    yield { step: 'Storing the files of papers' }
    const work: Work = { order, objects, library: openFileStore(order.files), seq, id }
    const { index, report } = await withSnapshot(snapshot, (db) => storeFiles(work, begun, knownFiles(db)))

    yield { step: 'Storing the database' }
    const plain = measured(createReadStream(path))
    const stored = await objects.put(databaseName(id), encrypt(compressPieces(plain.pieces), recipient))
    const backup: Backup = {
      id,
      seq,
      at: now.toISOString(),
      version,
      stored,
      database: plain.result(),
      tables,
      audit,
      ...report,
    }

    yield { step: 'Reading it back' }
    const fault = await findDatabaseFault(objects, backup, identity)
    if (fault !== null) throw new Failure('unavailable', fault)

    yield { step: 'Listing it' }
    const listed = await writeIndex(objects, { ...index, backups: [...index.backups, backup], unfinished: [] })
    yield { step: 'Removing what is no longer kept' }
    await prune(objects, listed, now)
    yield { backup }
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}
