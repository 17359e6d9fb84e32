import type { BulkChangeRecord } from '#core/review/bulk-change.ts'

export type BulkChangeReader = {
  find(id: string): Promise<BulkChangeRecord | null>
  /** Newest first. */
  latest(limit: number): Promise<BulkChangeRecord[]>
}

export type BulkChangeWriter = {
  /** Stores a change, or replaces it. */
  put(record: BulkChangeRecord): Promise<void>
  /** Deletes those from before an instant: the versions of papers and the audit log stay. */
  prune(before: string): Promise<void>
}
