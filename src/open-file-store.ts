import type { ByteSpan, FileStore } from '#ports/file-store.ts'
import type { FilePlace } from './config.ts'
import type { ObjectStore } from '#ports/object-store.ts'
import { folderObjects } from '#files/folder-objects.ts'
import { folderStore } from '#files/folder-store.ts'

/** The S3 client is loaded on first use, since most libraries store files in a folder. */
const bucketStore = (place: Extract<FilePlace, { kind: 's3' }>): FileStore => {
  let opened: Promise<FileStore> | undefined
  const open = (): Promise<FileStore> => (opened ??= import('#files/s3-store.ts').then(({ s3Store }) => s3Store(place)))
  async function* read(sha256: string, span?: ByteSpan): AsyncGenerator<Uint8Array> {
    yield* (await open()).read(sha256, span)
  }
  async function* list(): AsyncGenerator<{ sha256: string; bytes: number }> {
    yield* (await open()).list()
  }
  return {
    place: `s3://${place.bucket} at ${place.endpoint}`,
    stage: async (content) => (await open()).stage(content),
    read,
    head: async (sha256) => (await open()).head(sha256),
    remove: async (sha256) => (await open()).remove(sha256),
    list,
    removeLeftovers: async (before) => (await open()).removeLeftovers(before),
  }
}

/** Opens the file store of a configuration. Nothing is created or requested before it is used. */
export const openFileStore = (place: FilePlace): FileStore =>
  place.kind === 's3' ? bucketStore(place) : folderStore(place.path)

/**
 * Opens the same place for objects of any name.
 * @param workFolder for what is being sent to a bucket
 */
export const openObjectStore = async (place: FilePlace, workFolder: string): Promise<ObjectStore> => {
  if (place.kind === 'folder') return folderObjects(place.path)
  const { s3Objects } = await import('#files/s3-objects.ts')
  return s3Objects(place, workFolder)
}
