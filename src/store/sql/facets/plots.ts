import { sql } from 'kysely'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { CELL_WIDTH, MAP_GRID_SIZE, type MapPoint, type MapRegion } from '#core/papers/map-grid.ts'
import { scoreOfRankKey, type RankKey, type Millionths } from '#core/papers/score.ts'
import type { PlotReader, RankedCount } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import { readCounters, countByAttributes } from './counters.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { StatsReader } from '#ports/store/editorial.ts'

/** Written exactly as in the index papers_on_map; otherwise neither engine would use it. */
const isMapped = sql<boolean>`state = 'accepted' and long_horizon is not null and enterprise is not null`
const column = sql<number>`(long_horizon / ${sql.lit(CELL_WIDTH)})`
const row = sql<number>`(enterprise / ${sql.lit(CELL_WIDTH)})`

const cellIndex = (score: Millionths): number => Math.floor(score / CELL_WIDTH)

const pointsOf = async (db: Db, chapter: number | null, atMost: number): Promise<MapPoint[]> => {
  const rows = await db
    .selectFrom('papers')
    .select(['id', 'chapter', 'long_horizon', 'enterprise'])
    .where(isMapped)
    // Always true; makes the engine use the covering index.
    .where(column, '>=', 0)
    .$if(chapter !== null, (query) => query.where('chapter', '=', chapter))
    .limit(atMost)
    .execute()
  return rows.map((point) => ({
    id: point.id,
    chapter: point.chapter,
    longHorizon: point.long_horizon ?? 0,
    enterprise: point.enterprise ?? 0,
  }))
}

type ColumnRange = { from: number; to: number; after: RankKey; limit: number }

/**
 * Rank keys of a region in columns `from` down to `to`, in public order: each column is one index search. The plus
 * removes the type affinity of `step`; with it SQLite would not use the index.
 */
const keysInColumns = async (
  db: Db,
  region: MapRegion,
  { from, to, after, limit }: ColumnRange,
): Promise<RankKey[]> => {
  const { chapter, longHorizon, enterprise } = region
  const { rows } = await sql<{ rank_key: RankKey }>`
    with recursive steps (step) as (
      select cast(${from} as integer) union all select step - 1 from steps where step > ${to}
    )
    select rank_key from steps cross join papers
    where ${isMapped} and ${column} = +step
      and ${row} >= ${cellIndex(enterprise[0])} and ${row} <= ${cellIndex(enterprise[1])}
      and long_horizon >= ${longHorizon[0]} and long_horizon <= ${longHorizon[1]}
      and enterprise >= ${enterprise[0]} and enterprise <= ${enterprise[1]}
      and rank_key > ${after} ${chapter === null ? sql`` : sql`and chapter = ${chapter}`}
    order by rank_key limit ${limit}`.execute(db)
  return rows.map((found) => found.rank_key)
}

/**
 * Reads columns from the highest score down, as in the public order, until the page is full: one, then two, then four.
 * A crowded region takes one query, an empty one six.
 */
const keysInRegion = async (db: Db, region: MapRegion, after: RankKey, limit: number): Promise<RankKey[]> => {
  const [lowest, highest] = region.longHorizon
  const keys: RankKey[] = []
  let from = cellIndex(after === 0 ? highest : Math.min(highest, scoreOfRankKey(after) ?? 0))
  for (let width = 1; from >= cellIndex(lowest) && keys.length < limit; width *= 2) {
    const to = Math.max(cellIndex(lowest), from - width + 1)
    keys.push(...(await keysInColumns(db, region, { from, to, after, limit: limit - keys.length })))
    from = to - 1
  }
  return keys
}

const papersInRegion = async (db: Db, region: MapRegion, after: RankKey, limit: number) => {
  const keys = await keysInRegion(db, region, after, limit + 1)
  const shown = keys.slice(0, limit)
  if (shown.length === 0) return { papers: [], next: null }
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('state', '=', 'accepted')
    .where('rank_key', 'in', shown)
    .orderBy('rank_key')
    .execute()
  return { papers: rows.map(paperWithFileFromRow), next: keys.length > limit ? (shown.at(-1) ?? null) : null }
}

const topCounts = async (db: Db, facet: 'institution' | 'source', atMost: number) => {
  const counted = () => db.selectFrom('counters').where('facet', '=', facet).where('papers', '>', 0)
  const top: RankedCount[] = await counted()
    .select(['value as name', 'papers'])
    .orderBy('papers', 'desc')
    .orderBy('value')
    .limit(atMost)
    .execute()
  const { all } = await counted()
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return { all, top }
}

/** Parses the chapter in a counter name. */
const chapterOf = (text: string): number | null => (text === '' ? null : Number(text))

const chapterTotals = async (db: Db) => {
  const rows = await db
    .selectFrom('counters')
    .select('facet')
    .select((eb) => eb.fn.sum<number>('papers').as('papers'))
    .where('facet', '>=', 'year:')
    .where('facet', '<', 'year;')
    .groupBy('facet')
    .orderBy('facet')
    .execute()
  return rows
    .filter(({ papers }) => papers > 0)
    .map(({ facet, papers }) => ({ chapter: chapterOf(facet.slice('year:'.length)), papers }))
}

export const plotReader = (db: Db): PlotReader => ({
  mappedByChapter: async () =>
    (await readCounters(db, 'map')).map(({ value, papers }) => ({ chapter: chapterOf(value), papers })),
  cells: async (chapter) =>
    (await readCounters(db, `map:${chapter ?? 'all'}`)).map(({ value, papers }) => ({
      x: Number(value) % MAP_GRID_SIZE,
      y: Math.floor(Number(value) / MAP_GRID_SIZE),
      papers,
    })),
  points: (chapter, atMost) => pointsOf(db, chapter, atMost),
  region: (region, after, limit) => papersInRegion(db, region, after ?? 0, limit),
  years: async (chapter) =>
    (await readCounters(db, chapter === null ? 'year' : `year:${chapter}`))
      .map(({ value, papers }) => ({ year: Number(value), papers }))
      .toSorted((a, b) => a.year - b.year),
  chapters: () => chapterTotals(db),
  institutions: (atMost) => topCounts(db, 'institution', atMost),
  sources: (atMost) => topCounts(db, 'source', atMost),
  acceptedByMonth: async () =>
    (await readCounters(db, 'accepted'))
      .map(({ value, papers }) => ({ month: value, papers }))
      .toSorted((a, b) => (a.month < b.month ? -1 : 1)),
})

export const statsReader = (db: Db): StatsReader => ({
  counts: async () => {
    const concepts = await db
      .selectFrom('concept_years')
      .select((eb) => eb.fn.count<number>('concept_seq').distinct().as('count'))
      .where('papers', '>', 0)
      .executeTakeFirstOrThrow()
    return {
      papers: await countByAttributes(db, everyPaper),
      sources: (await readCounters(db, 'source')).length,
      concepts: concepts.count,
      frameworks: (await readCounters(db, 'framework')).length,
    }
  },
})
