import { auditReader } from '#store/sql/accounts/audit.ts'
import type { Database } from '#config.ts'
import { openSource } from './copy-side.ts'

/** Reads the audit log of a corpus without changing it, as it stands at one moment. */
export const withAuditOf = async <T>(
  database: Database,
  read: (audit: ReturnType<typeof auditReader>) => Promise<T>,
): Promise<T> => {
  const source = await openSource(database)
  try {
    await source.beginSnapshot()
    return await read(auditReader(source.db))
  } finally {
    await source.close()
  }
}
