import type { FeedReader } from '#ports/store/changes.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { readChangedPapers } from './changed-papers.ts'
import { lastChanges } from './last-changes.ts'

/** Why papers were retracted is the note of their last step. */
const readRetractions: (db: Db) => FeedReader['retractions'] = (db) => async (after, before, limit) => {
  const between = lastChanges(db)
    .select((eb) =>
      eb
        .selectFrom('review_steps')
        .select('review_steps.note')
        .whereRef('review_steps.paper_seq', '=', 'papers.seq')
        .where('review_steps.state', '=', 'retracted')
        .orderBy('review_steps.seq', 'desc')
        .limit(1)
        .as('reason'),
    )
    .where('papers.state', '=', 'retracted')
    .where('public_changes.seq', '>', after)
    .orderBy('public_changes.seq', 'desc')
    .limit(limit)
  const rows = await (before === null ? between : between.where('public_changes.seq', '<', before)).execute()
  return rows.map(({ change_seq, change_at, id, reason }) => ({
    seq: change_seq,
    id,
    at: change_at,
    reason: reason ?? '',
  }))
}

export const feedReader = (db: Db, engine: Engine): FeedReader => ({
  changedPapers: (filter, before, limit) => readChangedPapers({ db, engine }, filter, { before, limit }),
  retractions: readRetractions(db),
  isPresentName: async (named) => {
    const found =
      'concept' in named
        ? await db.selectFrom('concepts').select('seq').where('id', '=', named.concept).executeTakeFirst()
        : await db.selectFrom('institutions').select('seq').where('name', '=', named.institution).executeTakeFirst()
    return found !== undefined
  },
})
