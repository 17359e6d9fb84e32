import type { PublicChange } from '#core/public-change.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Transaction } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'
import { recordChanges } from './changes.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { openTransaction } from './subjects.ts'

/** Runs the work of a transaction on its connection, and raises the revision if anything public changed. */
export const runTransaction = async <T>(
  { db, engine, clock }: { db: Db; engine: Engine; clock: Clock },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  let touched = false
  const changed: PublicChange[] = []
  const markPublicChange = (changes: readonly PublicChange[] = []): void => {
    touched = true
    changed.push(...changes)
  }
  const result = await work(openTransaction({ db, engine, markPublicChange }))
  if (!touched) return result
  await recordChanges({ db, engine }, changed, clock.now().toISOString())
  await engine.raiseRevision(db)
  return result
}
