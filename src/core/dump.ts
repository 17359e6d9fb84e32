import type { RecordKind } from './public-record.ts'

/** A file of a dump: JSON lines compressed with gzip. */
export type DumpFile = {
  name: string
  /** Full texts are in a separate file: it is large and few readers need it. */
  content: 'records' | 'texts'
  /** Size of the compressed file. */
  bytes: number
  /** SHA-256 of the compressed file, hex. */
  sha256: string
  counts: Partial<Record<RecordKind, number>>
  /** The licences of the content: for records the operator's, for texts every licence that occurs. */
  licenses: string[]
}

/** All public records as of one change, and the full texts under open licences. */
export type Dump = {
  /** Part of its file names; ids sort by time. */
  id: string
  /** The number of the last change it contains. Applying later changes leads to the live corpus. */
  seq: number
  madeAt: string
  files: DumpFile[]
}

/** Why the last attempt to make a dump failed. */
export type DumpFailure = { at: string; message: string }

/** Such as `20261122T143000123Z`. */
export const dumpId = (now: Date): string => now.toISOString().replaceAll(/[-:.]/gu, '')
