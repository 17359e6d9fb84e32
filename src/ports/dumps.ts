import type { Dump, DumpFailure } from '#core/dumps/dump.ts'

/** The dumps of the corpus and the making of them. */
export type Dumps = {
  /** Whole ones, newest first. */
  list(): Promise<Dump[]>
  /** The bytes of a file from the first to the last. Throws `not_found`, before the first piece, for one that is not there any more. */
  read(file: string, first: number, last: number): AsyncIterable<Uint8Array>
  /** Papers whose full texts a dump holds. */
  textIds(dump: Dump): Promise<Set<string>>
  /**
   * Makes one of the corpus as it stands; null where another process is making one in the same folder. What is half made is
   * removed when it fails or is aborted.
   */
  make(signal: AbortSignal): Promise<Dump | null>
  remove(dump: Dump): Promise<void>
  /** Null after one that was made. */
  failure(): Promise<DumpFailure | null>
}
