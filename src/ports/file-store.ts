/** A range of bytes, both ends inclusive and counted from 0. */
export type ByteSpan = { first: number; last: number }

/**
 * A complete upload that is not stored yet. The caller must `keep` or `discard` it; after `keep`, `discard` only cleans
 * up.
 */
export type StagedFile = {
  sha256: string
  bytes: number
  /** Local path until it is kept or discarded. */
  path: string
  /**
   * Stores it under its digest. Once this resolves the file is on disk, or acknowledged by the remote store. An
   * existing file is left as it is. Throws `storage_full` or `unavailable`.
   */
  keep: () => Promise<void>
  /** Removes the temporary file. */
  discard: () => Promise<void>
}

/**
 * Stores files under the SHA-256 of their content, in lower-case hex. Every method throws `unavailable` if the store
 * cannot be reached. None holds a whole file in memory.
 */
export type FileStore = {
  /** The configured location, without secrets. */
  place: string
  /**
   * Receives a file as a stream and computes its digest. An error thrown by `content` is rethrown and leaves nothing
   * behind. Throws `storage_full` when there is no space.
   */
  stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile>
  /**
   * The bytes of a file or of a range within it. A whole file is checked against its digest: if it differs,
   * `unavailable` is thrown in place of the last chunk. Throws `not_found` with the first chunk.
   */
  read(sha256: string, span?: ByteSpan): AsyncIterable<Uint8Array>
  /** The size of a file; null if it does not exist. */
  head(sha256: string): Promise<{ bytes: number } | null>
  /** Removes a file if it exists. */
  remove(sha256: string): Promise<void>
  /** All files, ordered by digest. */
  list(): AsyncIterable<{ sha256: string; bytes: number }>
  /** Removes what unfinished uploads left behind before an instant. */
  removeLeftovers(before: Date): Promise<void>
}
