import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Backup, BackedUpFile, BackupIndex, StoredBytes } from '#core/backups.ts'
import { Failure } from '#core/failure.ts'
import type { FilesFrom, KnownFile } from '#maintenance/copy-corpus.ts'
import type { ObjectStore } from '#ports/object-store.ts'
import { databaseName, storedFileName } from './backup-index.ts'
import { decompressPieces, decrypt, measure, measured } from './encryption.ts'

const isSame = (a: StoredBytes, b: StoredBytes): boolean => a.bytes === b.bytes && a.sha256 === b.sha256

/** The sentence of a failure of an object that is missing, torn or changed; other errors are thrown again. */
const faultOf = (error: unknown): string => {
  if (!(error instanceof Failure)) throw error
  return error.message
}

/**
 * Reads an object to its end. Returns what is wrong with it, or null.
 * @param open decrypts it and compares the content, if the private key is there
 */
const findObjectFault = async (
  objects: ObjectStore,
  { name, stored }: { name: string; stored: StoredBytes },
  open: ((pieces: AsyncIterable<Uint8Array>) => Promise<boolean>) | null,
): Promise<string | null> => {
  const all = measured(objects.read(name))
  try {
    if (open === null) for await (const _ of all.pieces);
    else if (!(await open(all.pieces))) return `${name} holds other content than was backed up.`
  } catch (error) {
    const fault = faultOf(error)
    if (open === null) return `${name}: ${fault}`
    // Whether it is the object or the key.
    const own = await findObjectFault(objects, { name, stored }, null)
    return own ?? `${name}: ${fault}`
  }
  return isSame(all.result(), stored) ? null : `${name} has changed since it was stored.`
}

/** The SQLite file of a backup, as it was. */
const databaseOf = (pieces: AsyncIterable<Uint8Array>, identity: string) => decompressPieces(decrypt(pieces, identity))

/** What is wrong with the stored database of a backup; null if nothing is. Without the private key, only its bytes are compared. */
export const findDatabaseFault = (
  objects: ObjectStore,
  { id, stored, database }: Pick<Backup, 'id' | 'stored' | 'database'>,
  identity: string | null,
): Promise<string | null> =>
  findObjectFault(
    objects,
    { name: databaseName(id), stored },
    identity === null ? null : async (pieces) => isSame(await measure(databaseOf(pieces, identity)), database),
  )

/** The same for a file of papers. */
export const findFileFault = (
  objects: ObjectStore,
  { sha256, bytes, stored }: BackedUpFile,
  identity: string | null,
): Promise<string | null> =>
  findObjectFault(
    objects,
    { name: storedFileName(sha256), stored },
    identity === null ? null : async (pieces) => isSame(await measure(decrypt(pieces, identity)), { sha256, bytes }),
  )

/** Writes the SQLite file of a backup to disk. Throws `unavailable` if it is not what was backed up. */
export const fetchDatabase = async (
  objects: ObjectStore,
  { id, database }: Backup,
  { identity, path }: { identity: string; path: string },
): Promise<void> => {
  const all = measured(databaseOf(objects.read(databaseName(id)), identity))
  await pipeline(all.pieces, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  if (!isSame(all.result(), database))
    throw new Failure('unavailable', `The backup ${id} holds other content than was backed up.`)
}

/** The files of a backup, to be copied from. */
export const filesOf = (objects: ObjectStore, { files }: BackupIndex, identity: string): FilesFrom => {
  const known = new Map(files.map((file) => [file.sha256, file]))
  return {
    head: async (sha256) => {
      const file = known.get(sha256)
      return file === undefined ? null : { bytes: file.bytes }
    },
    read: (sha256) => decrypt(objects.read(storedFileName(sha256)), identity),
  }
}

type NeededFiles = {
  needed: AsyncIterable<KnownFile> | Iterable<KnownFile>
  /** How many of them the library did not have when the backup was made. */
  missing: number
  identity: string | null
}

/** What is wrong with the files that a backup needs. Each is read. */
export const findFileFaults = async (
  objects: ObjectStore,
  { files }: BackupIndex,
  { needed, missing, identity }: NeededFiles,
): Promise<string[]> => {
  const known = new Map(files.map((file) => [file.sha256, file]))
  const faults: string[] = []
  const unknown: string[] = []
  for await (const { sha256 } of needed) {
    const file = known.get(sha256)
    if (file === undefined) {
      unknown.push(`The file ${sha256} is in no backup.`)
      continue
    }
    const fault = await findFileFault(objects, file, identity)
    if (fault !== null) faults.push(fault)
  }
  return unknown.length > missing ? [...unknown, ...faults] : faults
}
