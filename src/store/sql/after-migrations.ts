import { fillEvidence } from '#store/sql/evidence.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { hasOtherAnalyzer, rebuildIndex, fillWorkKeys, rebuildKeys } from '#store/sql/search/rebuild.ts'

/**
 * Fills what migrations leave to code: whatever is empty or was built by another version. Runs in the transaction of
 * the migrations, once all tables have their current form, and also without a migration when the text analysis has
 * changed.
 */
export const afterMigrations = async (scope: Pick<TransactionContext, 'db' | 'engine'>): Promise<void> => {
  if (await hasOtherAnalyzer(scope.db)) await rebuildKeys(scope)
  await fillWorkKeys(scope.db)
  await fillEvidence(scope)
  await rebuildIndex(scope)
}
