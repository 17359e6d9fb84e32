import { Failure } from '#core/failure.ts'

/** A numbered migration; both engines have the same numbers and names. */
export type Migration = { number: number; name: string; sql: string }

/** A file is named `0001-papers.sql`. It is read when somebody asks for its statements: nearly every start needs none of them. */
export const parseMigration = (file: string, read: () => string): Migration => ({
  number: Number(file.slice(0, 4)),
  name: file.slice(5, -'.sql'.length),
  get sql() {
    return read()
  },
})

/** The migrations that a database lacks. Throws `unavailable` for one that a newer Longview has migrated further. */
export const selectPending = (known: readonly Migration[], applied: ReadonlySet<number>): Migration[] => {
  const newest = known.at(-1)?.number ?? 0
  const beyond = [...applied].find((number) => number > newest)
  if (beyond !== undefined)
    throw new Failure(
      'unavailable',
      `The database was migrated to step ${beyond} by a newer Longview, and this one knows ${newest} steps: start the newer version, or restore a backup made before.`,
    )
  return known.filter(({ number }) => !applied.has(number))
}
