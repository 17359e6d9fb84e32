import type { TransactionContext } from './engine/engine.ts'
import { hasOtherAnalyzer } from './search/analyzer.ts'
import { rebuildIndex } from './search/rebuild-index.ts'
import { fillWorkKeys, rebuildKeys } from './search/rebuild-keys.ts'

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
