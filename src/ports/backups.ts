import type { Backup, Schedule } from '#core/backups.ts'

export type BackupOptions = { signal: AbortSignal; now: Date; told?: (step: string) => void }

/** Backups in the place that BACKUP_URL names. */
export type Backups = {
  /** Without secrets. */
  place: string
  schedule: Schedule
  /** Whether the private key is there, without which none can be restored on trial. */
  canDrill: boolean
  /** Makes one and reads it back. Throws `storage_full`, `unavailable`, `invalid` and `wrong_state`. */
  make(options: BackupOptions): Promise<Backup>
  /** Restores the newest on trial; `fault` says what is wrong. Null if there is none, or no private key. */
  drill(options: BackupOptions): Promise<{ backup: string; fault: string | null } | null>
  /** Those that are stored, oldest first. */
  list(): Promise<Backup[]>
}
