import { openAsBlob } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '#core/failure.ts'
import type { ObjectStore } from '#ports/object-store.ts'
import { incomingFolder } from './folder-store.ts'
import { bodyOf, fromService, isNotFound, openBucket, requireOwnFolder, type S3Place } from './s3-store.ts'

/** Of a part of a large object; four are sent at a time. Services take up to 10,000 parts. */
const PART_BYTES = 16 * 1_024 ** 2
const LOOKS = 10
const LOOK_AGAIN_MS = 200
const ANY_TYPE = 'application/octet-stream'

/**
 * Stores objects in a bucket. Each is first written to a local folder: the service is told its size, and shows it only once it has
 * all of it.
 * @param folder for what is being sent
 */
export const s3Objects = (place: S3Place, folder: string): ObjectStore => {
  const client = openBucket(place, PART_BYTES)
  const incoming = incomingFolder(folder, async () => {})
  /** Some services show an object a moment after they have accepted it. */
  const isStored = async (name: string, bytes: number): Promise<boolean> => {
    for (let left = LOOKS; left > 0; left -= 1) {
      if ((await fromService(() => client.getContentLength(name))) === bytes) return true
      await pause(LOOK_AGAIN_MS)
    }
    return false
  }
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const missing = new Failure('not_found', `There is no object ${name}.`)
    const response = await fromService(async () => {
      try {
        return await client.getObjectRaw(name, true)
      } catch (error) {
        throw isNotFound(error) ? missing : error
      }
    })
    if (response.status === 404) throw missing
    yield* bodyOf(response)
  }
  return {
    place: `s3://${place.bucket} at ${place.endpoint}`,
    put: async (name, content) => {
      requireOwnFolder(folder)
      const staged = await incoming.stage(content)
      try {
        await fromService(async () => client.putAnyObject(name, await openAsBlob(staged.path), ANY_TYPE))
        if (!(await isStored(name, staged.bytes)))
          throw new Failure('unavailable', `The file store did not store the object ${name}.`)
        return { bytes: staged.bytes, sha256: staged.sha256 }
      } finally {
        await staged.discard()
      }
    },
    read,
    remove: (name) =>
      fromService(async () => {
        try {
          await client.deleteObject(name)
        } catch (error) {
          if (!isNotFound(error)) throw error
        }
      }),
    removeLeftovers: incoming.removeLeftovers,
  }
}
