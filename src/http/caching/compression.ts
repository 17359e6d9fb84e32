import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
  type BrotliOptions,
} from 'node:zlib'
import type { ContentEncoding } from './content-encoding.ts'

/**
 * A thread of its own costs a body of this size more than its compression, which takes a millisecond, and leaves the
 * memory of the compressor to be collected some time later.
 */
const MAX_SYNC_COMPRESSED_BYTES = 128 * 1_024
const GZIP_LEVEL = 5
const BROTLI_QUALITY = 4
/** A window of 256 KiB at most, and no larger than the body: the usual 4 MiB would be felt. */
const BROTLI_WINDOW_BITS = { least: 10, most: 18 }

const windowBits = (bytes: number): number =>
  Math.min(BROTLI_WINDOW_BITS.most, Math.max(BROTLI_WINDOW_BITS.least, Math.ceil(Math.log2(bytes))))

const brotliOptions = (body: Buffer): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(body.byteLength),
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  },
})

const compressAsync = {
  gzip: (body: Buffer) => promisify(gzip)(body, { level: GZIP_LEVEL }),
  br: (body: Buffer) => promisify(brotliCompress)(body, brotliOptions(body)),
}

/** Room for what a body usually comes to, so that its pieces need not be put together. */
const chunkSize = (body: Buffer): number => Math.max(1_024, Math.ceil(body.byteLength / 2))

const compressSync = {
  gzip: (body: Buffer) => gzipSync(body, { level: GZIP_LEVEL, chunkSize: chunkSize(body) }),
  br: (body: Buffer) => brotliCompressSync(body, { ...brotliOptions(body), chunkSize: chunkSize(body) }),
}

/** zlib returns the start of a larger buffer, which would stay in memory with it. */
const copyExactly = (bytes: Buffer): Buffer => {
  const exact = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(exact)
  return exact
}

export type Compression = Exclude<ContentEncoding, 'identity'>

/**
 * Where text becomes bytes that are only compressed. In memory of their own they would wait for the collector beside the
 * responses that are kept, and leave holes between them.
 */
const scratch = Buffer.allocUnsafeSlow(MAX_SYNC_COMPRESSED_BYTES)

/** Bytes to compress before anything else is done: the next text overwrites them. */
const scratchBytes = (text: string): Buffer =>
  Buffer.byteLength(text) <= scratch.byteLength ? scratch.subarray(0, scratch.write(text)) : Buffer.from(text)

/** A text, or bytes, in an encoding; the result shares memory with nothing. */
export const compress = async (content: Buffer | string, encoding: Compression): Promise<Buffer> => {
  const body = typeof content === 'string' ? scratchBytes(content) : content
  const compressed = await (body.byteLength > MAX_SYNC_COMPRESSED_BYTES ? compressAsync : compressSync)[encoding](body)
  return copyExactly(compressed)
}

const decompressSync = { gzip: gunzipSync, br: brotliDecompressSync }

export const decompress = (body: Buffer, encoding: Compression): Buffer => copyExactly(decompressSync[encoding](body))
