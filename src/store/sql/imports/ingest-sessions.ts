import { sql, type Selectable } from 'kysely'
import { Failure } from '#core/failure.ts'
import type { IngestChunk, IngestCounts, IngestSession } from '#core/imports/ingest-session.ts'
import type { IngestionReader, IngestionWriter } from '#ports/store/imports.ts'
import type { Db, Tables } from '#store/rows.ts'
import { type TransactionContext, insertRows } from '#store/sql/engine/engine.ts'
import {
  removeCandidates,
  papersOfSession,
  listEnrichments,
  removePapers,
  removeEnrichment,
} from './undo-ingest-session.ts'

const countsFromRow = (row: Omit<IngestCounts, 'read'> & { records_read: number }): IngestCounts => ({
  read: row.records_read,
  stored: row.stored,
  unchanged: row.unchanged,
  enriched: row.enriched,
  proposed: row.proposed,
  refused: row.refused,
})

const countColumns = ({ read, stored, unchanged, enriched, proposed, refused }: IngestCounts) => ({
  records_read: read,
  stored,
  unchanged,
  enriched,
  proposed,
  refused,
})

const sessionFromRow = (row: Selectable<Tables['ingest_sessions']>): IngestSession => ({
  id: row.id,
  label: row.label,
  state: row.state,
  maxRecords: row.max_records,
  openedAt: row.opened_at,
  openedBy: row.opened_by,
  until: row.until,
  endedAt: row.ended_at,
  endedBy: row.ended_by,
  activeAt: row.active_at,
  counts: countsFromRow(row),
  last: row.last_chunk,
  removed: row.removed,
})

const chunkFromRow = (row: Selectable<Tables['ingest_chunks']>): IngestChunk => ({
  chunk: row.chunk,
  digest: row.digest,
  begunAt: row.begun_at,
  finishedAt: row.finished_at,
  counts: countsFromRow(row),
  last: row.last_chunk,
})

const findSession = async (db: Db, id: string): Promise<IngestSession | null> => {
  const row = await db.selectFrom('ingest_sessions').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : sessionFromRow(row)
}

