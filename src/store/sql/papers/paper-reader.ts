import { paperFromRow, paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import type { PaperFilter } from '#core/search/paper-filter.ts'
import type { PublicPaper } from '#core/papers/public-paper.ts'
import type { PaperPage, PrivatePaperReader, PublicPaperReader } from '#ports/store/papers.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import type { RankKey } from '#core/papers/rank-key.ts'
import { type Db, type PaperRow } from '#store/rows.ts'
import type { Engine, FoundRow } from '#store/sql/engine/engine.ts'
import { findFullText, wholeText } from '#store/sql/texts/full-texts.ts'
import { findAllDuplicates, findVisibleDuplicates } from './duplicate-candidates.ts'
import { resolvePapers } from './resolve-papers.ts'
import { countByAttributes } from '#store/sql/facets/counters.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

const isUnfiltered = (filter: PaperFilter): boolean =>
  filter.query === null && filter.chapter === null && filter.type === null && filter.minLongHorizon === null

const pageInPublicOrder = (db: Db, after: RankKey, limit: number): Promise<PaperRow[]> =>
  db
    .selectFrom('papers')
    .selectAll()
    .where('state', '=', 'accepted')
    .where('rank_key', '>', after)
    .orderBy('rank_key')
    .limit(limit)
    .execute()

/** One row more than asked for tells whether there is a next page. */
const takePage = <Row extends { rank_key: number }>(
  rows: Row[],
  limit: number,
): { shown: Row[]; next: RankKey | null } => {
  const shown = rows.slice(0, limit)
  return { shown, next: rows.length > limit ? (shown.at(-1)?.rank_key ?? null) : null }
}

const listPapers = async (
  { db, engine }: { db: Db; engine: Engine },
  filter: PaperFilter,
  after: RankKey,
  limit: number,
): Promise<PaperPage> => {
  const rows: FoundRow[] = await (isUnfiltered(filter)
    ? pageInPublicOrder(db, after, limit + 1)
    : engine.searchPage(db, filter, after, limit + 1))
  const { shown, next } = takePage(rows, limit)
  const matches = next === null ? shown.length : (rows[0]?.matches ?? null)
  return { papers: shown.map(paperWithFileFromRow), next, total: after === 0 ? matches : null }
}

const lastStep = (db: Db, seq: number) =>
  db
    .selectFrom('review_steps')
    .select(['at', 'note'])
    .where('paper_seq', '=', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

const mergedPaper = async (db: Db, seq: number): Promise<PublicPaper> => {
  const { into } = await db
    .selectFrom('paper_redirects')
    .innerJoin('papers', 'papers.seq', 'paper_redirects.into_seq')
    .select('papers.id as into')
    .where('paper_redirects.paper_seq', '=', seq)
    .executeTakeFirstOrThrow()
  return { state: 'merged', into }
}

const findPaper = async (db: Db, id: string): Promise<PublicPaper | null> => {
  const row = await db.selectFrom('papers').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.state === 'retracted') {
    const step = await lastStep(db, row.seq)
    return { state: 'retracted', retractedAt: step?.at ?? row.updated_at, reason: step?.note ?? '' }
  }
  if (row?.state === 'merged') return mergedPaper(db, row.seq)
  if (row?.state !== 'accepted') return null
  return { state: 'accepted', paper: { ...paperWithFileFromRow(row), fullText: await findFullText(db, row.seq) } }
}

type RowWithText = PaperRow & { body: string | null; parts_of: number | null }

const withTexts = async (db: Db, rows: readonly RowWithText[]): Promise<PaperWithText[]> => {
  const papers: PaperWithText[] = []
  for (const { body, parts_of, ...row } of rows)
    papers.push({
      ...paperFromRow(row),
      fullText: body === null ? null : await wholeText(db, row.seq, { body, parts_of }),
    })
  return papers
}

const listWithText = async (db: Db, after: RankKey, limit: number) => {
  const rows = await db
    .selectFrom('papers')
    .leftJoin('paper_texts', 'paper_texts.paper_seq', 'papers.seq')
    .selectAll('papers')
    .select(['paper_texts.body', 'paper_texts.parts_of'])
    .where('state', '=', 'accepted')
    .where('rank_key', '>', after)
    .orderBy('rank_key')
    .limit(limit + 1)
    .execute()
  const { shown, next } = takePage(rows, limit)
  return { papers: await withTexts(db, shown), next }
}

const storedPapers = async (db: Db, ids: readonly string[]): Promise<Map<string, PaperWithText>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('papers')
    .leftJoin('paper_texts', 'paper_texts.paper_seq', 'papers.seq')
    .selectAll('papers')
    .select(['paper_texts.body', 'paper_texts.parts_of'])
    .where('id', 'in', paddedKeys(ids))
    .execute()
  return new Map((await withTexts(db, rows)).map((paper) => [paper.id, paper]))
}

const acceptedWithin = async (db: Db, from: string, to: string): Promise<Paper[]> => {
  const rows = await db
    .selectFrom('papers')
    .innerJoin('review_steps', 'review_steps.paper_seq', 'papers.seq')
    .selectAll('papers')
    .where('papers.state', '=', 'accepted')
    .where('review_steps.state', '=', 'accepted')
    .where('review_steps.at', '>=', from)
    .where('review_steps.at', '<', to)
    .orderBy('rank_key')
    .execute()
  return rows.map(paperWithFileFromRow)
}

export const publicPaperReader = (db: Db, engine: Engine): PublicPaperReader => ({
  list: (filter, after, limit) => listPapers({ db, engine }, filter, after ?? 0, limit),
  countByAttributes: (traits) => countByAttributes(db, traits),
  continueCount: async (filter, progress, atMost) =>
    progress.after === null ? progress : engine.searchCount(db, filter, progress, atMost),
  find: (id) => findPaper(db, id),
  resolve: (references) => resolvePapers(db, references, (id) => findPaper(db, id)),
  listWithText: (after, limit) => listWithText(db, after ?? 0, limit),
  acceptedWithin: (from, to) => acceptedWithin(db, from, to),
})

export const privatePaperReader = (db: Db): PrivatePaperReader => ({
  findByIds: (ids) => storedPapers(db, ids),
  isEmpty: async () => (await db.selectFrom('papers').select('seq').limit(1).executeTakeFirst()) === undefined,
  visibleDuplicates: (paper, keyId) => findVisibleDuplicates(db, paper, keyId),
  allDuplicates: (paper) => findAllDuplicates(db, paper),
})
