import type { Reply } from '#http/routing/reply.ts'
import { compress, decompress, type Compression } from './compression.ts'
import type { ContentEncoding } from './content-encoding.ts'
import { keepVariant, type KeptVariant } from './kept-variant.ts'
import { variantOf } from './variant.ts'

/** Smaller bodies fit into one packet uncompressed. */
export const MIN_COMPRESSED_BYTES = 1_024

/** Bytes in memory of their own: a small buffer from the shared pool would keep the whole pool from being freed. */
const bytesOf = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/**
 * A response whose bytes are made once and sent many times. It holds only the encodings that clients asked for: plain
 * bytes take four times the memory of compressed ones.
 */
export type CachedResponse = {
  /** Whether it may be sent again: complete, and a success. */
  isCacheable: boolean
  /** The variant in this encoding, if `encode` has made it. */
  get(encoding: ContentEncoding): KeptVariant | undefined
  encode(encoding: ContentEncoding): Promise<KeptVariant>
  byteLength(): number
}

/** Strong validators differ where bytes differ, so the encoding is part of the tag (RFC 9110 section 8.8.3). */
const etagFor = (tag: string, encoding: ContentEncoding): string =>
  encoding === 'identity' ? tag : `${tag.slice(0, -1)}-${encoding}"`

/** @param tag the validator of the uncompressed bytes */
export const cachedResponse = ({ body: text, ...answer }: Reply, tag: string): CachedResponse => {
  const variants = new Map<ContentEncoding, KeptVariant>()
  const add = (body: Buffer, encoding: ContentEncoding): KeptVariant => {
    const variant = variantOf(answer.status, body, {
      'Content-Type': answer.type,
      ...answer.headers,
      ETag: etagFor(tag, encoding),
      Vary: [...(answer.headers.Vary === undefined ? [] : [answer.headers.Vary]), 'Accept-Encoding'].join(', '),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      'Content-Length': String(body.byteLength),
    })
    const kept = keepVariant(variant)
    variants.set(encoding, kept)
    return kept
  }
  // Code below must not use `text`: a closure would keep it in memory beside the bytes made from it.
  let fresh: string | null = text
  const isSmall = Buffer.byteLength(text) < MIN_COMPRESSED_BYTES
  const plainBytes = (): Buffer => {
    const identity = variants.get('identity')?.body
    if (identity !== undefined) return identity
    const [[encoding, { body }]] = [...variants] as [[Compression, KeptVariant]]
    return decompress(body, encoding)
  }
  const bytesIn = (encoding: ContentEncoding): Buffer | Promise<Buffer> => {
    if (encoding === 'identity') return fresh === null ? plainBytes() : bytesOf(fresh)
    return compress(fresh ?? plainBytes(), encoding)
  }
  return {
    isCacheable: answer.status === 200 && answer.isPartial !== true,
    get: (encoding) => variants.get(isSmall ? 'identity' : encoding),
    encode: async (asked) => {
      const encoding = isSmall ? 'identity' : asked
      const known = variants.get(encoding)
      if (known !== undefined) return known
      const body = await bytesIn(encoding)
      fresh = null
      return add(body, encoding)
    },
    byteLength: () => [...variants.values()].reduce((sum, { byteLength }) => sum + byteLength, fresh?.length ?? 0),
  }
}
