import { lstatSync, openAsBlob } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import { Failure } from '#core/failure.ts'
import { FILE_DIGEST, PDF_TYPE } from '#core/files.ts'
import type { ByteSpan, FileStore } from '#ports/file-store.ts'
import { outgoingTraceHeaders } from '#tracing/current-trace.ts'
import { makePrivateFolder } from '#private-folder.ts'
import { checkDigest } from './stage-file.ts'
import { incomingFolder } from './folder-store.ts'

/** A bucket and its credentials. */
export type S3Place = {
  bucket: string
  /** The address of the service, without the bucket. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Enough time to upload a file of 50 MiB. */
const ANSWER_WITHIN_MS = 120_000
const OTHERS = 0o077
const LISTED_AT_ONCE = 1_000
/** Error codes of services that are full. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'EntityTooLarge'])

/** Limits the time until the response starts; reading its body may take as long as needed. */
const fetchInTime: typeof fetch = async (input, init) => {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new Error('no answer in time')), ANSWER_WITHIN_MS)
  try {
    // The signature covers only the headers that it names.
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(outgoingTraceHeaders())) headers.set(name, value)
    return await fetch(input, { ...init, headers, signal: abort.signal })
  } finally {
    clearTimeout(timer)
  }
}

const serviceError = (error: unknown): S3ServiceError | null => {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof S3ServiceError) return at
  return null
}

export const isNotFound = (error: unknown): boolean => serviceError(error)?.status === 404

/** The failure for an error of the service; the service's own message stays in the log. */
const s3Failure = (error: unknown): unknown => {
  if (error instanceof Failure) return error
  const refused = serviceError(error)
  if (refused?.status === 507 || FULL.has(refused?.serviceCode ?? ''))
    return new Failure('storage_full', 'The bucket for files is full; nothing was stored.', { cause: error })
  if (refused !== null)
    return new Failure('unavailable', `The file store refused the request: it answered ${refused.status}.`, {
      cause: error,
    })
  const isOurs = !(error instanceof S3NetworkError) && error instanceof TypeError && error.cause === undefined
  return isOurs ? error : new Failure('unavailable', 'The file store does not answer.', { cause: error })
}

export const fromService = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw s3Failure(error)
  }
}

/** Anybody may write to the temporary folder, so a folder of this name that is not ours must not be trusted. */
export const requireOwnFolder = (folder: string): void => {
  makePrivateFolder(folder)
  const { mode, uid } = lstatSync(folder)
  const isOurs = process.getuid === undefined || uid === process.getuid()
  if (!isOurs || (mode & OTHERS) !== 0)
    throw new Failure('unavailable', `${folder} belongs to somebody else: remove it, or set TMPDIR to another folder.`)
}

export async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  try {
    if (response.body !== null) yield* response.body
  } catch (error) {
    throw new Failure('unavailable', 'The connection to the file store was lost.', { cause: error })
  }
}

/** The `length` bytes after the first `skip`. Throws `unavailable` if there are fewer. */
async function* cut(pieces: AsyncIterable<Uint8Array>, skip: number, length: number): AsyncGenerator<Uint8Array> {
  let [passed, left] = [skip, length]
  for await (const piece of pieces) {
    const part = piece.subarray(passed, passed + left)
    passed = Math.max(0, passed - piece.byteLength)
    left -= part.byteLength
    if (part.byteLength > 0) yield part
    if (left === 0) return
  }
  throw new Failure('unavailable', 'The file store sent less than requested.')
}

/** @param minPartSize of an object that is sent in parts */
export const openBucket = (
  { bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Place,
  minPartSize?: number,
): S3mini =>
  new S3mini({
    accessKeyId,
    secretAccessKey,
    region,
    endpoint: `${endpoint}/${bucket}`,
    fetch: fetchInTime,
    ...(minPartSize === undefined ? {} : { minPartSize }),
  })

/**
 * Stores files as objects of a bucket, named by their digests. A file is first written to a local folder, because its name
 * is its digest and the service only accepts complete objects.
 */
export const s3Store = (given: S3Place): FileStore => {
  const { bucket, endpoint } = given
  const client = openBucket(given)

  const head = (sha256: string): Promise<{ bytes: number } | null> =>
    fromService(async () => {
      try {
        return { bytes: await client.getContentLength(sha256) }
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    })

  /** Sends the digest, so that the service refuses a file that was changed in transit. */
  const keep = async ({ path, sha256, bytes }: { path: string; sha256: string; bytes: number }): Promise<void> => {
    await fromService(async () =>
      client.putObject(
        sha256,
        await openAsBlob(path),
        PDF_TYPE,
        undefined,
        { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') },
        bytes,
      ),
    )
    const kept = await head(sha256)
    if (kept?.bytes !== bytes) throw new Failure('unavailable', 'The file store did not store the file.')
  }

  async function* read(sha256: string, span: ByteSpan | undefined): AsyncGenerator<Uint8Array> {
    const response = await fromService(async () => {
      try {
        // The client takes the end of a range as exclusive.
        return await client.getObjectRaw(
          sha256,
          span === undefined,
          span?.first,
          span === undefined ? undefined : span.last + 1,
        )
      } catch (error) {
        if (isNotFound(error)) throw new Failure('not_found', `There is no file ${sha256}.`)
        throw error
      }
    })
    if (response.status === 404) throw new Failure('not_found', `There is no file ${sha256}.`)
    if (span === undefined) yield* bodyOf(response)
    // A service may ignore a range.
    else yield* cut(bodyOf(response), response.status === 206 ? 0 : span.first, span.last - span.first + 1)
  }

  async function* list(): AsyncGenerator<{ sha256: string; bytes: number }> {
    for (let token: string | undefined; ;) {
      const page = await fromService(() => client.listObjectsPaged('/', '', LISTED_AT_ONCE, token))
      for (const { Key, Size } of page?.objects ?? []) if (FILE_DIGEST.test(Key)) yield { sha256: Key, bytes: Size }
      token = page?.nextContinuationToken
      if (token === undefined) return
    }
  }

  const folder = join(tmpdir(), `longview-incoming-${process.getuid?.() ?? ''}`)
  const incoming = incomingFolder(folder, keep)
  return {
    place: `s3://${bucket} at ${endpoint}`,
    ...incoming,
    stage: async (content) => {
      requireOwnFolder(folder)
      return incoming.stage(content)
    },
    read: (sha256, span) => (span === undefined ? checkDigest(sha256, read(sha256, span)) : read(sha256, span)),
    head,
    remove: (sha256) =>
      fromService(async () => {
        try {
          await client.deleteObject(sha256)
        } catch (error) {
          if (!isNotFound(error)) throw error
        }
      }),
    list,
  }
}
