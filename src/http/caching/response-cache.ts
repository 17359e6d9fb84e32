import type { ContentEncoding } from './content-encoding.ts'
import type { CachedResponse, Variant } from './cached-response.ts'

/** What an entry costs beside its bytes: objects, headers, its place in the map. */
const OVERHEAD_BYTES = 1_500
/** A longer address is hardly asked for twice. */
const MAX_KEY_LENGTH = 1_000
const MAX_BUILD_ATTEMPTS = 3

/**
 * Ready answers of one corpus revision, bounded by bytes; the least recently used go first. A new revision empties
 * it, so nothing stale is ever given: what is public changes only with the revision.
 */
export type ResponseCache = {
  /** The answer to a path with its query, if it is here, in this encoding, and current. */
  peek(key: string, encoding: ContentEncoding): Variant | undefined
  /** The answer, built if need be; a burst for one key builds once. Only lasting answers are kept. */
  load(key: string, encoding: ContentEncoding, build: (revision: number) => Promise<CachedResponse>): Promise<Variant>
  byteLength(): number
}

/** @param revision the corpus revision this instant, also when another process raised it */
export const responseCache = ({ revision, maxBytes }: { revision: () => number; maxBytes: number }): ResponseCache => {
  const entries = new Map<string, { ready: CachedResponse; bytes: number }>()
  const building = new Map<string, Promise<CachedResponse>>()
  let current = -1
  let bytes = 0
  let wasCheckedThisTurn = false

  /** Moves to the newest revision; what belongs to an older one goes. */
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

  /** Requests that arrive in one turn of the event loop share a check: no answer of a later change can be out yet. */
  const isCurrent = (): boolean => {
    if (wasCheckedThisTurn) return true
    try {
      refresh()
    } catch {
      // The store does not answer. Whoever builds an answer meets the same failure and can tell it.
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

  /** Puts an answer last in line to go, counted as large as it is now. */
  const store = (key: string, ready: CachedResponse): void => {
    evict(key)
    const size = ready.byteLength() + key.length * 2 + OVERHEAD_BYTES
    if (key.length > MAX_KEY_LENGTH || size > maxBytes / 8) return
    entries.set(key, { ready, bytes: size })
    bytes += size
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return
      evict(oldest)
    }
  }

  /** Built again in the rare case that a change came between, so that body and validator belong together. */
  const buildAtOneRevision = async (key: string, build: (revision: number) => Promise<CachedResponse>) => {
    for (let attempt = 1; ; attempt += 1) {
      const before = refresh()
      const ready = await build(before)
      const isCurrent = refresh() === before
      if (isCurrent && ready.isCacheable) store(key, ready)
      if (isCurrent || attempt === MAX_BUILD_ATTEMPTS) return ready
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
      const variant = entry?.ready.get(encoding)
      if (entry === undefined || variant === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return variant
    },
    load: async (key, encoding, build) => {
      refresh()
      const ready = entries.get(key)?.ready ?? (await responseFor(key, build))
      const known = ready.get(encoding)
      if (known !== undefined) return known
      const made = await ready.encode(encoding)
      if (entries.get(key)?.ready === ready) store(key, ready)
      return made
    },
    byteLength: () => bytes,
  }
}
