import type { PublicChange } from '#core/changes/public-change.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { recordChanges } from './record-changes.ts'

/** Earlier than any change: the ones recorded with it get the time of the last one. */
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

/** Records which concepts came and went when all of them were made anew. */
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
