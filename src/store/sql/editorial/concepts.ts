import { sql, type Selectable } from 'kysely'
import type { ConceptRecord, ConceptUses } from '#core/editorial/concept.ts'
import { parseFollowedAddress } from '#core/following/followed-search.ts'
import { textKey } from '#core/text/tokenize.ts'
import { trendWindow, type TrendWeek } from '#core/editorial/trend.ts'
import type { PrivateConceptReader, PublicConceptReader, ConceptWriter } from '#ports/store/editorial.ts'
import type { Db, PaperRow, Tables } from '#store/rows.ts'
import { findConceptSeq, ensureConcept, currentConceptNames } from '#store/sql/papers/concept-links.ts'
import { readCounters } from '#store/sql/facets/counters.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { Failure } from '#core/failure.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { rewritePapers, type PaperRewrite } from '#store/sql/papers/paper-writer.ts'

const sumWithin = (years: readonly [number, number]) =>
  sql<number>`coalesce(sum(case when concept_years.year between ${years[0]} and ${years[1]} then concept_years.papers end), 0)`

const listConcepts = async (db: Db): ReturnType<PublicConceptReader['list']> => {
  const years = (await readCounters(db, 'year')).map(({ value, papers }) => ({ year: Number(value), papers }))
  if (years.length === 0) return null
  const window = trendWindow(Math.max(...years.map(({ year }) => year)))
  const within = ([from, to]: readonly [number, number]): number =>
    years.filter(({ year }) => year >= from && year <= to).reduce((sum, { papers }) => sum + papers, 0)
  const rows = await db
    .selectFrom('concepts')
    .innerJoin('concept_years', 'concept_years.concept_seq', 'concepts.seq')
    .select(['concepts.id', 'concepts.name', 'concepts.definition'])
    .select((eb) => [
      eb.fn.sum<number>('concept_years.papers').as('papers'),
      eb.fn.min('concept_years.year').as('oldest_year'),
      sumWithin(window.recent).as('recent'),
      sumWithin(window.before).as('before'),
    ])
    .where('concept_years.papers', '>', 0)
    .groupBy(['concepts.seq', 'concepts.id', 'concepts.name', 'concepts.definition'])
    .orderBy('papers', 'desc')
    .orderBy('concepts.name')
    .execute()
  return {
    window,
    corpus: { recent: within(window.recent), before: within(window.before) },
    concepts: rows.map((row) => ({
      id: row.id,
      name: row.name,
      definition: row.definition,
      papers: row.papers,
      recent: row.recent,
      before: row.before,
      oldestYear: row.oldest_year,
    })),
  }
}

const records = (db: Db) =>
  db
    .selectFrom('concepts')
    .select(['id', 'name', 'definition', 'version'])
    .select((eb) =>
      eb
        .selectFrom('concept_years')
        .whereRef('concept_years.concept_seq', '=', 'concepts.seq')
        .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('papers'), inner.lit(0)).as('papers'))
        .as('papers'),
    )

/** A scalar subquery is nullable only in its type. */
const recordOf = (row: Omit<ConceptRecord, 'papers'> & { papers: number | null }): ConceptRecord => ({
  ...row,
  papers: row.papers ?? 0,
})

const findConcept = async (db: Db, column: 'id' | 'seq', value: string | number): Promise<ConceptRecord | null> => {
  const row = await records(db).where(column, '=', value).executeTakeFirst()
  return row === undefined ? null : recordOf(row)
}

const weekFromRow = (row: Selectable<Tables['trend_weeks']>): TrendWeek => ({
  week: row.week,
  trend: row.trend,
  newest: row.newest_year,
  concept: { recent: row.recent, before: row.before_recent },
  corpus: { recent: row.corpus_recent, before: row.corpus_before },
})

export const publicConceptReader = (db: Db): PublicConceptReader => ({
  list: () => listConcepts(db),
  findRedirect: async (id) => {
    const row = await db
      .selectFrom('concept_aliases')
      .innerJoin('concepts', 'concepts.seq', 'concept_aliases.concept_seq')
      .select('concepts.id')
      .where('concept_aliases.id', '=', id)
      .executeTakeFirst()
    return row?.id ?? null
  },
  trendWeeks: async (id) => {
    const rows = await db.selectFrom('trend_weeks').selectAll().where('concept_id', '=', id).orderBy('week').execute()
    return rows.map(weekFromRow)
  },
})

const getConcept = async (db: Db, id: string) => {
  const row = await db.selectFrom('concepts').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Failure('not_found', `There is no concept ${id}.`)
  return row
}

