import { sql } from 'kysely'
import type { ConceptRecord } from '#core/editorial/concept.ts'
import { textKey } from '#core/text/tokenize.ts'
import { trendWindow } from '#core/editorial/trend.ts'
import type { PrivateConceptReader, PublicConceptReader } from '#ports/store/editorial.ts'
import type { Db } from '#store/rows.ts'
import { findConceptSeq } from '#store/sql/papers/concept-links.ts'
import { readCounters } from '#store/sql/facets/counters.ts'

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

/** Numbers come as they are; a scalar subquery is null only in its type. */
const recordOf = (row: Omit<ConceptRecord, 'papers'> & { papers: number | null }): ConceptRecord => ({
  ...row,
  papers: row.papers ?? 0,
})

const findConcept = async (db: Db, column: 'id' | 'seq', value: string | number): Promise<ConceptRecord | null> => {
  const row = await records(db).where(column, '=', value).executeTakeFirst()
  return row === undefined ? null : recordOf(row)
}

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
})

export const privateConceptReader = (db: Db): PrivateConceptReader => ({
  listAll: async () => (await records(db).orderBy('name').orderBy('id').execute()).map(recordOf),
  find: (id) => findConcept(db, 'id', id),
  findByName: async (name) => {
    const seq = await findConceptSeq(db, textKey(name))
    return seq === null ? null : findConcept(db, 'seq', seq)
  },
})
