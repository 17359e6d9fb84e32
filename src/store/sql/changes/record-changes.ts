import { netChanges, type PublicChange } from '#core/changes/public-change.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { lastChange } from './change-reader.ts'

const IDS_AT_ONCE = 100

const outdate = async (
  { db }: Pick<TransactionContext, 'db'>,
  kind: PublicChange['kind'],
  ids: readonly string[],
): Promise<void> => {
  for (let first = 0; first < ids.length; first += IDS_AT_ONCE)
    await db
      .updateTable('public_changes')
      .set({ latest: 0 })
      .where('kind', '=', kind)
      .where('latest', '=', 1)
      .where('id', 'in', paddedKeys(ids.slice(first, first + IDS_AT_ONCE)))
      .execute()
}

/**
 * Numbers what the public sees change by a transaction. Writers take turns, so nobody else gets the next number, and who
 * sees a number sees all lower ones.
 *
 * @param now an instant; the changes get a later one if the clock was set back
 */
export const recordChanges = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  changes: readonly PublicChange[],
  now: string,
): Promise<void> => {
  const net = netChanges(changes)
  if (net.length === 0) return
  const last = await lastChange(scope.db)
  const at = last !== undefined && last.at > now ? last.at : now
  const first = (last?.seq ?? 0) + 1
  for (const [kind, some] of Map.groupBy(net, (change) => change.kind))
    await outdate(
      scope,
      kind,
      some.map(({ id }) => id),
    )
  await insertRows(
    scope,
    'public_changes',
    net.map(({ kind, id, event }, index) => ({ seq: first + index, kind, id, event, at, latest: 1 })),
  )
}
