import type { ActionContext } from '#actions/run-action.ts'
import { auditNotePolicy } from '#core/quota.ts'
import { notifyAdmins } from './notify-admins.ts'

const everything = { actor: null, act: null, subject: null }
const RECENT_MS = 25 * 3_600_000

/**
 * Mails the end of the audit log to the admins, once a day in all processes together, while something is recorded: kept
 * outside the database, it shows when the log was written anew. Whether it did.
 */
export const noteAuditHead = async (tx: ActionContext): Promise<boolean> => {
  const [newest] = (await tx.audit.list(everything, null, 1)).records
  if (newest === undefined || tx.now.getTime() - Date.parse(newest.at) > RECENT_MS) return false
  if (!(await tx.quota.consume('audit-note', auditNotePolicy, tx.now)).allowed) return false
  await notifyAdmins(tx, tx.emails.auditHead(await tx.audit.head()))
  return true
}
