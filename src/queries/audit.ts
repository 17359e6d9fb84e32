import {
  EMPTY_AUDIT_HEAD,
  verifyNextRecord,
  verifyHead,
  verifyLength,
  type AuditFault,
  type AuditHead,
} from '#core/audit.ts'
import type { AuditReader } from '#ports/store/accounts.ts'

const PAGE = 500

type Verified = { head: AuditHead; fault: AuditFault | null }

/**
 * Reads the whole audit log and finds the first row that was altered, removed, added or replaced; `fault` is null when every
 * row is as it was written. `checkpoint` is a head that was stored elsewhere: it also reveals a log that was rewritten from
 * some row on. Does not block writers.
 * @param rest awaited between pages of rows, so that a serving process can answer requests
 */
export const verifyAudit = async (
  audit: AuditReader,
  checkpoint: AuditHead | null,
  rest: () => Promise<void> = async () => {},
): Promise<Verified> => {
  const head = await audit.head()
  const expectedHeads = checkpoint === null ? [head] : [head, checkpoint]
  let last = EMPTY_AUDIT_HEAD
  let replaced: AuditFault | null = null
  for (let page = await audit.listAfter(0, PAGE); page.length > 0; page = await audit.listAfter(last.count, PAGE)) {
    for (const record of page) {
      const fault = verifyNextRecord(last, record)
      if (fault !== null) return { head, fault }
      last = { count: record.seq, hash: record.hash }
      for (const expected of expectedHeads) if (expected.count === last.count) replaced ??= verifyHead(last, expected)
    }
    await rest()
  }
  for (const expected of expectedHeads)
    if (expected.count > last.count) return { head, fault: verifyHead(last, expected) }
  // Rows recorded in the meantime moved the head as well; rows after the head were not recorded by us.
  return { head, fault: replaced ?? verifyLength(last, await audit.head()) }
}