export const ingestionReader = (db: Db): IngestionReader => ({
  find: (id) => findSession(db, id),
  get: async (id) => {
    const found = await findSession(db, id)
    if (found === null)
      throw new Failure('not_found', `There is no ingestion session ${id}; "longview sessions list" shows them.`)
    return found
  },
  list: async (limit) => {
    const sessions = db.selectFrom('ingest_sessions').selectAll().orderBy('opened_at', 'desc').orderBy('id')
    return (await sessions.limit(limit).execute()).map(sessionFromRow)
  },
  findChunk: async (id, chunk) => {
    const row = await db
      .selectFrom('ingest_chunks')
      .selectAll()
      .where('session_id', '=', id)
      .where('chunk', '=', chunk)
      .executeTakeFirst()
    return row === undefined ? null : chunkFromRow(row)
  },
  listChunks: async (id, after, limit) => {
    const rows = await db
      .selectFrom('ingest_chunks')
      .selectAll()
      .where('session_id', '=', id)
      .where('chunk', '>', after ?? -1)
      .orderBy('chunk')
      .limit(limit)
      .execute()
    return rows.map(chunkFromRow)
  },
  listRefusals: async (id, after, limit) => {
    const rows = await db
      .selectFrom('ingest_refusals')
      .select(['chunk', 'number', 'position', 'reason'])
      .where('session_id', '=', id)
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(chunk, number) > (${after?.chunk ?? 0}, ${after?.number ?? 0})`),
      )
      .orderBy('chunk')
      .orderBy('number')
      .limit(limit)
      .execute()
    return rows
  },
  countPending: async (id, after, limit) => {
    const some = papersOfSession(db, { id, after, limit })
    const {
      count,
      looked: examined,
      last,
    } = await db
      .selectFrom(some.as('some'))
      .leftJoin('papers', (join) =>
        join.onRef('papers.seq', '=', 'some.paper_seq').on('papers.state', '=', sql.lit('pending' as const)),
      )
      .select(({ fn }) => [
        fn.count<number>('papers.seq').as('count'),
        fn.countAll<number>().as('looked'),
        fn.max<number | null>('some.paper_seq').as('last'),
      ])
      .executeTakeFirstOrThrow()
    return { count, next: examined === limit ? last : null }
  },
})

/** The highest number up to which every chunk is complete. A session may start with any number. */
const lastComplete = async (db: Db, id: string): Promise<number | null> => {
  const chunks = () => db.selectFrom('ingest_chunks').where('session_id', '=', id)
  const gap = await chunks()
    .select('chunk')
    .where('finished_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('ingest_chunks as next')
            .select('next.chunk')
            .where('next.session_id', '=', id)
            .whereRef('next.chunk', '=', sql`ingest_chunks.chunk + 1`)
            .where('next.finished_at', 'is not', null),
        ),
      ),
    )
    .orderBy('chunk')
    .limit(1)
    .executeTakeFirst()
  const first = await chunks().select(['chunk', 'finished_at']).orderBy('chunk').limit(1).executeTakeFirst()
  return first?.finished_at === null ? null : (gap?.chunk ?? null)
}

const zero = { records_read: 0, stored: 0, unchanged: 0, enriched: 0, proposed: 0, refused: 0 }

export const ingestionWriter = (scope: TransactionContext): IngestionWriter => {
  const { db } = scope
  return {
    add: async ({ counts, maxRecords, openedAt, openedBy, endedAt, endedBy, activeAt, last, ...same }) => {
      const named = { max_records: maxRecords, opened_at: openedAt, opened_by: openedBy }
      const later = { ended_at: endedAt, ended_by: endedBy, active_at: activeAt, last_chunk: last }
      await db
        .insertInto('ingest_sessions')
        .values({ ...same, ...named, ...later, ...countColumns(counts) })
        .execute()
    },
    update: async (id, { endedAt, endedBy, ...same }) => {
      const ended = endedAt === undefined ? {} : { ended_at: endedAt }
      const by = endedBy === undefined ? {} : { ended_by: endedBy }
      await db
        .updateTable('ingest_sessions')
        .set({ ...same, ...ended, ...by })
        .where('id', '=', id)
        .execute()
    },
    beginChunk: async (id, { chunk, digest, begunAt }) => {
      const initial = { digest, begun_at: begunAt }
      await db
        .insertInto('ingest_chunks')
        .values({ session_id: id, chunk, ...initial, ...zero, finished_at: null, last_chunk: null })
        .onConflict((conflict) => conflict.columns(['session_id', 'chunk']).doUpdateSet(initial))
        .execute()
    },
    count: async (id, chunk, { at, ...added }) => {
      const sums = Object.fromEntries(
        Object.entries(countColumns(added)).map(([column, count]) => [column, sql`${sql.ref(column)} + ${count}`]),
      )
      await db.updateTable('ingest_chunks').set(sums).where('session_id', '=', id).where('chunk', '=', chunk).execute()
      await db
        .updateTable('ingest_sessions')
        .set({ ...sums, active_at: at })
        .where('id', '=', id)
        .execute()
    },
    addRefusals: (id, refusals) =>
      insertRows(
        scope,
        'ingest_refusals',
        refusals.map(({ chunk, number, position, reason }) => ({ session_id: id, chunk, number, position, reason })),
      ),
    finishChunk: async (id, chunk, at) => {
      const ofChunk = () => db.updateTable('ingest_chunks').where('session_id', '=', id).where('chunk', '=', chunk)
      await ofChunk().set({ finished_at: at }).execute()
      const last = await lastComplete(db, id)
      await ofChunk().set({ last_chunk: last }).execute()
      await db.updateTable('ingest_sessions').set({ last_chunk: last, active_at: at }).where('id', '=', id).execute()
      return last
    },
    removePapers: (...args) => removePapers(db, ...args),
    removeCandidates: (...args) => removeCandidates(db, ...args),
    listEnrichments: (...args) => listEnrichments(db, ...args),
    removeEnrichment: (source) => removeEnrichment(db, source),
  }
}
