import type { AttributeFilter } from '#core/search/paper-filter.ts'
import { rankKeyAfterScore } from '#core/papers/rank-key.ts'
import { SCORE_MAX, type Millionths } from '#core/papers/score.ts'
import { hostOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Facet } from '#core/search/facet-token.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { Db } from '#store/rows.ts'
import { addToCounters } from './add-to-counters.ts'
import { firstAcceptedMonths, plotCounters, type PlotCounterName } from './plot-counters.ts'

/** Counts of accepted papers by trait, kept up to date with each change so that no page ever counts the corpus. */

type CounterName = 'year' | 'source' | 'framework' | ScoreCounterName | PlotCounterName | FacetCounterName
/** Scores of the papers of a chapter, of a type, of both or of all: see countByAttributes. */
type ScoreCounterName = `scores:${number | ''}:${string}`
/** Papers by facet, in the library or in one chapter: see index-facets.ts. */
export type FacetCounterName = `facet:${number | ''}:${Facet}`

/** Scores are counted in steps of a hundredth, as most are given; what lies between two steps is counted in the index. */
const SCORE_BUCKET = SCORE_MAX / 100

/** Texts in the order of the scores; papers without one come first. */
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

/** Adds to the counters of each facet and value, or subtracts from them. */
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

/** @param change +1 for papers that become public, -1 for those that cease to be */
export const updateCounters = async (
  db: Db,
  placed: readonly { seq: number; paper: Paper }[],
  change: 1 | -1,
): Promise<void> => {
  const months = await firstAcceptedMonths(
    db,
    placed.map(({ seq }) => seq),
  )
  const accepted = months.map((month): [CounterName, string] => ['accepted', month])
  await addDeltas(db, [...placed.flatMap(({ paper }) => paperCounters(paper)), ...accepted], change)
}

/** Counts the frameworks alone of papers that are public already. */
export const countFrameworks = (db: Db, papers: readonly { paper: Paper }[]): Promise<void> =>
  addDeltas(
    db,
    papers.flatMap(({ paper }) => frameworkCounters(paper)),
    1,
  )

/** The values of a facet that some accepted paper has, with their counts. */
export const readCounters = (db: Db, facet: CounterName): Promise<{ value: string; papers: number }[]> =>
  db.selectFrom('counters').select(['value', 'papers']).where('facet', '=', facet).where('papers', '>', 0).execute()

/** Papers whose score lies within [from, below): at most a hundredth of the scale. */
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

/** How many accepted papers have these attributes: the sum of about a hundred counters, at any size of the corpus. */
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
