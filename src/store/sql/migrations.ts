import { Failure } from '#core/failure.ts'
import type { TransactionContext } from './engine/engine.ts'
import { fillWorkKeys, hasOtherAnalyzer, rebuildKeys } from './search/rebuild-keys.ts'
import { rebuildIndex } from './search/rebuild-index.ts'

/** A numbered migration; both engines have the same numbers and names. */
export type Migration = { number: number; name: string; sql: string }

/**
 * What SQL alone cannot do. It runs in the transaction of the migrations, when all tables have their present form, and fills
 * what is empty or was made by another version, whichever migration that was. It also runs without a migration, for
 * a program that folds words in another way.
 */
export const afterMigrations = async (scope: Pick<TransactionContext, 'db' | 'engine'>): Promise<void> => {
  if (await hasOtherAnalyzer(scope.db)) await rebuildKeys(scope)
  await fillWorkKeys(scope.db)
  await rebuildIndex(scope)
}

/** A file is named `0001-papers.sql`. */
export const parseMigration = (file: string, sql: string): Migration => ({
  number: Number(file.slice(0, 4)),
  name: file.slice(5, -'.sql'.length),
  sql,
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
