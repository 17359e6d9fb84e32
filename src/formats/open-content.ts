import { createGunzip } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { Failure, messageOf } from '#core/failure.ts'

/** How much of a source is inspected before it is read. */
const HEAD_BYTES = 65_536

/** The first bytes of a source, and the whole of it. */
export type OpenedContent = { head: Buffer; bytes: AsyncIterable<Buffer>; isUnpacked?: boolean }

/** Reads the first bytes of a source. */
export const peek = async (source: AsyncIterable<Buffer>): Promise<OpenedContent> => {
  const iterator = source[Symbol.asyncIterator]()
  const pieces: Buffer[] = []
  let length = 0
  let isOver = false
  let broken: unknown = null
  while (length < HEAD_BYTES && !isOver) {
    try {
      const { value, done = false } = await iterator.next()
      isOver = done
      if (done) break
      pieces.push(value)
      length += value.byteLength
    } catch (error) {
      // The bytes before the error are read first.
      if (length === 0) throw error
      broken = error
      isOver = true
    }
  }
  const bytes = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* pieces
      if (broken !== null) throw broken
      while (!isOver) {
        const { value, done = false } = await iterator.next()
        isOver = done
        if (!done) yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { head: Buffer.concat(pieces).subarray(0, HEAD_BYTES), bytes: bytes() }
}

async function* gunzip(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = createGunzip()
  // Errors are thrown where the bytes are read.
  pipeline(Readable.from(bytes), unpacked, () => {})
  try {
    for await (const piece of unpacked) yield piece as Buffer
  } catch (error) {
    throw new Failure('malformed', `The compressed file cannot be decompressed: ${messageOf(error)}.`, { cause: error })
  }
}

/** Also an archive without files. */
export const isZip = (head: Buffer): boolean => /^PK(?:\u0003\u0004|\u0005\u0006)/u.test(head.toString('latin1', 0, 4))

export const isGzip = (head: Buffer): boolean => head[0] === 0x1f && head[1] === 0x8b

/**
 * Opens a source and peeks at its start; gzip, also of several members, is decompressed as it is read. Throws `unsupported_media_type`
 * for what is compressed twice, which makes a small file unpack to anything.
 */
export const openContent = async (source: AsyncIterable<Buffer>): Promise<OpenedContent> => {
  const opened = await peek(source)
  if (!isGzip(opened.head)) return opened
  const unpacked = await peek(gunzip(opened.bytes))
  if (isGzip(unpacked.head))
    throw new Failure('unsupported_media_type', 'This file is compressed twice with gzip: unpack it once.')
  return { ...unpacked, isUnpacked: true }
}
