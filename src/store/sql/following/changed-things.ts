import type { ChangeEvent } from '#core/changes/public-change.ts'
import type { ChangedThing } from '#core/following/follow.ts'
import type { ChangeBatch } from '#ports/store/mail/following.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { paperFacts } from './paper-facts.ts'

type Changed = { id: string; at: string }

/** The first change by which each of these became public. */
const addedBy = async (db: Db, kind: ChangedThing['kind'], ids: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('public_changes')
    .select('id')
    .select((eb) => eb.fn.min('seq').as('added'))
    .where('kind', '=', kind)
    .where('event', '=', 'added')
    .where('id', 'in', paddedKeys(ids))
    .groupBy('id')
    .execute()
  return new Map(rows.map(({ id, added }) => [id, added]))
}

const changedPapers = async (db: Db, changed: readonly Changed[]): Promise<ChangedThing[]> => {
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('id', 'in', paddedKeys(ids))
    .where('state', '=', 'accepted')
    .execute()
  const facts = new Map((await paperFacts(db, rows)).map((found) => [found.paper.id, found]))
  const added = await addedBy(db, 'paper', ids)
  return changed.map(({ id, at }) => ({
    kind: 'paper',
    id,
    at,
    added: added.get(id) ?? 0,
    facts: facts.get(id) ?? null,
  }))
}

const changedGaps = async (db: Db, changed: readonly Changed[]): Promise<ChangedThing[]> => {
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  const rows = await db.selectFrom('gaps').select(['id', 'severity']).where('id', 'in', paddedKeys(ids)).execute()
  const severities = new Map(rows.map(({ id, severity }) => [id, severity]))
  const added = await addedBy(db, 'gap', ids)
  return changed.map(({ id, at }) => ({
    kind: 'gap',
    id,
    at,
    added: added.get(id) ?? 0,
    severity: severities.get(id) ?? null,
  }))
}

/** What changed after a number, each thing once, by its last change in the batch, and as it is now. */
export const readChanges = async (db: Db, after: number, limit: number): Promise<ChangeBatch> => {
  const rows = await db
    .selectFrom('public_changes')
    .select(['seq', 'kind', 'id', 'event', 'at'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const lastOf = (kind: ChangedThing['kind']): Changed[] => [
    ...new Map(rows.filter((row) => row.kind === kind).map(({ id, at }) => [id, { id, at }])).values(),
  ]
  const lastConceptThat = (wanted: ChangeEvent): number =>
    rows.findLast(({ kind, event }) => kind === 'concept' && event === wanted)?.seq ?? 0
  return {
    things: [...(await changedPapers(db, lastOf('paper'))), ...(await changedGaps(db, lastOf('gap')))],
    until: rows.at(-1)?.seq ?? after,
    lastMerged: lastConceptThat('merged'),
    lastConcept: lastConceptThat('added'),
    more: rows.length === limit,
  }
}
