import type { Database } from 'better-sqlite3'
import { closingFailure, translateError } from './errors.ts'

/**
 * The corpus revision of a handle, without waiting. SQLite needs 3 microseconds to say whether anybody else has
 * committed since the last call; only then the row is read. A handle that writes itself reads it every time.
 */
export const revisionProbe = (database: Database): (() => number) => {
  const dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck()
  const revision = database.prepare<[], number>('SELECT revision FROM corpus').pluck()
  let seen: number | undefined
  let known = 0
  return () => {
    if (!database.open) throw closingFailure()
    try {
      const version = dataVersion.get()
      if (version !== seen || !database.readonly) {
        known = revision.get() ?? 0
        seen = version
      }
      return known
    } catch (error) {
      throw translateError(error)
    }
  }
}
