import { auditReader } from '#store/sql/accounts/audit.ts'
import type { Database } from '#config.ts'
import { withTablesOf } from './with-tables-of.ts'

/** Reads the audit log of a corpus without changing it, as it stands at one moment. */
export const withAuditOf = <T>(
  database: Database,
  read: (audit: ReturnType<typeof auditReader>) => Promise<T>,
): Promise<T> => withTablesOf(database, (db) => read(auditReader(db)))
