import type { ImportedRecord, ReadRecord } from '#core/imports/imported-record.ts'

/**
 * Fetches the records of works of which only a DOI or an arXiv id is known, from the servers that register them. Returns for each what
 * was found, or why nothing was; takes a bounded time.
 */
export type RecordLookup = (listed: readonly ImportedRecord[]) => Promise<ReadRecord[]>
