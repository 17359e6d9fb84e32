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

/** The content codings of cached responses, best first. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const
export type ContentEncoding = (typeof contentEncodings)[number]

const ITEM = /^(?<name>[\w*-]+)(?:\s*;\s*q=(?<weight>[01](?:\.\d{0,3})?))?$/iu

const bestEncoding = (header: string): ContentEncoding => {
  const weights = new Map<string, number>()
  for (const item of header.split(',')) {
    const { name, weight } = ITEM.exec(item.trim())?.groups ?? {}
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight ?? 1))
  }
  const weightOf = (encoding: ContentEncoding): number =>
    // Identity is acceptable unless refused, and is used only when no other coding is accepted (RFC 9110 section 12.5.3).
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.000_1 : 0)
  const best = contentEncodings.toSorted((a, b) => weightOf(b) - weightOf(a))[0]
  return best !== undefined && weightOf(best) > 0 ? best : 'identity'
}

const knownHeaders = new Map<string, ContentEncoding>()
const MAX_CACHED_HEADERS = 200

const lookUp = (header: string): ContentEncoding => {
  const known = knownHeaders.get(header)
  if (known !== undefined) return known
  const encoding = bestEncoding(header)
  if (knownHeaders.size < MAX_CACHED_HEADERS) knownHeaders.set(header, encoding)
  return encoding
}

/** The encoding to answer an Accept-Encoding header with. */
export const negotiateEncoding = (header: string | undefined): ContentEncoding =>
  header === undefined || header === '' ? 'identity' : lookUp(header)

/**
 * Up to this size, using the thread pool costs more than compressing, which takes a millisecond, and the compressor's memory
 * would be freed only some time later.
 */
const MAX_SYNC_COMPRESSED_BYTES = 128 * 1_024
const GZIP_LEVEL = 5
/** What is compressed again whenever the corpus changes. */
const BROTLI_QUALITY = 4
/** What is compressed once in the life of a process: a tenth less than the other, for a fifth more time. */
export const BROTLI_QUALITY_OF_FILES = 6
/** A window of at most 256 KiB, and no larger than the body: the default of 4 MiB would be noticeable. */
const BROTLI_WINDOW_BITS = { least: 10, most: 18 }

const windowBits = (bytes: number): number =>
  Math.min(BROTLI_WINDOW_BITS.most, Math.max(BROTLI_WINDOW_BITS.least, Math.ceil(Math.log2(bytes))))

const brotliOptions = (body: Buffer, quality: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(body.byteLength),
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  },
})

const compressAsync = {
  gzip: (body: Buffer) => promisify(gzip)(body, { level: GZIP_LEVEL }),
  br: (body: Buffer, quality: number) => promisify(brotliCompress)(body, brotliOptions(body, quality)),
}

/** Room for the usual result, so that it need not be joined from pieces. */
const chunkSize = (body: Buffer): number => Math.max(1_024, Math.ceil(body.byteLength / 2))

const compressSync = {
  gzip: (body: Buffer) => gzipSync(body, { level: GZIP_LEVEL, chunkSize: chunkSize(body) }),
  br: (body: Buffer, quality: number) =>
    brotliCompressSync(body, { ...brotliOptions(body, quality), chunkSize: chunkSize(body) }),
}

/** zlib returns a view of a larger buffer, all of which would stay in memory. */
const copyExactly = (bytes: Buffer): Buffer => {
  const exact = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(exact)
  return exact
}

export type Compression = Exclude<ContentEncoding, 'identity'>

/** Reused for text that is only compressed: separate buffers would be garbage that fragments the memory of the cache. */
const scratch = Buffer.allocUnsafeSlow(MAX_SYNC_COMPRESSED_BYTES)

/** The text as bytes, which must be compressed at once: the next call overwrites them. */
const scratchBytes = (text: string): Buffer =>
  Buffer.byteLength(text) <= scratch.byteLength ? scratch.subarray(0, scratch.write(text)) : Buffer.from(text)

/** Compresses a text or bytes; the result does not share memory with anything else. @param quality of Brotli */
export const compress = async (
  content: Buffer | string,
  encoding: Compression,
  quality = BROTLI_QUALITY,
): Promise<Buffer> => {
  const body = typeof content === 'string' ? scratchBytes(content) : content
  const compressors = body.byteLength > MAX_SYNC_COMPRESSED_BYTES ? compressAsync : compressSync
  const compressed = await compressors[encoding](body, quality)
  return copyExactly(compressed)
}

const decompressSync = { gzip: gunzipSync, br: brotliDecompressSync }

export const decompress = (body: Buffer, encoding: Compression): Buffer => copyExactly(decompressSync[encoding](body))

/** A response in one encoding, with all headers that do not depend on the request, as alternating names and values. */
export type Variant<Body = Buffer> = {
  status: number
  body: Body
  etag: string | undefined
  headers: readonly string[]
  /** What a 304 repeats (RFC 9110 section 15.4.5): no header that describes a body. */
  notModifiedHeaders: readonly string[]
}

/** Larger bodies are costly to send, so they are queued even when they are cached. */
export const MAX_UNQUEUED_BYTES = 64 * 1_024

/** A 304 must not replace the policy of the page that the client has. */
const CONTENT_HEADERS = new Set(['Content-Type', 'Content-Encoding', 'Content-Length', 'Content-Security-Policy'])

export const variantOf = <Body>(status: number, body: Body, headers: Record<string, string>): Variant<Body> => {
  const pairs = Object.entries(headers)
  return {
    status,
    body,
    etag: headers.ETag,
    headers: pairs.flat(),
    notModifiedHeaders: pairs.filter(([name]) => !CONTENT_HEADERS.has(name)).flat(),
  }
}
