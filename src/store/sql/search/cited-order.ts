import { type RawBuilder, sql } from 'kysely'
import { seqOf } from '#core/papers/score.ts'
import type { LibraryPosition } from '#ports/store/library.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import type { Engine, IndexFilter } from '#store/sql/engine/engine.ts'
import { countMatches } from '#store/sql/facets/count-facets.ts'
import { asksNothingElse } from '#store/sql/facets/cited-filter.ts'

/** More than a library has papers. Papers that none cites are the last step. */
const LAST_STEP = 9_999_999

/** Fewer matches than these are sorted; otherwise the papers are read in the order of the index until a page is full. */
const MAX_SORTED = 5_000
/** More matches than any corpus can have. */
const ALL = 2_000_000

type Request = { filter: IndexFilter; from: LibraryPosition | null; limit: number }
type CitedRow = PaperRow & { citations: number }

const isAmong = (keys: RawBuilder<unknown> | null): RawBuilder<unknown> =>
  keys === null ? sql`1 = 1` : sql`papers.rank_key in (select rank_key from (${keys}) as matching)`

/** Papers that others cite, from a place in the index on; of equally many, the latest stored first. */
const readCited = async (
  db: Db,
  among: RawBuilder<unknown>,
  { from, limit }: Omit<Request, 'filter'>,
): Promise<CitedRow[]> => {
  if (from?.step === LAST_STEP) return []
  const ahead =
    from === null
      ? sql`1 = 1`
      : sql`(cited.citations, cited.paper_seq) < (${LAST_STEP - from.step}, ${seqOf(from.after)})`
  const { rows } = await sql<CitedRow>`
    select papers.*, cited.citations from cited_papers as cited
    join papers on papers.seq = cited.paper_seq and papers.state = 'accepted'
    where cited.citations > 0 and ${ahead} and ${among}
    order by cited.citations desc, cited.paper_seq desc limit ${limit}`.execute(db)
  return rows
}

/** The others, in public order. */
const readUncited = async (
  db: Db,
  among: RawBuilder<unknown>,
  { from, limit }: Omit<Request, 'filter'>,
): Promise<CitedRow[]> => {
  const after = from?.step === LAST_STEP ? from.after : 0
  const { rows } = await sql<CitedRow>`
    select papers.*, 0 as citations from papers
    where papers.state = 'accepted' and papers.rank_key > ${after} and ${among}
      and not exists (select 1 from cited_papers as cited where cited.paper_seq = papers.seq and cited.citations > 0)
    order by papers.rank_key limit ${limit}`.execute(db)
  return rows
}

/** Papers by how many papers of the library cite them, most first. */
export const searchByCitations = async (
  { db, engine }: { db: Db; engine: Engine },
  { filter: { cited: only, ...filter }, from, limit }: Request,
): Promise<{ row: PaperRow; step: number }[]> => {
  const isWhole = asksNothingElse(filter)
  const isFew = !isWhole && (await countMatches(db, engine, { filter, most: MAX_SORTED })).papers < MAX_SORTED
  const keys = isWhole ? null : engine.matchingKeys(filter, isFew ? MAX_SORTED : ALL)
  if (keys === null && !isWhole) return []
  const among = isAmong(keys)
  const cited = await readCited(db, among, { from, limit })
  const rest =
    only === undefined && cited.length < limit
      ? await readUncited(db, among, { from, limit: limit - cited.length })
      : []
  return [...cited, ...rest].map(({ citations, ...row }) => ({ row, step: LAST_STEP - citations }))
}
