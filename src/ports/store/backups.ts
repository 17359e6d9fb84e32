import type { BackupState, Drill } from '#core/backups.ts'

/** Who makes a backup or a drill, and until when unless it says so again. */
export type BackupLease = { owner: string; until: string }

export type BackupStateReader = {
  state(): Promise<BackupState>
  lease(): Promise<BackupLease | null>
}

export type BackupStateWriter = {
  setLease(lease: BackupLease | null): Promise<void>
  /** Forgets the failure before it. */
  setGood(good: NonNullable<BackupState['good']>): Promise<void>
  setFailure(failure: NonNullable<BackupState['failure']>): Promise<void>
  setDrill(drill: Drill): Promise<void>
}
