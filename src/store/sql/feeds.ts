import { type Db, nameTables, type PaperRow } from '#store/rows.ts'
import { sql, type RawBuilder } from 'kysely'
import { filtersOnly, type LibraryFilter } from '#core/search/paper-filter.ts'
import type { ChangedPaper, FeedReader, HarvestReader, HarvestRange, HarvestedPaper } from '#ports/store/changes.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { numberBefore } from '#store/sql/changes.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { toIndexFilter } from '#store/sql/facets/index-filter.ts'

/** A paper with the number and time of its last public change. */
type ChangedRow = PaperRow & { change_seq: number; change_at: string }

/** Current and former public papers, each with its last change. */
export const lastChanges = (db: Db) =>
  db
    .selectFrom('public_changes')
    .innerJoin('papers', 'papers.id', 'public_changes.id')
    .selectAll('papers')
    .select(['public_changes.seq as change_seq', 'public_changes.at as change_at'])
    .where('public_changes.kind', '=', 'paper')
    .where('public_changes.latest', '=', 1)

/** Matches sorted by their changes; beyond this, only matches among as many most recent changes are considered. */
const MAX_ORDERED = 5_000
/** More matches than any corpus can have. */
const ALL = 2_000_000

type Scope = { db: Db; engine: Engine }
type PageInput = { before: number | null; limit: number; mostOrdered?: number }

/** Public papers, latest change first, unfiltered. */
const changed = (db: Db, before: number | null) => {
  const all = lastChanges(db).where('papers.state', '=', 'accepted').orderBy('public_changes.seq', 'desc')
  return before === null ? all : all.where('public_changes.seq', '<', before)
}

const withAttributes = (db: Db, { chapter, type, year }: LibraryFilter, { before, limit }: PageInput) => {
  let query = changed(db, before)
  if (chapter !== null) query = query.where('papers.chapter', '=', chapter)
  if (type !== null) query = query.where('papers.type', '=', type)
  if (year !== null) query = query.where('papers.year', '=', year)
  return query.limit(limit)
}

const countMatches = async (db: Db, keys: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ matches: number }>`select count(*) as matches from (${keys}) as matching`.execute(db)
  return rows[0]?.matches ?? 0
}

/** Searches the index first and sorts its matches by change. */
const withWords = async (
  scope: Scope,
  filter: LibraryFilter,
  { before, limit, mostOrdered = MAX_ORDERED }: PageInput,
) => {
  const { db, engine } = scope
  const indexFilter = await toIndexFilter(scope, filter)
  const some = indexFilter === null ? null : engine.matchingKeys(indexFilter, mostOrdered + 1)
  if (indexFilter === null || some === null) return []
  const isMany = (await countMatches(db, some)) > mostOrdered
  const keys = isMany ? engine.matchingKeys(indexFilter, ALL) : some
  const all = changed(db, before).where(sql<boolean>`papers.rank_key in (select rank_key from (${keys}) as matching)`)
  if (!isMany) return all.limit(limit).execute()
  const oldest = await db
    .selectFrom('public_changes')
    .select('seq')
    .where('kind', '=', 'paper')
    .where('latest', '=', 1)
    .orderBy('seq', 'desc')
    .offset(mostOrdered)
    .limit(1)
    .executeTakeFirst()
  return all
    .where('public_changes.seq', '>', oldest?.seq ?? 0)
    .limit(limit)
    .execute()
}

const changedPaper = ({ change_seq, change_at, ...row }: ChangedRow): ChangedPaper => ({
  seq: change_seq,
  at: change_at,
  paper: paperWithFileFromRow(row),
})

/** Public papers that match a filter, latest change first. */
export const readChangedPapers = async (
  scope: Scope,
  filter: LibraryFilter,
  page: PageInput,
): Promise<ChangedPaper[]> => {
  const rows: ChangedRow[] = filtersOnly(filter, 'chapter', 'type', 'year')
    ? await withAttributes(scope.db, filter, page).execute()
    : await withWords(scope, filter, page)
  return rows.map(changedPaper)
}

/** The reason of a retraction is the note of the last review step. */
const readRetractions: (db: Db) => FeedReader['retractions'] = (db) => async (after, before, limit) => {
  const between = lastChanges(db)
    .select((eb) =>
      eb
        .selectFrom('review_steps')
        .select('review_steps.note')
        .whereRef('review_steps.paper_seq', '=', 'papers.seq')
        .where('review_steps.state', '=', 'retracted')
        .orderBy('review_steps.seq', 'desc')
        .limit(1)
        .as('reason'),
    )
    .where('papers.state', '=', 'retracted')
    .where('public_changes.seq', '>', after)
    .orderBy('public_changes.seq', 'desc')
    .limit(limit)
  const rows = await (before === null ? between : between.where('public_changes.seq', '<', before)).execute()
  return rows.map(({ change_seq, change_at, id, reason }) => ({
    seq: change_seq,
    id,
    at: change_at,
    reason: reason ?? '',
  }))
}

export const feedReader = (db: Db, engine: Engine): FeedReader => ({
  changedPapers: (filter, before, limit) => readChangedPapers({ db, engine }, filter, { before, limit }),
  retractions: readRetractions(db),
  isPresentName: async (facet, name) => {
    const found =
      facet === 'concept'
        ? await db.selectFrom('concepts').select('seq').where('id', '=', name).executeTakeFirst()
        : await db.selectFrom(nameTables[facet]).select('seq').where('name', '=', name).executeTakeFirst()
    return found !== undefined
  },
})

const harvested = ({ change_seq, change_at, ...row }: ChangedRow): HarvestedPaper => ({
  seq: change_seq,
  at: change_at,
  id: row.id,
  paper: row.state === 'accepted' ? paperWithFileFromRow(row) : null,
})

const readRange = async (db: Db, range: HarvestRange, limit: number): Promise<HarvestedPaper[]> => {
  const { after, from, before, chapter, type } = range
  const first = from === null ? 0 : await numberBefore(db, from)
  if (first === null) return []
  let query = lastChanges(db)
    .where('public_changes.seq', '>', Math.max(after, first))
    .orderBy('public_changes.seq')
    .limit(limit)
  // Numbers and instants rise together.
  if (before !== null) query = query.where('public_changes.at', '<', before)
  if (chapter !== null)
    query = query.where((eb) => eb.or([eb('papers.chapter', '=', chapter), eb('papers.state', '!=', 'accepted')]))
  if (type !== null)
    query = query.where((eb) => eb.or([eb('papers.type', '=', type), eb('papers.state', '!=', 'accepted')]))
  return (await query.execute()).map(harvested)
}

export const harvestReader = (db: Db): HarvestReader => ({
  papers: (range, limit) => readRange(db, range, limit),
  paper: async (id) => {
    const row = await lastChanges(db).where('public_changes.id', '=', id).executeTakeFirst()
    return row === undefined ? null : harvested(row)
  },
  firstChangeAt: async () =>
    (await db.selectFrom('public_changes').select('at').orderBy('seq').limit(1).executeTakeFirst())?.at ?? null,
})
