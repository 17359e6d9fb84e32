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
import type { Reply } from '#http/routing/reply.ts'
import type { ContentEncoding } from './content-encoding.ts'

/** Smaller bodies fit into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024
/**
 * A thread of its own costs a body of this size more than its compression, which takes a millisecond, and leaves the
 * memory of the compressor to be collected some time later.
 */
const MAX_SYNC_COMPRESSED_BYTES = 128 * 1_024
const GZIP_LEVEL = 5
const BROTLI_QUALITY = 4
/** A window of 256 KiB at most, and no larger than the body: the usual 4 MiB would be felt. */
const BROTLI_WINDOW_BITS = { least: 10, most: 18 }

/** A policy belongs to the page it came with; a 304 must not replace it. */
const CONTENT_HEADERS = new Set(['Content-Type', 'Content-Encoding', 'Content-Length', 'Content-Security-Policy'])

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

const compressSync = {
  gzip: (body: Buffer) => gzipSync(body, { level: GZIP_LEVEL }),
  br: (body: Buffer) => brotliCompressSync(body, brotliOptions(body)),
}

/** Bytes in memory of their own: a small buffer of the usual kind keeps a larger piece, shared with others, from being freed. */
const bytesOf = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** What a compressor gives is the beginning of a larger piece of memory, which would be kept with it. */
const copyExactly = (bytes: Buffer): Buffer => {
  const exact = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(exact)
  return exact
}

type Compression = Exclude<ContentEncoding, 'identity'>

const compress = async (body: Buffer, encoding: Compression): Promise<Buffer> => {
  const compressed = await (body.byteLength > MAX_SYNC_COMPRESSED_BYTES ? compressAsync : compressSync)[encoding](body)
  return copyExactly(compressed)
}

const decompress = { gzip: gunzipSync, br: brotliDecompressSync }

/** The bytes of an answer in one encoding, and all its headers that do not depend on who asks: names and values in turn. */
export type Variant = {
  status: number
  body: Buffer
  etag: string
  headers: readonly string[]
  /** What a 304 repeats (RFC 9110 section 15.4.5): nothing that tells of a body. */
  notModifiedHeaders: readonly string[]
}

/**
 * An answer whose bytes are made once and given many times, in the encodings that are asked for: whoever takes compressed
 * bytes does not make it keep the others, which are four times as many.
 */
export type CachedResponse = {
  /** Whether it may be given again: complete, and a success. */
  isCacheable: boolean
  /** What is there already: nothing until it is first made. */
  get(encoding: ContentEncoding): Variant | undefined
  encode(encoding: ContentEncoding): Promise<Variant>
  byteLength(): number
}

/** Strong validators differ where bytes differ, so the encoding is part of the tag (RFC 9110 section 8.8.3). */
const etagFor = (tag: string, encoding: ContentEncoding): string =>
  encoding === 'identity' ? tag : `${tag.slice(0, -1)}-${encoding}"`

/** @param tag the validator of the uncompressed bytes */
export const cachedResponse = ({ body: text, ...answer }: Reply, tag: string): CachedResponse => {
  const variants = new Map<ContentEncoding, Variant>()
  const add = (body: Buffer, encoding: ContentEncoding): Variant => {
    const headers: Record<string, string> = {
      'Content-Type': answer.type,
      ...answer.headers,
      ETag: etagFor(tag, encoding),
      Vary: 'Accept-Encoding',
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    }
    const pairs = Object.entries({ ...headers, 'Content-Length': String(body.byteLength) })
    const variant = {
      status: answer.status,
      body,
      etag: etagFor(tag, encoding),
      headers: pairs.flat(),
      notModifiedHeaders: pairs.filter(([name]) => !CONTENT_HEADERS.has(name)).flat(),
    }
    variants.set(encoding, variant)
    return variant
  }
  // Nothing below may name the text: what is kept would keep it too, beside its bytes.
  let fresh: Buffer | null = bytesOf(text)
  const isSmall = fresh.byteLength < MIN_COMPRESSED_BYTES
  const plainBytes = (): Buffer => {
    const identity = fresh ?? variants.get('identity')?.body
    if (identity !== undefined) return identity
    const [[encoding, { body }]] = [...variants] as [[Compression, Variant]]
    return copyExactly(decompress[encoding](body))
  }
  return {
    isCacheable: answer.status === 200 && answer.isPartial !== true,
    get: (encoding) => variants.get(isSmall ? 'identity' : encoding),
    encode: async (asked) => {
      const encoding = isSmall ? 'identity' : asked
      const known = variants.get(encoding)
      if (known !== undefined) return known
      const plain = plainBytes()
      const body = encoding === 'identity' ? plain : await compress(plain, encoding)
      fresh = null
      return add(body, encoding)
    },
    byteLength: () => [...variants.values()].reduce((sum, { body }) => sum + body.byteLength, fresh?.byteLength ?? 0),
  }
}
