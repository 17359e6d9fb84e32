import { type LibraryWords, wordsOf } from '#core/papers/library-words.ts'
import { settingsReader } from '#store/sql/settings.ts'
import type { Db } from '#store/rows.ts'
import { sql } from 'kysely'
import { lackingFields } from '#core/assessment/lacking.ts'
import { type QueuedPaper, type QueueFilter, type QueueOrder, selectionDigest } from '#core/review/queue.ts'
import { type Finding, queueKey, type CheckReport } from '#core/review/checks.ts'
import type { SubmissionState, Verdict } from '#core/review/submission.ts'
import type { NewPaper } from '#ports/store/papers.ts'
import type { QueueReader, QueueWriter } from '#ports/store/review.ts'
import { titleHas } from '#store/sql/engine/title-words.ts'
import { IS_PLACED, LACKS_ASSESSMENT } from '#store/sql/engine/lacks-assessment.ts'
import { type TransactionContext, insertRows } from '#store/sql/engine/engine.ts'

/** Counts rows by state, for states that occur. */
export const countByState = (
  db: Db,
  table: 'messages' | 'subscribers' | 'outbox',
): Promise<{ state: string; rows: number }[]> =>
  db
    .selectFrom(table)
    .select('state')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .groupBy('state')
    .execute()

/** A count for every state, including 0. */
export const fillStateCounts = <State extends string>(
  states: readonly State[],
  counted: readonly { state: string; rows: number }[],
): Record<State, number> =>
  Object.fromEntries(
    states.map((state) => [state, counted.find((found) => found.state === state)?.rows ?? 0]),
  ) as Record<State, number>

const openPapers = (db: Db) => db.selectFrom('papers').leftJoin('paper_checks', 'paper_checks.paper_seq', 'papers.seq')

const withLabel = (query: ReturnType<typeof openPapers>) =>
  query
    .leftJoin('api_keys', 'api_keys.id', 'papers.submitted_by')
    .select(['papers.seq', 'papers.id', 'papers.title', 'papers.year', 'papers.state', 'papers.version'])
    .select(['papers.submitted_at', 'papers.submitted_by', 'api_keys.label'])
    .select(['papers.chapter', 'papers.type', 'papers.long_horizon'])
    .select((eb) => [
      eb
        .selectFrom('chapters')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('chapters'),
      eb
        .selectFrom('chapters')
        .select('chapters.number')
        .whereRef('chapters.number', '=', 'papers.chapter')
        .as('place'),
    ])
    .select(['paper_checks.risk', 'paper_checks.findings', 'paper_checks.queue_key', 'paper_checks.ingest_session'])

type Row = Awaited<ReturnType<ReturnType<typeof withLabel>['executeTakeFirstOrThrow']>>

const recommendationsFor = async (db: Db, seqs: readonly number[]): Promise<Map<number, Verdict[]>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db
    .selectFrom('recommendations')
    .select(['paper_seq', 'event'])
    .where('paper_seq', 'in', [...seqs])
    .orderBy('at')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.paper_seq)].map(([seq, given]) => [seq, given.map(({ event }) => event)]),
  )
}

const fromRow = (row: Row, advice: Verdict[], words: LibraryWords): QueuedPaper => ({
  id: row.id,
  title: row.title,
  year: row.year,
  state: row.state,
  version: row.version,
  submittedAt: row.submitted_at,
  submittedBy: row.submitted_by,
  keyLabel: row.label,
  session: row.ingest_session,
  checkReport: row.findings === null ? null : { risk: row.risk ?? 0, findings: JSON.parse(row.findings) as Finding[] },
  advice,
  lacks: lackingFields(
    { chapter: row.chapter, type: row.type, longHorizon: row.long_horizon },
    { chapters: Array.from({ length: row.chapters ?? 0 }), words },
  ),
  lackedChapter: row.place === null ? row.chapter : null,
})

const readWords = async (db: Db): Promise<LibraryWords> => wordsOf((await settingsReader(db).get()).stored)

const isByRisk = (order: QueueOrder): boolean => order === 'risk' || order === 'least-risk'

/** Ids and words are looked for in all that the other conditions leave. */
const isNamed = (words: string) => sql<boolean>`(papers.id = ${words} or ${titleHas(words)})`

