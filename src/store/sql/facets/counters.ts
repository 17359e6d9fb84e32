import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Db } from '#store/rows.ts'
import { cachedStatement, paddedKeys } from '#store/sql/engine/engine.ts'
import { MAP_GRID_SIZE, mapCellIndex } from '#core/papers/map-grid.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { AttributeFilter } from '#core/search/paper-filter.ts'
import { rankKeyAfterScore, SCORE_MAX, type Millionths } from '#core/papers/score.ts'
import { hostOf } from '#core/papers/identifiers.ts'
import type { Facet } from '#core/search/facet-token.ts'
import { textKey } from '#core/text/tokenize.ts'

/** Counter tables and their key columns. */
const counterKeys = {
  counters: ['facet', 'value'],
  concept_years: ['concept_seq', 'year'],
  spellings: ['initial', 'size', 'word'],
} as const

/** The key values, in order, and then the number to add to `papers`. */
export type CounterDelta = readonly (string | number)[]

/**
 * Rows per statement, since each may be a round trip. Few sizes, so that statements are built once and stay prepared.
 */
const BATCH_SIZES = [500, 100, 30, 10, 3, 1]

const columnList = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))

const addStatement = (table: keyof typeof counterKeys, counts: readonly CounterDelta[]): RawBuilder<unknown> => {
  const key = counterKeys[table]
  const rows = counts.map((count) => sql`(${sql.join(count)})`)
  return sql`insert into ${sql.table(table)} (${columnList([...key, 'papers'])}) values ${sql.join(rows)}
    on conflict (${columnList(key)}) do update set papers = ${sql.ref(`${table}.papers`)} + excluded.papers`
}

/** Writing in key order takes half the time. */
const byKey = (a: CounterDelta, b: CounterDelta): number => {
  for (let index = 0; index < a.length; index += 1) {
    const [value, other] = [a[index] ?? 0, b[index] ?? 0]
    if (value !== other) return value < other ? -1 : 1
  }
  return 0
}

/** Adds to counters, creating missing ones; each key may occur only once. */
export const addToCounters = async (
  db: Db,
  table: keyof typeof counterKeys,
  unordered: readonly CounterDelta[],
): Promise<void> => {
  const counts = unordered.toSorted(byKey)
  for (let first = 0; first < counts.length;) {
    const size = BATCH_SIZES.find((one) => one <= counts.length - first) ?? 1
    const some = counts.slice(first, first + size)
    const text = cachedStatement(db, `${size} added to ${table}`, () => addStatement(table, some).compile(db).sql)
    await db.executeQuery(CompiledQuery.raw(text, some.flat()))
    first += size
  }
}

/** Counters for figures. */
type PlotCounterName = 'map' | `map:${number | 'all'}` | `year:${number | ''}` | 'institution' | 'accepted'

const mapCounters = ({ chapter, longHorizon, enterprise }: Paper): [PlotCounterName, string][] => {
  if (longHorizon === null || enterprise === null) return []
  const cell = String(mapCellIndex(enterprise) * MAP_GRID_SIZE + mapCellIndex(longHorizon))
  return [
    ['map', String(chapter ?? '')],
    ['map:all', cell],
    ...(chapter === null ? [] : [[`map:${chapter}`, cell] as [PlotCounterName, string]]),
  ]
}

const plotCounters = (paper: Paper): [PlotCounterName, string][] => [
  ...mapCounters(paper),
  [`year:${paper.chapter ?? ''}`, String(paper.year)],
  ...(paper.institution === null ? [] : [['institution', paper.institution] as [PlotCounterName, string]]),
]

/**
 * When papers were first accepted. It does not change when a paper is retracted and accepted again, so that what is subtracted
 * is what was added.
 */
export const firstAccepted = async (db: Db, seqs: readonly number[]): Promise<Map<number, string>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db
    .selectFrom('review_steps')
    .select((eb) => ['paper_seq', eb.fn.min('at').as('at')] as const)
    .where('state', '=', 'accepted')
    .where('paper_seq', 'in', paddedKeys(seqs))
    .groupBy('paper_seq')
    .execute()
  return new Map(rows.map(({ paper_seq, at }) => [paper_seq, at]))
}

/** Counts of accepted papers by attribute, updated with each change so that no page has to count the corpus. */

type CounterName = 'year' | 'source' | 'framework' | ScoreCounterName | PlotCounterName | FacetCounterName
/** Scores by chapter, type, both or neither: see countByAttributes. */
type ScoreCounterName = `scores:${number | ''}:${string}`
/** Papers by facet, in the library or one chapter: see index-facets.ts. */
export type FacetCounterName = `facet:${number | ''}:${Facet}`

