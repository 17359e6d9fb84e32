import { sql } from 'kysely'
import type { Paper } from '#core/paper.ts'
import { textKey } from '#core/search-text.ts'
import { slug } from '#core/slug.ts'
import { trendWindow } from '#core/trend.ts'
import type { ConceptReader, ConceptWriter } from '#ports/editorial.ts'
import type { Db } from '#store/rows.ts'
import { addCounts } from './add-counts.ts'
import type { Scope } from './engine.ts'
import { insertRows } from './insert-rows.ts'
import { talliesOf } from './tallies.ts'

const sumWithin = (years: readonly [number, number]) =>
  sql<number>`coalesce(sum(case when concept_years.year between ${years[0]} and ${years[1]} then concept_years.papers end), 0)`

const listConcepts = async (db: Db): ReturnType<ConceptReader['list']> => {
  const years = (await talliesOf(db, 'year')).map(({ value, papers }) => ({ year: Number(value), papers }))
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

const conceptYears = async (db: Db, id: string): ReturnType<ConceptReader['years']> => {
  const rows = await db
    .selectFrom('concept_years')
    .innerJoin('concepts', 'concepts.seq', 'concept_years.concept_seq')
    .select(['concept_years.year', 'concept_years.papers'])
    .where('concepts.id', '=', id)
    .where('concept_years.papers', '>', 0)
    .orderBy('concept_years.year')
    .execute()
  return rows.length === 0 ? null : rows
}

const listDefinitions = async (db: Db): ReturnType<ConceptReader['definitions']> => {
  const rows = await db.selectFrom('concepts').select(['name', 'definition']).orderBy('seq').execute()
  return rows.flatMap(({ name, definition }) => (definition === null ? [] : [{ name, definition }]))
}

export const conceptReader = (db: Db): ConceptReader => ({
  list: () => listConcepts(db),
  years: (id) => conceptYears(db, id),
  definitions: () => listDefinitions(db),
})

/** The first of `slug`, `slug-2`, `slug-3` … that no concept has. */
const freeId = async (db: Db, name: string): Promise<string> => {
  const base = slug(name)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`
    const taken = await db.selectFrom('concepts').select('seq').where('id', '=', id).executeTakeFirst()
    if (taken === undefined) return id
  }
}

const NAMES_AT_ONCE = 100

/** Which of these concepts there are, by the keys of their names. */
const knownConcepts = async (db: Db, keys: readonly string[]): Promise<Map<string, number>> => {
  const known = new Map<string, number>()
  for (let first = 0; first < keys.length; first += NAMES_AT_ONCE) {
    const some = keys.slice(first, first + NAMES_AT_ONCE)
    const rows = await db.selectFrom('concepts').select(['seq', 'name_key']).where('name_key', 'in', some).execute()
    for (const { seq, name_key } of rows) known.set(name_key, seq)
  }
  return known
}

const addConcept = async (db: Db, name: string, key: string): Promise<number> => {
  const { seq } = await db
    .insertInto('concepts')
    .values({ id: await freeId(db, name), name, name_key: key, definition: null })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

/** The concepts of names, made where there are none; names that differ only in case, marks or hyphens are one concept. */
const conceptSeqs = async (db: Db, names: readonly string[]): Promise<(name: string) => number> => {
  const keys = new Map([...new Set(names)].map((name) => [name, textKey(name)]))
  const known = await knownConcepts(db, [...new Set(keys.values())])
  for (const [name, key] of keys) if (!known.has(key)) known.set(key, await addConcept(db, name, key))
  return (name) => known.get(keys.get(name) ?? '') ?? 0
}

/** Links papers that become public to their concepts and counts them, or undoes it; the numbers of those of each. */
export const linkConcepts = async (
  scope: Pick<Scope, 'db' | 'engine'>,
  papers: readonly { seq: number; paper: Paper }[],
  change: 1 | -1,
): Promise<Map<number, number[]>> => {
  const { db } = scope
  const seqOf = await conceptSeqs(
    db,
    papers.flatMap(({ paper }) => paper.concepts),
  )
  const linked = new Map<number, number[]>()
  const links: { concept_seq: number; paper_seq: number }[] = []
  const sums = new Map<string, { concept_seq: number; year: number; papers: number }>()
  for (const { seq, paper } of papers) {
    const seqs = [...new Set(paper.concepts.map(seqOf))]
    linked.set(seq, seqs)
    for (const concept of seqs) {
      links.push({ concept_seq: concept, paper_seq: seq })
      const sum = sums.get(`${concept} ${paper.year}`) ?? { concept_seq: concept, year: paper.year, papers: 0 }
      sum.papers += change
      sums.set(`${concept} ${paper.year}`, sum)
    }
  }
  if (change === 1) await insertRows(scope, 'paper_concepts', links)
  else
    for (const { concept_seq, paper_seq } of links)
      await db
        .deleteFrom('paper_concepts')
        .where('concept_seq', '=', concept_seq)
        .where('paper_seq', '=', paper_seq)
        .execute()
  await addCounts(
    db,
    'concept_years',
    [...sums.values()].map(({ concept_seq, year, papers: count }) => [concept_seq, year, count]),
  )
  return linked
}

export const conceptWriter = (scope: Scope): ConceptWriter => ({
  define: async (name, definition) => {
    const seq = (await conceptSeqs(scope.db, [name]))(name)
    await scope.db.updateTable('concepts').set({ definition, name }).where('seq', '=', seq).execute()
    scope.touchPublic()
  },
})
