import type { Reply } from '#http/routing/reply.ts'
import {
  compress,
  decompress,
  type Compression,
  type ContentEncoding,
  variantOf,
  type Variant,
} from './content-encoding.ts'

/** A cache may keep a response for a minute at most, after which a retracted paper is gone everywhere. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=60, must-revalidate'

/** Longer request targets are parsed every time. */
const MAX_TARGET_LENGTH = 300
const MAX_TARGETS = 2_000

/**
 * The cache keys of recent request targets, which saves parsing a target again. Different targets that ask for the same
 * have the same key. The oldest go first; filling it up on purpose only makes other targets be parsed again.
 */
export type TargetKeys = {
  find(target: string): string | undefined
  remember(target: string, key: string): void
}

/** The name of a target that has several media types, whose key also depends on the Accept header. */
export const negotiatedTarget = (target: string, accept: string | undefined): string => `${target}\n${accept ?? ''}`

export const targetKeys = (): TargetKeys => {
  const keys = new Map<string, string>()
  return {
    find: (target) => keys.get(target),
    remember: (target, key) => {
      if (target.length > MAX_TARGET_LENGTH || keys.has(target)) return
      keys.set(target, key)
      const [oldest] = keys.keys()
      if (keys.size > MAX_TARGETS && oldest !== undefined) keys.delete(oldest)
    },
  }
}

/** Smaller bodies fit into one packet uncompressed. */
export const MIN_COMPRESSED_BYTES = 1_024

/** Bytes outside Node's shared pool: a small buffer from the pool would keep all of it in memory. */
const bytesOf = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/**
 * A response whose bytes are made once and sent many times. It holds only the encodings that clients asked for, since
 * uncompressed bytes take four times the memory.
 */
export type CachedResponse = {
  /** Whether it is complete and a success. */
  isCacheable: boolean
  /** The variant in this encoding, if `encode` has made it. */
  get(encoding: ContentEncoding): Variant | undefined
  encode(encoding: ContentEncoding): Promise<Variant>
  byteLength(): number
}

/** Strong validators differ where bytes differ, so the encoding is part of the tag (RFC 9110 section 8.8.3). */
const etagFor = (tag: string, encoding: ContentEncoding): string =>
  encoding === 'identity' ? tag : `${tag.slice(0, -1)}-${encoding}"`

/** @param tag the validator of the uncompressed bytes @param quality of Brotli */
export const cachedResponse = ({ body: text, ...reply }: Reply, tag: string, quality?: number): CachedResponse => {
  const variants = new Map<ContentEncoding, Variant>()
  const add = (body: Buffer, encoding: ContentEncoding): Variant => {
    const variant = variantOf(reply.status, body, {
      'Content-Type': reply.type,
      ...reply.headers,
      ETag: etagFor(tag, encoding),
      Vary: [...(reply.headers.Vary === undefined ? [] : [reply.headers.Vary]), 'Accept-Encoding'].join(', '),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      'Content-Length': String(body.byteLength),
    })
    variants.set(encoding, variant)
    return variant
  }
  // The functions below must not use `text`: their closure would keep it in memory along with the bytes.
  let fresh: string | null = text
  const isSmall = Buffer.byteLength(text) < MIN_COMPRESSED_BYTES
  const plainBytes = (): Buffer => {
    const identity = variants.get('identity')?.body
    if (identity !== undefined) return identity
    const [[encoding, { body }]] = [...variants] as [[Compression, Variant]]
    return decompress(body, encoding)
  }
  const bytesIn = (encoding: ContentEncoding): Buffer | Promise<Buffer> => {
    if (encoding === 'identity') return fresh === null ? plainBytes() : bytesOf(fresh)
    return compress(fresh ?? plainBytes(), encoding, quality)
  }
  return {
    isCacheable: reply.status === 200 && reply.isPartial !== true,
    get: (encoding) => variants.get(isSmall ? 'identity' : encoding),
    encode: async (requested) => {
      const encoding = isSmall ? 'identity' : requested
      const known = variants.get(encoding)
      if (known !== undefined) return known
      const body = await bytesIn(encoding)
      fresh = null
      return add(body, encoding)
    },
    byteLength: () => [...variants.values()].reduce((sum, { body }) => sum + body.byteLength, fresh?.length ?? 0),
  }
}

