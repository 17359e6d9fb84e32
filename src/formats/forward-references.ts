import type { ReadRecord } from '#core/imports/imported-record.ts'

/** The most of each kind that is kept: what records may refer to, and records that wait for what they refer to. */
const MAX_KEPT = 5_000
/** The most characters of each kind. */
const MAX_KEPT_CHARACTERS = 20_000_000
/** How many references a record waits for. They are looked up again with each record that comes. */
const MAX_NEEDS = 20

/** Records that wait for what they refer to, and their length in characters. */
export type WaitingRecords = { build: () => ReadRecord[]; needs: readonly string[]; size: number }

/**
 * Keeps records in their order until what they refer to is read. A record waits, with all that come after it, until that is known,
 * the source ends, or too many wait.
 */
export const forwardReferences = <Target>() => {
  const targets = new Map<string, { target: Target; size: number }>()
  let targetCharacters = 0
  let held: WaitingRecords[] = []
  let heldCharacters = 0
  /** How many of those held are released already; they are dropped together, since each drop moves all others. */
  let released = 0
  const isWaiting = ({ needs }: WaitingRecords): boolean => needs.some((key) => !targets.has(key))
  const release = (isEnd: boolean): ReadRecord[] => {
    const records: ReadRecord[] = []
    for (let next = held[released]; next !== undefined; next = held[released]) {
      const isFull = held.length - released > MAX_KEPT || heldCharacters > MAX_KEPT_CHARACTERS
      if (!isEnd && !isFull && isWaiting(next)) break
      released += 1
      heldCharacters -= next.size
      records.push(...next.build())
    }
    if (released * 2 >= held.length) {
      held = held.slice(released)
      released = 0
    }
    return records
  }
  return {
    /** Keeps what records may refer to, while there is room. */
    define(key: string, target: Target, size: number): void {
      if (targets.has(key) || targets.size >= MAX_KEPT || targetCharacters + size > MAX_KEPT_CHARACTERS) return
      targetCharacters += size
      targets.set(key, { target, size })
    },
    get: (key: string): Target | undefined => targets.get(key)?.target,
    /** Makes room, once nothing else refers to it. */
    forget(key: string): void {
      targetCharacters -= targets.get(key)?.size ?? 0
      targets.delete(key)
    },
    /** The records that need not wait any longer. */
    add(waiting: WaitingRecords): ReadRecord[] {
      heldCharacters += waiting.size
      held.push({ ...waiting, needs: waiting.needs.slice(0, MAX_NEEDS) })
      return release(false)
    },
    release: (): ReadRecord[] => release(false),
    end: (): ReadRecord[] => release(true),
  }
}