/** Papers that match a filter, including those with a pending decision, without selected columns. */
const matchingPapers = (db: Db, filter: QueueFilter, order: QueueOrder = 'age') => {
  const { state, submittedBy, session, maxRisk, assessed = null, placed = null, words = null } = filter
  const open = openPapers(db)
  // Only pending papers have a place by risk; a condition on the state would make the engine use another index. By age
  // the state has two conditions: only the second makes the engine use the index of open papers.
  const inState = isByRisk(order)
    ? open.where('paper_checks.queue_key', 'is not', null)
    : open.where('papers.state', '=', state).where('papers.state', '<>', sql.lit('accepted' as const))
  return inState
    .$if(submittedBy !== null, (query) => query.where('papers.submitted_by', '=', submittedBy))
    .$if(session !== null, (query) => query.where('paper_checks.ingest_session', '=', session))
    .$if(maxRisk !== null, (query) =>
      query.where('paper_checks.findings', 'is not', null).where('paper_checks.risk', '<=', maxRisk ?? 0),
    )
    .$if(assessed !== null, (query) =>
      query.where(assessed === true ? sql<boolean>`not ${LACKS_ASSESSMENT}` : LACKS_ASSESSMENT),
    )
    .$if(placed !== null, (query) => query.where(placed === true ? IS_PLACED : sql<boolean>`not ${IS_PLACED}`))
    .$if(words !== null, (query) => query.where(isNamed(words ?? '')))
}

/** Papers without a pending decision. */
export const undecidedPapers = (db: Db, filter: QueueFilter, order: QueueOrder = 'age') =>
  matchingPapers(db, filter, order).where((eb) =>
    eb.not(
      eb.exists(
        eb.selectFrom('pending_decisions').select('event').whereRef('pending_decisions.paper_seq', '=', 'papers.seq'),
      ),
    ),
  )

const placeIn = (order: QueueOrder) => (isByRisk(order) ? 'paper_checks.queue_key' : 'papers.seq')

/** Each order has its index; half of them read it backwards. */
const isBackward = (order: QueueOrder): boolean => order === 'latest' || order === 'least-risk'

const listQueue: (db: Db) => QueueReader['list'] =
  (db) =>
  async (filter, { order, after, limit }) => {
    const place = placeIn(order)
    const found = withLabel(undecidedPapers(db, filter, order)).limit(limit + 1)
    const rows = isBackward(order)
      ? await found
          .where(place, '<', after ?? Number.MAX_SAFE_INTEGER)
          .orderBy(place, 'desc')
          .execute()
      : await found
          .where(place, '>', after ?? 0)
          .orderBy(place)
          .execute()
    const page = rows.slice(0, limit)
    const advice = await recommendationsFor(
      db,
      page.map(({ seq }) => seq),
    )
    const last = page.at(-1)
    const next = rows.length > limit && last !== undefined ? (isByRisk(order) ? last.queue_key : last.seq) : null
    const words = await readWords(db)
    return { papers: page.map((row) => fromRow(row, advice.get(row.seq) ?? [], words)), next }
  }

