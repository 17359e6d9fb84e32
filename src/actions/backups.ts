import type { BackupState, Drill } from '#core/backups.ts'
import { backupNoticePolicy } from '#core/quota.ts'
import { notifyAdmins } from './outbox.ts'
import type { ActionContext } from './run-action.ts'

/** How long a process counts as alive that has not said so; it says so several times in between. */
export const BACKUP_LEASE_MS = 120_000

/** A lease that ends later than any could was written by a clock that was wrong. */
const isHeld = (until: string, now: Date): boolean => {
  const left = Date.parse(until) - now.getTime()
  return left > 0 && left <= 2 * BACKUP_LEASE_MS
}

const lease = (tx: ActionContext, owner: string): Promise<void> =>
  tx.backups.setLease({ owner, until: new Date(tx.now.getTime() + BACKUP_LEASE_MS).toISOString() })

/** Lets one process make a backup or a drill; returns its name for that, or null while another process is at it. */
export const beginBackups = async (tx: ActionContext): Promise<string | null> => {
  const other = await tx.backups.lease()
  if (other !== null && isHeld(other.until, tx.now)) return null
  const owner = tx.ids.uuid()
  await lease(tx, owner)
  return owner
}

/** Says that a process is still at it. False if another one has taken over. */
export const renewBackups = async (tx: ActionContext, owner: string): Promise<boolean> => {
  if ((await tx.backups.lease())?.owner !== owner) return false
  await lease(tx, owner)
  return true
}

/** Ends the task of this process; that of another one stays. */
export const releaseBackups = async (tx: ActionContext, owner: string): Promise<void> => {
  if ((await tx.backups.lease())?.owner === owner) await tx.backups.setLease(null)
}

export const recordBackup = (tx: ActionContext, good: NonNullable<BackupState['good']>): Promise<void> =>
  tx.backups.setGood(good)

/** Emails the admins at most once a day about each of the two. */
const notify = async (tx: ActionContext, failed: 'backup' | 'drill', because: string): Promise<void> => {
  const { allowed } = await tx.quota.consume(`notice:${failed}`, backupNoticePolicy, tx.now)
  if (allowed) await notifyAdmins(tx, tx.emails.backupFailed({ failed, because, at: tx.now.toISOString() }))
}

/** Records that a backup could not be made, and emails the admins. */
export const recordBackupFailure = async (tx: ActionContext, message: string): Promise<void> => {
  await tx.backups.setFailure({ at: tx.now.toISOString(), message })
  await notify(tx, 'backup', message)
}

/** Records how a drill ended, and emails the admins about a fault. */
export const recordDrill = async (tx: ActionContext, drill: Drill): Promise<void> => {
  await tx.backups.setDrill(drill)
  if (drill.fault !== null) await notify(tx, 'drill', drill.fault)
}