/** The memory that an entry takes besides its bytes: objects, headers, the map entry. */
const OVERHEAD_BYTES = 1_500
/** Longer addresses are not cached: they are rarely requested twice. */
const MAX_KEY_LENGTH = 1_000
const MAX_BUILD_ATTEMPTS = 3

/** Enough for several hundred compressed lists. */
export const RESPONSE_CACHE_BYTES = 4 * 1_024 * 1_024

/**
 * Cached responses of one corpus revision, limited by bytes; the least recently requested go first. Public content changes
 * only with the revision, which empties the cache, so a stale response is never sent.
 */
export type ResponseCache = {
  /** The response for a key, if it is cached in this encoding and current. */
  peek(key: string, encoding: ContentEncoding): Variant | undefined
  /** The response, built if necessary, and only once for concurrent requests. Only cacheable responses are stored. */
  load(key: string, encoding: ContentEncoding, build: (revision: number) => Promise<CachedResponse>): Promise<Variant>
  byteLength(): number
}

/** `isRequested`: requested again since it was stored or last spared from eviction. */
type Entry = { response: CachedResponse; bytes: number; isRequested: boolean }

/** @param revision gives the current corpus revision, also after a change by another process */
export const responseCache = ({ revision, maxBytes }: { revision: () => number; maxBytes: number }): ResponseCache => {
  const entries = new Map<string, Entry>()
  const building = new Map<string, Promise<CachedResponse>>()
  let current = -1
  let bytes = 0
  let wasCheckedThisTick = false

  /** Moves to the current revision and drops responses of an older one. */
  const refresh = (): number => {
    const now = revision()
    if (now !== current) {
      current = now
      entries.clear()
      building.clear()
      bytes = 0
    }
    return now
  }

  /**
   * Requests in one iteration of the event loop share a check: nobody can know yet of a change that was made after
   * it.
   */
  const isCurrent = (): boolean => {
    if (wasCheckedThisTick) return true
    try {
      refresh()
    } catch {
      // The store does not answer; building the response will fail in the same way and report it.
      return false
    }
    wasCheckedThisTick = true
    setImmediate(() => {
      wasCheckedThisTick = false
    })
    return true
  }

  const evict = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  const add = (key: string, entry: Entry): void => {
    entries.set(key, entry)
    bytes += entry.bytes
  }

  /**
   * Evicts by second chance: an entry that was requested again moves to the end once. Exact least-recently-used order would
   * cost each cached response more than the lookup itself.
   */
  const makeRoom = (newest: string): void => {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return
      if (key === newest) continue
      evict(key)
      if (entry.isRequested) add(key, { ...entry, isRequested: false })
    }
  }

  /** Stores a response at the end of the eviction order, with its current size. */
  const store = (key: string, response: CachedResponse): void => {
    evict(key)
    const size = response.byteLength() + key.length * 2 + OVERHEAD_BYTES
    if (key.length > MAX_KEY_LENGTH || size > maxBytes / 4) return
    add(key, { response, bytes: size, isRequested: false })
    makeRoom(key)
  }

  /** Builds again if the corpus changed in the meantime, so that the body matches its entity tag. */
  const buildAtOneRevision = async (key: string, build: (revision: number) => Promise<CachedResponse>) => {
    for (let attempt = 1; ; attempt += 1) {
      const before = refresh()
      const response = await build(before)
      const isCurrent = refresh() === before
      if (isCurrent && response.isCacheable) store(key, response)
      if (isCurrent || attempt === MAX_BUILD_ATTEMPTS) return response
    }
  }

  const responseFor = (key: string, build: (revision: number) => Promise<CachedResponse>): Promise<CachedResponse> => {
    const running = building.get(key)
    if (running !== undefined) return running
    const built = buildAtOneRevision(key, build).finally(() => {
      if (building.get(key) === built) building.delete(key)
    })
    building.set(key, built)
    return built
  }

  return {
    peek: (key, encoding) => {
      if (!isCurrent()) return undefined
      const entry = entries.get(key)
      const variant = entry?.response.get(encoding)
      if (entry !== undefined && variant !== undefined) entry.isRequested = true
      return variant
    },
    load: async (key, encoding, build) => {
      refresh()
      const response = entries.get(key)?.response ?? (await responseFor(key, build))
      const known = response.get(encoding)
      if (known !== undefined) return known
      const made = await response.encode(encoding)
      if (entries.get(key)?.response === response) store(key, response)
      return made
    },
    byteLength: () => bytes,
  }
}