const IN_REVIEW = ['pending', 'changes_requested'] as const
const READ_AT_ONCE = 1_000
const NAMED = 3

/** The papers in review that name a concept; they have its name, and no link to it. */
const waitingPapers = async (db: Db, keys: ReadonlySet<string>): Promise<ConceptUses['waiting']> => {
  const found: string[] = []
  for (const state of IN_REVIEW)
    for (let after: number | null = 0; after !== null;) {
      const rows: { seq: number; id: string; concepts: string }[] = await db
        .selectFrom('papers')
        .select(['seq', 'id', 'concepts'])
        .where('state', '=', state)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(READ_AT_ONCE)
        .execute()
      for (const { id, concepts } of rows)
        if ((JSON.parse(concepts) as string[]).some((name) => keys.has(textKey(name)))) found.push(id)
      after = rows.length < READ_AT_ONCE ? null : (rows.at(-1)?.seq ?? null)
    }
  return { count: found.length, first: found.slice(0, NAMED) }
}

/** How many followed searches are for one of these ids. */
const countFollowed = async (db: Db, ids: ReadonlySet<string>): Promise<number> => {
  const rows = await db
    .selectFrom('followed_searches')
    .select('address')
    .where('address', 'like', '%concept=%')
    .where((eb) =>
      eb.exists(
        eb.selectFrom('follows').select('search_seq').whereRef('follows.search_seq', '=', 'followed_searches.seq'),
      ),
    )
    .execute()
  return rows.filter(({ address }) => {
    const search = parseFollowedAddress(address)
    return search.of === 'papers' && search.concept !== null && ids.has(search.concept)
  }).length
}

const usesOf = async (db: Db, id: string): Promise<ConceptUses> => {
  const { seq, name_key } = await getConcept(db, id)
  const aliases = await db
    .selectFrom('concept_aliases')
    .select(['name_key', 'id'])
    .where('concept_seq', '=', seq)
    .execute()
  const linked = await db
    .selectFrom('paper_concepts')
    .select((eb) => eb.fn.countAll<number>().as('papers'))
    .where('concept_seq', '=', seq)
    .executeTakeFirstOrThrow()
  return {
    papers: linked.papers,
    waiting: await waitingPapers(db, new Set([name_key, ...aliases.map((alias) => alias.name_key)])),
    followed: await countFollowed(db, new Set([id, ...aliases.flatMap((alias) => alias.id ?? [])])),
  }
}

export const privateConceptReader = (db: Db): PrivateConceptReader => ({
  listAll: async () => (await records(db).orderBy('name').orderBy('id').execute()).map(recordOf),
  find: (id) => findConcept(db, 'id', id),
  findByName: async (name) => {
    const seq = await findConceptSeq(db, textKey(name))
    return seq === null ? null : findConcept(db, 'seq', seq)
  },
  uses: (id) => usesOf(db, id),
  lastTrendWeeks: async () => {
    const rows = await db
      .selectFrom('trend_weeks')
      .selectAll()
      .where((eb) =>
        eb(
          'week',
          '=',
          eb
            .selectFrom('trend_weeks as other')
            .whereRef('other.concept_id', '=', 'trend_weeks.concept_id')
            .select((inner) => inner.fn.max('other.week').as('last')),
        ),
      )
      .execute()
    return new Map(rows.map((row) => [row.concept_id, weekFromRow(row)]))
  },
})

const PAPERS_AT_ONCE = 200

/** The papers of a concept, after a paper in order of storage. */
const papersAfter = (db: Db, concept: number, after: number): Promise<PaperRow[]> =>
  db
    .selectFrom('papers')
    .innerJoin('paper_concepts', 'paper_concepts.paper_seq', 'papers.seq')
    .selectAll('papers')
    .where('paper_concepts.concept_seq', '=', concept)
    .where('paper_concepts.paper_seq', '>', after)
    .orderBy('paper_concepts.paper_seq')
    .limit(PAPERS_AT_ONCE)
    .execute()

/** Replaces every name of a concept in the topics of its papers, read page by page: there may be many thousands. */
const renameInPapers = async (
  db: Db,
  { seq, keys }: { seq: number; keys: readonly string[] },
  name: string,
): Promise<PaperRewrite[]> => {
  const former = new Map(keys.map((key) => [key, name]))
  const rewrites: PaperRewrite[] = []
  for (let rows = await papersAfter(db, seq, 0); rows.length > 0;) {
    for (const row of rows) {
      const paper = paperFromRow(row)
      rewrites.push({ row, paper: { ...paper, concepts: currentConceptNames(paper.concepts, former) } })
    }
    rows = await papersAfter(db, seq, rows.at(-1)?.seq ?? 0)
  }
  return rewrites
}

