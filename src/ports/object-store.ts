import type { StoredBytes } from '#core/backups.ts'

/**
 * Stores objects under names with slashes. Every method throws `unavailable` if the store cannot be reached. None holds a whole
 * object in memory.
 */
export type ObjectStore = {
  /** The configured location, without secrets. */
  place: string
  /**
   * Stores content, in place of an older object of that name, once all of it is there. An error thrown by `content` is
   * rethrown and leaves nothing behind. Throws `storage_full` when there is no space.
   */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<StoredBytes>
  /** Throws `not_found` with the first chunk. */
  read(name: string): AsyncIterable<Uint8Array>
  /** Removes an object if it exists. */
  remove(name: string): Promise<void>
  /** Removes what unfinished `put`s left behind before an instant. */
  removeLeftovers(before: Date): Promise<void>
}
