import {
  BACKUP_LEASE_MS,
  beginBackups,
  recordBackup,
  recordBackupFailure,
  recordDrill,
  releaseBackups,
  renewBackups,
} from '#actions/backups.ts'
import type { RunAction } from '#actions/run-action.ts'
import { type Backup, type Drill, isBackupDue, isDrillDue, mayRetry } from '#core/backups.ts'
import { Failure, messageOf } from '#core/failure.ts'
import type { Backups } from '#ports/backups.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import type { BackupStateReader } from '#ports/store/backups.ts'
import type { Job } from './run-jobs.ts'

type Ports = { run: RunAction; backups: Backups; state: BackupStateReader; clock: Clock; log: Log }

const RENEW_EVERY_MS = BACKUP_LEASE_MS / 6

/** Thrown by nothing else: another process has taken over. */
const LOST = new Failure('wrong_state', 'Another process makes a backup or a drill; this attempt ends.')

/**
 * Does work that only one process may do at a time; null if another one does it. The work is ended if this process loses the
 * right to it, because it could not say in time that it is alive.
 */
const exclusively = async <T>(
  run: RunAction,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> => {
  const owner = await run(beginBackups, null)
  if (owner === null) return null
  const lost = new AbortController()
  const renew = async (): Promise<void> => {
    try {
      if (!(await run(renewBackups, owner))) lost.abort(LOST)
    } catch {
      // The database does not answer: the next attempt decides, or the work fails by itself.
    }
  }
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS)
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(timer)
    await run(releaseBackups, owner)
  }
}

type MakeOptions = { signal: AbortSignal; told?: (step: string) => void }

/** Makes a backup and records how it ended; null if another process makes one. A failure is recorded, sent to admins and thrown. */
export const backupMaker =
  ({ run, backups, clock, log }: Omit<Ports, 'state'>) =>
  ({ signal, told }: MakeOptions): Promise<Backup | null> =>
    exclusively(run, signal, async (active) => {
      const begun = clock.now()
      try {
        const backup = await backups.make({ signal: active, now: begun, told })
        const { id, at, stored, files, missing } = backup
        const seconds = Math.max(0, Math.round((clock.now().getTime() - begun.getTime()) / 1_000))
        await run(recordBackup, { at, id, bytes: stored.bytes, seconds })
        log.info({ backup: id, bytes: stored.bytes, files: files.files, seconds }, 'made a backup and read it back')
        if (missing.files > 0) log.warn({ backup: id, ...missing }, 'the library names files that FILES does not have')
        return backup
      } catch (error) {
        // A server that stops makes it after the next start.
        if (!signal.aborted) await run(recordBackupFailure, messageOf(error))
        throw error
      }
    })

/** Restores the newest backup on trial and records how it ended; null if another process is at it, or there is none. */
export const drillRunner =
  ({ run, backups, clock, log }: Omit<Ports, 'state'>) =>
  ({ signal, told }: MakeOptions): Promise<Drill | null> =>
    exclusively(run, signal, async (active) => {
      const done = await backups.drill({ signal: active, now: clock.now(), told })
      if (done === null) return null
      const drilled = { ...done, at: clock.now().toISOString() }
      await run(recordDrill, drilled)
      const { backup, fault } = drilled
      if (fault === null) log.info({ backup }, 'restored the newest backup on trial: all is as it was')
      else log.error({ backup, fault }, 'the newest backup could not be restored on trial')
      return drilled
    })

/**
 * Makes a backup when a time of the schedule has come, also one that was missed, and restores the newest on trial once a week.
 * Of several processes one does it.
 */
export const keepBackupsJob = (ports: Ports): Job => {
  const { backups, state, clock } = ports
  const [make, drill] = [backupMaker(ports), drillRunner(ports)]
  return {
    name: 'keep-backups',
    everySeconds: 60,
    run: async (signal) => {
      try {
        const known = await state.state()
        const now = clock.now()
        if (isBackupDue(backups.schedule, known.good?.at ?? null, now) && mayRetry(known, now)) await make({ signal })
        else if (backups.canDrill && isDrillDue(known, now)) await drill({ signal })
      } catch (error) {
        if (!signal.aborted) throw error
      }
      return { more: false }
    },
  }
}
