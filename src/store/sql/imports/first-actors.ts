import { knownStates } from '#core/review/submission-state.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** Who took the first step with each paper. */
export const firstActors = async (db: Db, seqs: readonly number[]): Promise<Map<number, string>> => {
  if (seqs.length === 0) return new Map()
  const steps = await db
    .selectFrom('review_steps')
    .select(['paper_seq', 'actor'])
    .where('paper_seq', 'in', paddedKeys(seqs))
    .orderBy('seq', 'desc')
    .execute()
  return new Map(steps.map(({ paper_seq, actor }) => [paper_seq, actor]))
}

export const findStrangers = async (db: Db, ids: readonly string[], actor: string): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('papers')
    .select(['seq', 'id'])
    .where('id', 'in', paddedKeys(ids))
    .where('state', 'not in', knownStates)
    .execute()
  const bringers = await firstActors(
    db,
    rows.map(({ seq }) => seq),
  )
  return new Set(rows.filter(({ seq }) => bringers.get(seq) !== actor).map(({ id }) => id))
}
