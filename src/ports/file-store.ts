/** A part of a file: the first and the last byte, counted from 0. */
export type ByteSpan = { first: number; last: number }

/** A file that has come in whole and is not kept yet. Whoever has it keeps it or discards it, or both, in this order. */
export type StagedFile = {
  sha256: string
  bytes: number
  /** Where it lies on this machine until it is kept or discarded. */
  path: string
  /**
   * Keeps it under its digest; when this resolves it is on disk, or the store has said that it has it. A file that is there
   * already stays as it is. Throws `storage_full` or `unavailable`.
   */
  keep: () => Promise<void>
  /** Leaves nothing of it behind where it was not kept. */
  discard: () => Promise<void>
}

/**
 * Holds files by the SHA-256 of their content, in lower-case hexadecimal digits. Everything throws `unavailable` where the
 * store does not answer. No method holds a whole file in memory.
 */
export type FileStore = {
  /** Where files lie, as an operator named it, without secrets. */
  place: string
  /**
   * Takes a file in, piece by piece, and finds out its digest. What `content` throws is thrown on, and nothing is left
   * behind. Throws `storage_full` where there is no room.
   */
  stage(content: AsyncIterable<Uint8Array>): Promise<StagedFile>
  /**
   * The bytes of a file, or of a part that lies within it. A whole file is compared with its digest on the way: the last
   * piece is not given when they differ, `unavailable` is thrown instead. Throws `not_found` with the first piece.
   */
  read(sha256: string, span?: ByteSpan): AsyncIterable<Uint8Array>
  /** The size of a file; null where there is none. */
  head(sha256: string): Promise<{ bytes: number } | null>
  /** Removes a file, if it is there. */
  remove(sha256: string): Promise<void>
  /** All files, in the order of their digests. */
  list(): AsyncIterable<{ sha256: string; bytes: number }>
  /** Removes what uploads left behind that never ended, of before an instant. */
  removeLeftovers(before: Date): Promise<void>
}
