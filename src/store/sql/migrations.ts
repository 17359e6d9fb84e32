import { Failure } from '#core/failure.ts'

/** Both engines have the same numbers and names. */
export type Migration = {
  number: number
  name: string
  sql: string
  /**
   * The newest migration of the oldest version that can go on reading and writing a database with this one; null if no older
   * version can.
   */
  oldestReader: number | null
}

/** A row of the table of migrations. The last column is younger than the table. */
export type AppliedMigration = { number: number; oldest_reader?: number | null }

const OLDEST_READER = /^-- oldest reader: (?<number>\d{4})$/mu

/** Parses a name such as `0001-papers.sql`. Statements are read lazily: nearly every start needs none. */
export const parseMigration = (file: string, read: () => string): Migration => ({
  number: Number(file.slice(0, 4)),
  name: file.slice(5, -'.sql'.length),
  get sql() {
    return read()
  },
  get oldestReader() {
    const { number } = OLDEST_READER.exec(read())?.groups ?? {}
    return number === undefined ? null : Number(number)
  },
})

const newestOf = (known: readonly Migration[]): number => known.at(-1)?.number ?? 0

/** The migrations of a newer version that a database has. */
export const migrationsBeyond = (
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): AppliedMigration[] => applied.filter(({ number }) => number > newestOf(known))

/** Throws `wrong_state`: a copy by this version would leave out what it does not know. */
export const refuseBeyond = (isBeyond: boolean): void => {
  if (isBeyond)
    throw new Failure(
      'wrong_state',
      'A newer Longview has migrated this database: use that version to copy it or to back it up.',
    )
}

/**
 * Parts what a database lacks into the migrations that the version which serves it can go on with, up to the first one with which
 * it cannot, and all others.
 */
export const splitPending = (
  pending: readonly Migration[],
  applied: readonly AppliedMigration[],
): { alone: Migration[]; together: Migration[] } => {
  const serving = Math.max(0, ...applied.map(({ number }) => number))
  const isExpansion = ({ oldestReader }: Migration): boolean => oldestReader !== null && oldestReader <= serving
  const firstOther = pending.findIndex((migration) => !isExpansion(migration))
  const end = firstOther === -1 ? pending.length : firstOther
  return { alone: pending.slice(0, end), together: pending.slice(end) }
}

/** A migration of a newer version with which this one cannot go on. */
const migrationTooFar = (
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): AppliedMigration | undefined =>
  migrationsBeyond(known, applied).find(
    ({ oldest_reader: oldest }) => oldest === undefined || oldest === null || oldest > newestOf(known),
  )

const missingOf = (known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] => {
  const numbers = new Set(applied.map(({ number }) => number))
  return known.filter(({ number }) => !numbers.has(number))
}

/**
 * The migrations that a database lacks. Throws `unavailable` if a newer Longview has migrated it further, unless that version says
 * that this one can go on: so an old process may restart while a new one is already there.
 */
export const selectPending = (known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] => {
  const beyond = migrationTooFar(known, applied)
  if (beyond !== undefined)
    throw new Failure(
      'unavailable',
      `The database was migrated to step ${beyond.number} by a newer Longview, and this version only knows ${newestOf(known)}: start the newer version, or restore a backup made before the upgrade.`,
    )
  return missingOf(known, applied)
}

/** Names of the migrations that a database lacks; null where `selectPending` refuses. */
export const pendingNames = (known: readonly Migration[], applied: readonly AppliedMigration[]): string[] | null =>
  migrationTooFar(known, applied) === undefined ? missingOf(known, applied).map(({ name }) => name) : null
