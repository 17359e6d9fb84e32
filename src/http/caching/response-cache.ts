import type { CachedResponse } from './cached-response.ts'
import type { ContentEncoding } from './content-encoding.ts'
import type { KeptVariant } from './kept-variant.ts'

/** Memory of an entry beyond its bytes: objects, headers, the map entry. */
const OVERHEAD_BYTES = 1_500
/** Longer addresses are not cached: they are rarely requested twice. */
const MAX_KEY_LENGTH = 1_000
const MAX_BUILD_ATTEMPTS = 3

/** Enough for several hundred compressed lists. */
export const RESPONSE_CACHE_BYTES = 4 * 1_024 * 1_024

/**
 * Cached responses of one corpus revision, bounded by bytes; those go first that nobody requested lately. A new revision
 * empties the cache, so it never sends a stale response: what is public changes only with the revision.
 */
export type ResponseCache = {
  /** The response to a request target, if it is here in this encoding and current. */
  peek(key: string, encoding: ContentEncoding): KeptVariant | undefined
  /** The response, built if need be; a burst for one key builds once. Only cacheable responses are kept. */
  load(
    key: string,
    encoding: ContentEncoding,
    build: (revision: number) => Promise<CachedResponse>,
  ): Promise<KeptVariant>
  byteLength(): number
}

/** `isRequested`: again, since it was stored or last passed over for eviction. */
type Entry = { response: CachedResponse; bytes: number; isRequested: boolean }

/** @param revision the corpus revision this instant, also when another process raised it */
export const responseCache = ({ revision, maxBytes }: { revision: () => number; maxBytes: number }): ResponseCache => {
  const entries = new Map<string, Entry>()
  const building = new Map<string, Promise<CachedResponse>>()
  let current = -1
  let bytes = 0
  let wasCheckedThisTurn = false

  /** Moves to the newest revision and drops what belongs to an older one. */
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

  /** Requests that arrive in one turn of the event loop share a check: no response to a later change can be out yet. */
  const isCurrent = (): boolean => {
    if (wasCheckedThisTurn) return true
    try {
      refresh()
    } catch {
      // The store does not answer. Building the response meets the same failure and reports it.
      return false
    }
    wasCheckedThisTurn = true
    setImmediate(() => {
      wasCheckedThisTurn = false
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
   * Second chances: what was requested again moves to the end of the order instead. Moving it with each request would keep
   * the order exact, and would cost a cached response more than looking it up.
   */
  const makeRoom = (newest: string): void => {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return
      if (key === newest) continue
      evict(key)
      if (entry.isRequested) add(key, { ...entry, isRequested: false })
    }
  }

  /** Moves a response to the end of the eviction order, at its present size. */
  const store = (key: string, response: CachedResponse): void => {
    evict(key)
    const size = response.byteLength() + key.length * 2 + OVERHEAD_BYTES
    if (key.length > MAX_KEY_LENGTH || size > maxBytes / 4) return
    add(key, { response, bytes: size, isRequested: false })
    makeRoom(key)
  }

  /** Built again if the corpus changed meanwhile, so that the body matches its validator. */
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
