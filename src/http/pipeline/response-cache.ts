import type { Encoding } from './content-encoding.ts'
import type { ReadyAnswer, Variant } from './cached-response.ts'

/** What an entry costs beside its bytes: objects, headers, its place in the map. */
const OVERHEAD_BYTES = 1_500
/** A longer address is hardly asked for twice. */
const LONGEST_KEY = 1_000
const BUILD_AGAIN_AT_MOST = 3

/**
 * Ready answers of one corpus revision, bounded by bytes; the least recently used go first. A new revision empties
 * it, so nothing stale is ever given: what is public changes only with the revision.
 */
export type ResponseCache = {
  /** The answer to a path with its query, if it is here, in this encoding, and current. */
  peek(key: string, encoding: Encoding): Variant | undefined
  /** The answer, built if need be; a burst for one key builds once. Only lasting answers are kept. */
  load(key: string, encoding: Encoding, build: (revision: number) => Promise<ReadyAnswer>): Promise<Variant>
  bytes(): number
}

/** @param revision the corpus revision this instant, also when another process raised it */
export const responseCache = ({ revision, maxBytes }: { revision: () => number; maxBytes: number }): ResponseCache => {
  const entries = new Map<string, { ready: ReadyAnswer; bytes: number }>()
  const building = new Map<string, Promise<ReadyAnswer>>()
  let current = -1
  let bytes = 0
  let checkedThisTurn = false

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
  const isCurrentThisTurn = (): boolean => {
    if (checkedThisTurn) return true
    try {
      refresh()
    } catch {
      // The store does not answer. Whoever builds an answer meets the same failure and can tell it.
      return false
    }
    checkedThisTurn = true
    setImmediate(() => {
      checkedThisTurn = false
    })
    return true
  }

  const forget = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  /** Puts an answer last in line to go, counted as large as it is now. */
  const keep = (key: string, ready: ReadyAnswer): void => {
    forget(key)
    const size = ready.bytes() + key.length * 2 + OVERHEAD_BYTES
    if (key.length > LONGEST_KEY || size > maxBytes / 8) return
    entries.set(key, { ready, bytes: size })
    bytes += size
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return
      forget(oldest)
    }
  }

  /** Built again in the rare case that a change came between, so that body and validator belong together. */
  const buildAtOneRevision = async (key: string, build: (revision: number) => Promise<ReadyAnswer>) => {
    for (let attempt = 1; ; attempt += 1) {
      const before = refresh()
      const ready = await build(before)
      const isCurrent = refresh() === before
      if (isCurrent && ready.isLasting) keep(key, ready)
      if (isCurrent || attempt === BUILD_AGAIN_AT_MOST) return ready
    }
  }

  const readyFor = (key: string, build: (revision: number) => Promise<ReadyAnswer>): Promise<ReadyAnswer> => {
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
      if (!isCurrentThisTurn()) return undefined
      const entry = entries.get(key)
      const variant = entry?.ready.have(encoding)
      if (entry === undefined || variant === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return variant
    },
    load: async (key, encoding, build) => {
      refresh()
      const ready = entries.get(key)?.ready ?? (await readyFor(key, build))
      const known = ready.have(encoding)
      if (known !== undefined) return known
      const made = await ready.make(encoding)
      if (entries.get(key)?.ready === ready) keep(key, ready)
      return made
    },
    bytes: () => bytes,
  }
}
