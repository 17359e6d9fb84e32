import { sql } from 'kysely'
import type { Provenance } from '#core/assessment/provenance.ts'
import type { AssessedFields } from '#core/assessment/suggestion.ts'
import type { PendingDecision } from '#core/review/undo.ts'
import { Failure } from '#core/failure.ts'
import type { DecisionReader, DecisionWriter } from '#ports/store/review.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys, type TransactionContext } from '#store/sql/engine/engine.ts'
import { undecidedPapers } from './queue.ts'

const decisions = (db: Db) =>
  db
    .selectFrom('pending_decisions')
    .innerJoin('papers', 'papers.seq', 'pending_decisions.paper_seq')
    .select(['papers.id', 'papers.title', 'event', 'note', 'actor', 'decided_at', 'due_at', 'batch'])
    .select(['pending_decisions.version', 'assessed', 'provenance'])

type Row = Awaited<ReturnType<ReturnType<typeof decisions>['executeTakeFirstOrThrow']>>

const fromRow = ({ decided_at, due_at, assessed, provenance, ...row }: Row): PendingDecision => ({
  ...row,
  assessed: assessed === null ? null : (JSON.parse(assessed) as AssessedFields),
  provenance: provenance === null ? null : (JSON.parse(provenance) as Provenance),
  decidedAt: decided_at,
  dueAt: due_at,
})

export const decisionReader = (db: Db): DecisionReader => ({
  find: async (id) => {
    const row = await decisions(db).where('papers.id', '=', id).executeTakeFirst()
    return row === undefined ? null : fromRow(row)
  },
  among: async (ids) => {
    if (ids.length === 0) return new Set()
    const rows = await db
      .selectFrom('pending_decisions')
      .innerJoin('papers', 'papers.seq', 'pending_decisions.paper_seq')
      .select('papers.id')
      .where('papers.id', 'in', paddedKeys(ids))
      .execute()
    return new Set(rows.map(({ id }) => id))
  },
  listByActor: async (actor, limit) => {
    const rows = await decisions(db)
      .where('actor', '=', actor)
      .orderBy('decided_at', 'desc')
      .orderBy('paper_seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  },
  countBatch: async (batch) => {
    const { count } = await db
      .selectFrom('pending_decisions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('batch', '=', batch)
      .executeTakeFirstOrThrow()
    return count
  },
  due: async (now, limit) => {
    const rows = await decisions(db)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('paper_seq')
      .limit(limit)
      .execute()
    return rows.map(fromRow)
  },
})

const getPaperSeq = async (db: Db, id: string): Promise<number> => {
  const row = await db.selectFrom('papers').select('seq').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  return row.seq
}

const addDecision = async (
  { db, engine }: TransactionContext,
  decision: Omit<PendingDecision, 'title'>,
): Promise<void> => {
  const { id, decidedAt, dueAt, assessed, provenance, ...same } = decision
  const paper_seq = await getPaperSeq(db, id)
  try {
    await db
      .insertInto('pending_decisions')
      .values({
        ...same,
        paper_seq,
        decided_at: decidedAt,
        due_at: dueAt,
        assessed: assessed === null ? null : JSON.stringify(assessed),
        provenance: provenance === null ? null : JSON.stringify(provenance),
      })
      .execute()
  } catch (error) {
    if (!engine.isUniqueViolation(error)) throw error
    throw new Failure('wrong_state', `Someone decided on ${id} a moment ago; that decision stands.`, {
      cause: error,
    })
  }
}

export const decisionWriter = (scope: TransactionContext): DecisionWriter => {
  const { db } = scope
  return {
    add: (decision) => addDecision(scope, decision),
    addAll: async (filter, { event, note, actor, decidedAt, dueAt, batch }) => {
      const result = await db
        .insertInto('pending_decisions')
        .columns(['paper_seq', 'version', 'event', 'note', 'actor', 'decided_at', 'due_at', 'batch'])
        .expression(
          undecidedPapers(db, filter)
            .select(['papers.seq', 'papers.version'])
            .select([
              sql.lit(event).as('event'),
              sql<string | null>`cast(${note} as text)`.as('note'),
              sql<string>`cast(${actor} as text)`.as('actor'),
              sql<string>`cast(${decidedAt} as text)`.as('decided_at'),
              sql<string>`cast(${dueAt} as text)`.as('due_at'),
              sql<string | null>`cast(${batch} as text)`.as('batch'),
            ]),
        )
        .executeTakeFirst()
      return Number(result.numInsertedOrUpdatedRows ?? 0)
    },
    remove: async (id) => {
      const result = await db
        .deleteFrom('pending_decisions')
        .where('paper_seq', '=', await getPaperSeq(db, id))
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },
    removeBatch: async (batch) => {
      const result = await db.deleteFrom('pending_decisions').where('batch', '=', batch).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}
