import { Cron } from 'croner'
import type { AuditHead } from './audit.ts'
import { weekId, weekOf } from './editorial/week.ts'

/** What is stored of a backup or of a file: its encrypted bytes. */
export type StoredBytes = { bytes: number; sha256: string }

/** A backup of the database; its files are listed once for all backups. */
export type Backup = {
  /** Part of its name; ids sort by time. */
  id: string
  /** Rises with each backup, whatever the clock says. */
  seq: number
  at: string
  /** The version of Longview that made it. */
  version: string
  stored: StoredBytes
  /** The SQLite file in it. */
  database: StoredBytes
  tables: { table: string; rows: number; digest: string }[]
  audit: AuditHead
  /** The files of papers that belong to it. */
  files: { files: number; bytes: number }
  /** Files that the library named and did not have. */
  missing: MissingFiles
}

/** `sha256` lists the first of them. */
export type MissingFiles = { files: number; sha256: string[] }

export const MAX_LISTED_MISSING = 20

/** A file of papers, stored once for all backups from the first to the last that need it. */
export type BackedUpFile = { sha256: string; bytes: number; stored: StoredBytes; first: number; last: number }

/** All that is stored and may be removed one day. `revision` rises with each change. */
export type BackupIndex = {
  revision: number
  backups: Backup[]
  files: BackedUpFile[]
  /** Ids of backups that were begun and not completed. */
  unfinished: string[]
}

/** How a drill ended; `fault` is null if all was as it should be. */
export type Drill = { at: string; backup: string; fault: string | null }

/** What is known of the backups of this library without asking where they are stored. */
export type BackupState = {
  /** The last backup that was stored and read back. */
  good: { at: string; id: string; bytes: number; seconds: number } | null
  /** The failure of the last attempt; null if that succeeded. */
  failure: { at: string; message: string } | null
  drill: Drill | null
  /** When a drill last found nothing wrong. */
  goodDrillAt: string | null
}

/** Such as `20261122T143000123Z`. */
export const backupId = (now: Date): string => now.toISOString().replaceAll(/[-:.]/gu, '')

export const DEFAULT_SCHEDULE = '0 3 * * *'

/** When backups are made. */
export type Schedule = { text: string; next(after: Date): Date | null }

/** Five fields as in cron, in UTC; null for anything else, and for what never comes. */
export const parseSchedule = (text: string): Schedule | null => {
  if (!/^\S+(?: +\S+){4}$/u.test(text)) return null
  try {
    const cron = new Cron(text, { mode: '5-part', timezone: 'UTC', paused: true })
    return cron.nextRun(new Date(0)) === null ? null : { text, next: (after) => cron.nextRun(after) }
  } catch {
    return null
  }
}

/** An instant from after now comes from a clock that was wrong; nothing waits for it. */
const isPast = (at: string, now: Date): boolean => Date.parse(at) <= now.getTime()

/** Whether a time of the schedule has come since an instant, and was `agoMs` ago or earlier. */
const hasCome = (schedule: Schedule, since: string, now: Date, agoMs = 0): boolean => {
  const next = schedule.next(new Date(since))
  return next !== null && next.getTime() + agoMs <= now.getTime()
}

/** Whether a time of the schedule has come since the newest backup, also while nothing was running. */
export const isBackupDue = (schedule: Schedule, newest: string | null, now: Date): boolean =>
  newest === null || !isPast(newest, now) || hasCome(schedule, newest, now)

const RETRY_MS = 3_600_000
/** Time for a backup to be made. */
const MAKING_MS = 6 * 3_600_000

/** Whether to try again after a failure: after an hour. */
export const mayRetry = ({ failure }: BackupState, now: Date): boolean =>
  failure === null || !isPast(failure.at, now) || now.getTime() - Date.parse(failure.at) >= RETRY_MS

/** Whether a backup that is due has not been made for so long that somebody should look. */
export const isBackupLate = (schedule: Schedule, { good }: BackupState, now: Date): boolean =>
  good !== null && isPast(good.at, now) && hasCome(schedule, good.at, now, MAKING_MS)

const DRILL_EVERY_MS = 7 * 24 * 3_600_000