const queuePosition = async (db: Db, order: QueueOrder, id: string): Promise<number | null> => {
  const row = await openPapers(db)
    .select(['papers.seq', 'paper_checks.risk'])
    .where('papers.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  return isByRisk(order) ? queueKey(row.risk ?? 0, row.seq) : row.seq
}

const findNeighbours: (db: Db) => QueueReader['neighbours'] = (db) => async (filter, order, id) => {
  const place = await queuePosition(db, order, id)
  if (place === null) return { before: null, after: null }
  const column = placeIn(order)
  const nearest = async (side: '<' | '>'): Promise<string | null> => {
    const row = await undecidedPapers(db, filter, order)
      .select('papers.id')
      .where(column, side, place)
      .orderBy(column, side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
    return row?.id ?? null
  }
  const [lower, higher] = [await nearest('<'), await nearest('>')]
  return isBackward(order) ? { before: higher, after: lower } : { before: lower, after: higher }
}

/** Whether any decision waits to take effect. */
const WAITING = sql<number>`(select count(*) from (select 1 from pending_decisions limit 1) as waiting)`

/** Everything pending, or all of a session, is counted in an index by risk, without reading the papers. */
const countMatching = (db: Db, filter: QueueFilter): Promise<{ all: number; waiting: number }> => {
  const { state, submittedBy, session, maxRisk, assessed = null, placed = null, words = null } = filter
  const isWhole =
    state === 'pending' && [submittedBy, maxRisk, assessed, placed, words].every((condition) => condition === null)
  const inOrder = db.selectFrom('paper_checks').where('queue_key', 'is not', null)
  return isWhole
    ? inOrder
        .$if(session !== null, (query) => query.where('ingest_session', '=', session))
        .select((eb) => eb.fn.countAll<number>().as('all'))
        .select(WAITING.as('waiting'))
        .executeTakeFirstOrThrow()
    : matchingPapers(db, filter)
        .select((eb) => eb.fn.countAll<number>().as('all'))
        .select(WAITING.as('waiting'))
        .executeTakeFirstOrThrow()
}

/** There are few pending decisions: counting them separately lets the rest be counted in an index. */
const countQueue: (db: Db) => QueueReader['count'] = (db) => async (filter) => {
  const { all, waiting } = await countMatching(db, filter)
  if (waiting === 0) return all
  const { decided } = await matchingPapers(db, filter)
    .innerJoin('pending_decisions', 'pending_decisions.paper_seq', 'papers.seq')
    .select((eb) => eb.fn.countAll<number>().as('decided'))
    .executeTakeFirstOrThrow()
  return all - decided
}

const DIGESTED_ROWS = 2_000

/** Read in slices, so that a long queue does not fill memory. */
const digestSelection: (db: Db) => QueueReader['selection'] = (db) => async (filter) => {
  const digest = selectionDigest()
  let count = 0
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: { seq: number; id: string; version: number }[] = await undecidedPapers(db, filter)
      .select(['papers.seq', 'papers.id', 'papers.version'])
      .where('papers.seq', '>', after)
      .orderBy('papers.seq')
      .limit(DIGESTED_ROWS)
      .execute()
    for (const row of rows) digest.add(row)
    count += rows.length
    after = rows.at(-1)?.seq
  }
  return { count, digest: digest.end() }
}

export const queueReader = (db: Db): QueueReader => ({
  list: listQueue(db),
  count: countQueue(db),
  selection: digestSelection(db),
  neighbours: findNeighbours(db),
  find: async (id) => {
    const row = await withLabel(openPapers(db)).where('papers.id', '=', id).executeTakeFirst()
    if (row === undefined) return null
    const advice = await recommendationsFor(db, [row.seq])
    return fromRow(row, advice.get(row.seq) ?? [], await readWords(db))
  },
})

const checkReportColumns = (checkReport: CheckReport | null) => ({
  risk: checkReport?.risk ?? 0,
  findings: checkReport === null ? null : JSON.stringify(checkReport.findings),
})

/** Stores the findings of the checks for papers that enter the queue. */
export const saveChecks = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  placed: readonly (NewPaper & { seq: number })[],
): Promise<void> => {
  const rows = placed.flatMap(({ state, seq, checked }) => {
    if (state !== 'pending') return []
    const found = checkReportColumns(checked?.checkReport ?? null)
    const ingest_session = checked?.session ?? null
    return [{ paper_seq: seq, ...found, queue_key: queueKey(found.risk, seq), ingest_session }]
  })
  await insertRows(scope, 'paper_checks', rows)
}

/** Adds a paper to the queue or removes it, along with a decision that has not taken effect. */
export const updateQueuePlace = async (db: Db, seq: number, state: SubmissionState): Promise<void> => {
  const row = await db.selectFrom('paper_checks').select('risk').where('paper_seq', '=', seq).executeTakeFirst()
  const queue_key = state === 'pending' ? queueKey(row?.risk ?? 0, seq) : null
  if (row !== undefined) await db.updateTable('paper_checks').set({ queue_key }).where('paper_seq', '=', seq).execute()
  else if (state === 'pending')
    await db
      .insertInto('paper_checks')
      .values({ paper_seq: seq, ...checkReportColumns(null), queue_key })
      .execute()
  if (state !== 'pending') await db.deleteFrom('pending_decisions').where('paper_seq', '=', seq).execute()
}

export const queueWriter = (db: Db): QueueWriter => ({
  saveCheckReport: async (id, checkReport) => {
    const { seq, state } = await db
      .selectFrom('papers')
      .select(['seq', 'state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const found = checkReportColumns(checkReport)
    const values = { ...found, queue_key: state === 'pending' ? queueKey(found.risk, seq) : null }
    await db
      .insertInto('paper_checks')
      .values({ paper_seq: seq, ...values })
      .onConflict((conflict) => conflict.column('paper_seq').doUpdateSet(values))
      .execute()
  },
})