const aliasKeys = async (db: Db, seq: number): Promise<string[]> => {
  const rows = await db.selectFrom('concept_aliases').select('name_key').where('concept_seq', '=', seq).execute()
  return rows.map(({ name_key }) => name_key)
}

/** A concept without papers is not public. */
const markIfPublic = async (scope: TransactionContext, { seq, id }: { seq: number; id: string }): Promise<void> => {
  const linked = await scope.db
    .selectFrom('paper_concepts')
    .select('paper_seq')
    .where('concept_seq', '=', seq)
    .limit(1)
    .executeTakeFirst()
  scope.markPublicChange(linked === undefined ? [] : [{ kind: 'concept', id, event: 'revised' }])
}

const revise = async (
  scope: TransactionContext,
  ...[id, words, by]: Parameters<ConceptWriter['revise']>
): Promise<number> => {
  const { db } = scope
  const { seq, name: oldName, name_key: oldKey, version } = await getConcept(db, id)
  const { name, definition } = words
  const key = textKey(name)
  const keys = [oldKey, ...(await aliasKeys(db, seq))]
  const papers = name === oldName ? [] : await renameInPapers(db, { seq, keys }, name)
  await rewritePapers(scope, papers, by, async () => {
    await db.deleteFrom('concept_aliases').where('name_key', '=', key).execute()
    await db
      .updateTable('concepts')
      .set({ name, name_key: key, definition, version: version + 1 })
      .where('seq', '=', seq)
      .execute()
    if (key !== oldKey)
      await db.insertInto('concept_aliases').values({ name_key: oldKey, id: null, concept_seq: seq }).execute()
  })
  await markIfPublic(scope, { seq, id })
  return papers.length
}

const merge = async (
  scope: TransactionContext,
  ...[id, into, by]: Parameters<ConceptWriter['merge']>
): Promise<number> => {
  const { db } = scope
  const from = await getConcept(db, id)
  const target = await getConcept(db, into)
  const keys = [from.name_key, ...(await aliasKeys(db, from.seq))]
  const papers = await renameInPapers(db, { seq: from.seq, keys }, target.name)
  await rewritePapers(scope, papers, by, async () => {
    await db
      .updateTable('concept_aliases')
      .set({ concept_seq: target.seq })
      .where('concept_seq', '=', from.seq)
      .execute()
    await db.deleteFrom('concept_years').where('concept_seq', '=', from.seq).execute()
    await db.deleteFrom('concepts').where('seq', '=', from.seq).execute()
    await db
      .insertInto('concept_aliases')
      .values({ name_key: from.name_key, id: from.id, concept_seq: target.seq })
      .execute()
    await db
      .updateTable('concepts')
      .set({ version: target.version + 1 })
      .where('seq', '=', target.seq)
      .execute()
  })
  if (papers.length > 0) scope.markPublicChange([{ kind: 'concept', id, event: 'merged' }])
  await markIfPublic(scope, { seq: target.seq, id: into })
  return papers.length
}

const remove = async (scope: TransactionContext, id: string): Promise<void> => {
  const { db } = scope
  const { seq } = await getConcept(db, id)
  for (const table of ['concept_aliases', 'concept_years'] as const)
    await db.deleteFrom(table).where('concept_seq', '=', seq).execute()
  await db.deleteFrom('concepts').where('seq', '=', seq).execute()
  scope.markPublicChange([])
}

export const conceptWriter = (scope: TransactionContext): ConceptWriter => ({
  keepTrendWeeks: async (weeks) => {
    for (const { id, week, trend, newest, concept, corpus } of weeks) {
      const values = {
        trend,
        newest_year: newest,
        recent: concept.recent,
        before_recent: concept.before,
        corpus_recent: corpus.recent,
        corpus_before: corpus.before,
      }
      await scope.db
        .insertInto('trend_weeks')
        .values({ concept_id: id, week, ...values })
        .onConflict((conflict) => conflict.columns(['concept_id', 'week']).doUpdateSet(values))
        .execute()
    }
  },
  define: async (name, definition) => {
    const seq = await ensureConcept(scope.db, name)
    const { id } = await scope.db
      .updateTable('concepts')
      .set({ definition, name })
      .where('seq', '=', seq)
      .returning('id')
      .executeTakeFirstOrThrow()
    await markIfPublic(scope, { seq, id })
  },
  revise: (...args) => revise(scope, ...args),
  merge: (...args) => merge(scope, ...args),
  remove: (id) => remove(scope, id),
})