/** Whether the newest backup is to be restored on trial: once a week, and again a day after a drill that found a fault. */
export const isDrillDue = ({ good, drill }: BackupState, now: Date): boolean => {
  if (good === null) return false
  if (drill === null || !isPast(drill.at, now)) return true
  const every = drill.fault === null ? DRILL_EVERY_MS : DRILL_EVERY_MS / 7
  return now.getTime() - Date.parse(drill.at) >= every
}

/** Something that is wrong with the backups, and what to do. */
export type BackupFault = { what: string; why: string; remedy: string }

/** When somebody has to look, though nothing failed: a trial is overdue by so much. */
const DRILL_LATE_MS = 2 * 24 * 3_600_000

/** All that is wrong with the backups of a service that makes them. */
export const backupFaults = (
  state: BackupState,
  { schedule, canDrill }: { schedule: Schedule; canDrill: boolean },
  now: Date,
): BackupFault[] => {
  const { good, failure, drill } = state
  const make = 'Remove the cause; “longview backups now” makes one at once.'
  const last = good === null ? 'There is none yet.' : `The last good one is from ${good.at}.`
  const faults: BackupFault[] = []
  if (failure !== null)
    faults.push({ what: 'The last backup failed', why: `${failure.at}: ${failure.message} ${last}`, remedy: make })
  else if (good === null) faults.push({ what: 'No backup has been made yet', why: 'It is due now.', remedy: make })
  else if (isBackupLate(schedule, state, now))
    faults.push({
      what: 'The last backup is too old',
      why: `${last} The next was due at ${schedule.next(new Date(good.at))?.toISOString()}.`,
      remedy: 'See in the log whether “longview serve” runs with BACKUP_URL; “longview backups now” makes one at once.',
    })
  if (drill !== null && drill.fault !== null)
    faults.push({
      what: 'The newest backup could not be restored on trial',
      why: `${drill.at}: ${drill.fault}`,
      remedy: 'Make another with “longview backups now”; “longview backups verify --all” says which are good.',
    })
  else if (canDrill && drill !== null && now.getTime() - Date.parse(drill.at) > DRILL_EVERY_MS + DRILL_LATE_MS)
    faults.push({
      what: 'No backup has been restored on trial for too long',
      why: `The last time was ${drill.at}.`,
      remedy: 'See in the log why the job “keep-backups” does not get to it.',
    })
  return faults
}

/** How many are kept: the newest of each of so many days, weeks and months that have any. */
export const KEPT = { daily: 7, weekly: 4, monthly: 12 } as const

const periods: { kept: number; of: (at: string) => string }[] = [
  { kept: KEPT.daily, of: (at) => at.slice(0, 10) },
  { kept: KEPT.weekly, of: (at) => weekId(weekOf(new Date(at))) },
  { kept: KEPT.monthly, of: (at) => at.slice(0, 7) },
]

/**
 * The backups that are kept, oldest first. Those from after now were made by a clock that was wrong: they are kept and count for
 * nothing, so that they push out no other.
 */
export const keptBackups = <Made extends Pick<Backup, 'at' | 'seq'>>(backups: readonly Made[], now: Date): Made[] => {
  const kept = new Set(backups.filter(({ at }) => !isPast(at, now)))
  const newestFirst = backups
    .filter((backup) => !kept.has(backup))
    .toSorted((a, b) => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1))
  for (const { kept: most, of } of periods) {
    const seen = new Set<string>()
    for (const backup of newestFirst) {
      const period = of(backup.at)
      if (seen.has(period)) continue
      if (seen.size === most) break
      seen.add(period)
      kept.add(backup)
    }
  }
  return backups.filter((backup) => kept.has(backup)).toSorted((a, b) => a.seq - b.seq)
}

/** Whether a kept backup needs a file. */
export const isNeeded = ({ first, last }: BackedUpFile, kept: readonly Pick<Backup, 'seq'>[]): boolean =>
  kept.some(({ seq }) => first <= seq && seq <= last)

/** The newest backup that is not from after an instant; null if there is none. */
export const newestBackup = (backups: readonly Backup[], notAfter: Date): Backup | null =>
  backups
    .filter(({ at }) => isPast(at, notAfter))
    .reduce<Backup | null>((newest, each) => (newest === null || each.at >= newest.at ? each : newest), null)
