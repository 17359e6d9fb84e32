import type { RecordKind } from '#core/records/public-record.ts'

/** A file of a dump: JSON lines, compressed with gzip. */
export type DumpFile = {
  name: string
  /** Texts have a file of their own, which few want and which is long. */
  content: 'records' | 'texts'
  /** Of the compressed file. */
  bytes: number
  /** Of the compressed file, in hexadecimal digits. */
  sha256: string
  counts: Partial<Record<RecordKind, number>>
  /** What it may be passed on under: of records what the operator says, of texts every licence that occurs. */
  licenses: string[]
}

/** All public records as they stood at one change, and the full texts under open licences. */
export type Dump = {
  /** Part of the names of its files; those of later dumps are later in the alphabet. */
  id: string
  /** The number of the last change that it has. Changes after it lead to the live corpus. */
  seq: number
  madeAt: string
  files: DumpFile[]
}

/** Why the last attempt to make a dump failed. */
export type DumpFailure = { at: string; message: string }

/** An id for a dump that is made at an instant, such as `20261122T143000123Z`. */
export const dumpId = (now: Date): string => now.toISOString().replaceAll(/[-:.]/gu, '')
