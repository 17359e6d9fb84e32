import type { Dump, DumpFailure } from '#core/dump.ts'

/** Creates and serves dumps of the corpus. */
export type Dumps = {
  /** Complete dumps, newest first. */
  list(): Promise<Dump[]>
  /**
   * The bytes `first` to `last` (inclusive) of a file. Throws `not_found` before the first chunk if the file is gone.
   */
  read(file: string, first: number, last: number): AsyncIterable<Uint8Array>
  /** Ids of the papers whose full texts are in a dump. */
  textIds(dump: Dump): Promise<Set<string>>
  /**
   * Dumps the current corpus. Null while another process is writing a dump to the same folder. A partial dump is
   * removed on failure or abort.
   */
  make(signal: AbortSignal): Promise<Dump | null>
  remove(dump: Dump): Promise<void>
  /** The failure of the last attempt; null if it succeeded. */
  failure(): Promise<DumpFailure | null>
}
