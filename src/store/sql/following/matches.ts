import { sql } from 'kysely'
import type { MatchWriter } from '#ports/store/mail/following.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { readChanges } from './changed-things.ts'

export const matchWriter = (scope: TransactionContext): MatchWriter => {
  const { db } = scope
  return {
    changesAfter: (seq, limit) => readChanges(db, seq, limit),
    matchesOf: ({ kind, id }) =>
      db
        .selectFrom('follow_matches')
        .select(['search_seq as search', 'seq'])
        .where('kind', '=', kind)
        .where('thing_id', '=', id)
        .execute(),
    addMatches: ({ kind, id, added, at }, searches, after) =>
      insertRows(
        scope,
        'follow_matches',
        searches.map((search, index) => ({
          seq: after + index + 1,
          search_seq: search,
          kind,
          thing_id: id,
          added,
          at,
        })),
      ),
    removeMatches: async ({ kind, id }, matches) => {
      for (const { search, seq } of matches) {
        await sql`
          insert into told_matches (subscriber_id, search_seq, kind, thing_id)
          select subscriber_id, search_seq, ${kind}, ${id} from follows
          where search_seq = ${search} and told_until >= ${seq}
          on conflict do nothing`.execute(db)
        await db.deleteFrom('follow_matches').where('seq', '=', seq).execute()
      }
    },
    advance: async ({ matchedUntil, lastMatch }) => {
      await db.updateTable('following').set({ matched_until: matchedUntil, last_match: lastMatch }).execute()
    },
  }
}