/** Scores are counted in hundredths, as most are given; scores between two steps are counted in the index. */
const SCORE_BUCKET = SCORE_MAX / 100

/** Sorts like the scores; papers without one come first. */
const scoreBucket = (score: Millionths | null): string =>
  score === null ? '' : String(Math.floor(score / SCORE_BUCKET)).padStart(3, '0')

const scoreCounterName = (chapter: number | null, type: string | null): ScoreCounterName =>
  `scores:${chapter ?? ''}:${type ?? ''}`

const scoreCounters = ({ chapter, type, longHorizon }: Paper): [CounterName, string][] => {
  const facets = new Set([
    scoreCounterName(null, null),
    scoreCounterName(chapter, null),
    scoreCounterName(null, type),
    scoreCounterName(chapter, type),
  ])
  return [...facets].map((facet) => [facet, scoreBucket(longHorizon)])
}

const frameworkCounters = ({ frameworks }: Paper): [CounterName, string][] =>
  [...new Set(frameworks.map(textKey))].map((name) => ['framework', name])

const paperCounters = (paper: Paper): [CounterName, string][] => {
  const host = paper.url === null ? null : hostOf(paper.url)
  return [
    ['year', String(paper.year)],
    ...scoreCounters(paper),
    ...plotCounters(paper),
    ...(host === null ? [] : [['source', host] as [CounterName, string]]),
    ...frameworkCounters(paper),
  ]
}

const addDeltas = async (db: Db, counted: readonly [CounterName, string][], change: 1 | -1): Promise<void> => {
  const sums = new Map<string, [CounterName, string, number]>()
  for (const [facet, value] of counted) {
    const key = `${facet} ${value}`
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, [facet, value, change])
    else sum[2] += change
  }
  await addToCounters(db, 'counters', [...sums.values()])
}

/** @param change +1 for papers that become public, -1 for those that stop being public */
export const updateCounters = async (
  db: Db,
  placed: readonly { seq: number; paper: Paper }[],
  change: 1 | -1,
): Promise<void> => {
  const times = await firstAccepted(
    db,
    placed.map(({ seq }) => seq),
  )
  const accepted = [...times.values()].map((at): [CounterName, string] => ['accepted', at.slice(0, 7)])
  await addDeltas(db, [...placed.flatMap(({ paper }) => paperCounters(paper)), ...accepted], change)
}

/** Counts only the frameworks of papers that are already public. */
export const countFrameworks = (db: Db, papers: readonly { paper: Paper }[]): Promise<void> =>
  addDeltas(
    db,
    papers.flatMap(({ paper }) => frameworkCounters(paper)),
    1,
  )

/** The values of a facet among accepted papers, with their counts. */
export const readCounters = (db: Db, facet: CounterName): Promise<{ value: string; papers: number }[]> =>
  db.selectFrom('counters').select(['value', 'papers']).where('facet', '=', facet).where('papers', '>', 0).execute()

/** Papers with a score in [from, below), which is at most a hundredth of the scale. */
const countWithinBucket = async (db: Db, { chapter, type }: AttributeFilter, from: Millionths, below: Millionths) => {
  const { count } = await db
    .selectFrom('papers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'accepted')
    .where('rank_key', '<', rankKeyAfterScore(from))
    .where('rank_key', '>=', rankKeyAfterScore(below))
    .$if(chapter !== null, (query) => query.where('chapter', '=', chapter))
    .$if(type !== null, (query) => query.where('type', '=', type))
    .executeTakeFirstOrThrow()
  return count
}

/** How many accepted papers have these attributes: the sum of about a hundred counters in any corpus. */
export const countByAttributes = async (db: Db, traits: AttributeFilter): Promise<number> => {
  const { chapter, type, minLongHorizon } = traits
  const wholeSteps = minLongHorizon === null ? null : Math.ceil(minLongHorizon / SCORE_BUCKET) * SCORE_BUCKET
  const row = await db
    .selectFrom('counters')
    .select((eb) => eb.fn.sum<number | null>('papers').as('papers'))
    .where('facet', '=', scoreCounterName(chapter, type))
    .$if(wholeSteps !== null, (query) => query.where('value', '>=', scoreBucket(wholeSteps)))
    .executeTakeFirst()
  const between =
    minLongHorizon === null || wholeSteps === null || minLongHorizon === wholeSteps
      ? 0
      : await countWithinBucket(db, traits, minLongHorizon, wholeSteps)
  return (row?.papers ?? 0) + between
}
