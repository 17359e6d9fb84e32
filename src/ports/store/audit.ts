import type { AuditFilter } from '#core/audit/audit-filter.ts'
import type { AuditEvent, AuditHead, AuditRecord } from '#core/audit/audit-chain.ts'

export type AuditReader = {
  /** Newest first. `before` is the last page's `next`, which is null on the last page. */
  list(
    filter: AuditFilter,
    before: number | null,
    limit: number,
  ): Promise<{ records: AuditRecord[]; next: number | null }>
  /** Oldest first, from the one after row `after`. */
  listAfter(after: number, limit: number): Promise<AuditRecord[]>
  /** The end of the chain as it is kept apart from the rows, so that removing the last rows is found. */
  head(): Promise<AuditHead>
}

export type AuditWriter = {
  /** Adds one act to the chain, with the transaction it belongs to. Nothing in the log ever changes. */
  record(entry: AuditEvent): Promise<void>
}
