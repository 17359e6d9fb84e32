import { sql, type RawBuilder } from 'kysely'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import type { ChangedPaper } from '#ports/store/changes.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { toIndexFilter } from '#store/sql/search/index-filter.ts'
import { lastChanges, type ChangedRow } from './last-changes.ts'

/** Matches that are put in the order of their changes; of more, those among as many papers that changed last. */
const MAX_ORDERED = 5_000
/** More matches than any corpus has that fits this machine. */
const ALL = 2_000_000

type Scope = { db: Db; engine: Engine }
type PageInput = { before: number | null; limit: number; mostOrdered?: number }

/** Public papers, the last change first, before any filter. */
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

/** Searches for words first, and orders what they find. */
const withWords = async (
  scope: Scope,
  filter: LibraryFilter,
  { before, limit, mostOrdered = MAX_ORDERED }: PageInput,
) => {
  const { db, engine } = scope
  const indexFilter = await toIndexFilter(db, filter)
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

/** Public papers that pass a filter, latest change first. */
export const readChangedPapers = async (
  scope: Scope,
  filter: LibraryFilter,
  asked: PageInput,
): Promise<ChangedPaper[]> => {
  const { query, concept, institution, withText } = filter
  const needsIndex = query !== null || concept !== null || institution !== null || withText
  const rows: ChangedRow[] = needsIndex
    ? await withWords(scope, filter, asked)
    : await withAttributes(scope.db, filter, asked).execute()
  return rows.map(changedPaper)
}
