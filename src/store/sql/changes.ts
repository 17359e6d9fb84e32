import type { ChangeReader } from '#ports/store/changes.ts'
import type { Db } from '#store/rows.ts'
import { netChanges, type PublicChange } from '#core/public-change.ts'
import { type TransactionContext, insertRows, paddedKeys } from '#store/sql/engine/engine.ts'

export const lastChange = (db: Db): Promise<{ seq: number; at: string } | undefined> =>
  db.selectFrom('public_changes').select(['seq', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst()

/** The number before the first change since an instant; null if there is none yet. */
export const numberBefore = async (db: Db, from: string): Promise<number | null> => {
  const row = await db
    .selectFrom('public_changes')
    .select('seq')
    .where('at', '>=', from)
    .orderBy('at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : row.seq - 1
}

const lastNumber = async (db: Db): Promise<number> => (await lastChange(db))?.seq ?? 0

export const changeReader = (db: Db): ChangeReader => ({
  after: (seq, limit) =>
    db
      .selectFrom('public_changes')
      .select(['seq', 'kind', 'id', 'event', 'at'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute(),
  last: () => lastNumber(db),
  before: async (instant) => (await numberBefore(db, instant)) ?? lastNumber(db),
})

const IDS_AT_ONCE = 100

const markSuperseded = async (
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
 * Numbers the public changes of a transaction. Transactions run one at a time, so numbers do not collide, and a reader
 * who sees a number sees all lower ones.
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
    await markSuperseded(
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

/** Earlier than any change, so that changes recorded with it get the time of the last one. */
const LONG_AGO = '1970-01-01T00:00:00.000Z'

const knownConcepts = async (db: Db): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('public_changes')
    .select('id')
    .where('kind', '=', 'concept')
    .where('latest', '=', 1)
    .where('event', 'in', ['added', 'revised'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const publicConcepts = async (db: Db): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('concepts')
    .innerJoin('paper_concepts', 'paper_concepts.concept_seq', 'concepts.seq')
    .select('concepts.id')
    .distinct()
    .orderBy('concepts.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const mergedConcepts = async (db: Db): Promise<Set<string | null>> => {
  const rows = await db.selectFrom('concept_aliases').select('id').where('id', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Records which concepts appeared and disappeared when all of them were rebuilt. */
export const reconcileConcepts = async (scope: Pick<TransactionContext, 'db' | 'engine'>): Promise<void> => {
  const { db } = scope
  const [known, now, merged] = [await knownConcepts(db), await publicConcepts(db), await mergedConcepts(db)]
  const changes: PublicChange[] = [
    ...[...now.difference(known)].map((id) => ({ kind: 'concept' as const, id, event: 'added' as const })),
    ...[...known.difference(now)].map((id) => ({
      kind: 'concept' as const,
      id,
      event: merged.has(id) ? ('merged' as const) : ('retracted' as const),
    })),
  ]
  await recordChanges(scope, changes, LONG_AGO)
}
