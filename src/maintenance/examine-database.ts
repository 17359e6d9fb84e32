import type { Database } from '#config.ts'
import { fine, wrong, type Check } from '#core/diagnosis.ts'
import { byteSize } from '#core/numbers.ts'
import type { DatabaseFindings, DatabaseFault } from '#store/sql/database-findings.ts'
import { examineSqlite } from '#store/sqlite/examine.ts'

/** What clocks of two machines may differ by: tokens, limits and leases are compared with instants of either. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000

const findingsOf = async (database: Database): Promise<DatabaseFindings | null> => {
  if (database.engine === 'sqlite') return examineSqlite(database.path)
  const { examinePostgres } = await import('#store/postgres/examine.ts')
  return examinePostgres(database)
}

const migrationCheck = ({ pending }: DatabaseFindings): Check => {
  if (pending === null)
    return wrong(
      'migrations',
      'A newer version of Longview has migrated this database.',
      'Start that version, or restore a backup made before the upgrade.',
    )
  return pending.length === 0
    ? fine('migrations', 'none is missing')
    : wrong('migrations', `missing: ${pending.join(', ')}`, 'Make a backup, then run "longview migrate".')
}

const clockCheck = ({ clockAheadMs }: DatabaseFindings): Check => {
  if (clockAheadMs === null) return fine('database clock', 'the database uses the clock of this machine')
  const seconds = (Math.abs(clockAheadMs) / 1_000).toFixed(1)
  return Math.abs(clockAheadMs) <= MAX_CLOCK_DIFFERENCE_MS
    ? fine('database clock', `${seconds} s from the clock of this machine`)
    : wrong(
        'database clock',
        `${seconds} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the clock of this machine`,
        'Let NTP set the clocks of both machines.',
      )
}

const asCheck = (check: string, { detail, remedy }: DatabaseFault): Check =>
  wrong(check, detail, `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`)

/** The database, its settings, migrations, indexes and clock. Changes nothing, and migrates nothing. */
export const examineDatabase = async (database: Database): Promise<{ checks: Check[]; bytes: number | null }> => {
  const found = await findingsOf(database)
  if (found === null)
    return { checks: [fine('database', 'There is none yet: "longview serve" makes it.')], bytes: null }
  if (found.fault !== null) return { checks: [asCheck('database', found.fault)], bytes: found.bytes }
  const size = found.bytes === null ? '' : `, ${byteSize(found.bytes)}`
  const settings = found.settings.map((finding) => asCheck('settings', finding))
  const checks = [
    fine('database', `${found.server}${size}`),
    ...(settings.length === 0 ? [fine('settings', 'as they should be')] : settings),
    migrationCheck(found),
    found.missing.length === 0
      ? fine('indexes', 'every table, index and trigger is there')
      : wrong(
          'indexes',
          `missing, invalid or switched off: ${found.missing.join(', ')}`,
          'Restore a backup into a new database, which makes all of them.',
        ),
    clockCheck(found),
  ]
  return { checks, bytes: found.bytes }
}
