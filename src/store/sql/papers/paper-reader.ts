import type { Db, PaperRow } from '#store/rows.ts'
import { paddedKeys, type Engine, type FoundRow } from '#store/sql/engine/engine.ts'
import { Failure } from '#core/failure.ts'
import { identifiersOf } from '#core/papers/identifiers.ts'
import { type Paper, sameNumberIds, type PublicPaper, type PaperWithText } from '#core/papers/paper.ts'
import { rankKey, type RankKey } from '#core/papers/score.ts'
import { workKeys } from '#core/papers/same-work/work-keys.ts'
import { textKey } from '#core/text/tokenize.ts'
import { bibliographyColumn, paperWithFileFromRow, paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import type { SimilarPaper } from '#core/review/checks.ts'
import type { SubmissionState, DuplicateCandidate } from '#core/review/submission.ts'
import type {
  DuplicateQuery,
  PaperSummary,
  ResolvedPaper,
  PaperPage,
  PrivatePaperReader,
  PublicPaperReader,
  UnpublishedFilter,
} from '#ports/store/papers.ts'
import type { PaperReference } from '#core/papers/paper-reference.ts'
import { filtersOnly, type LibraryFilter } from '#core/search/paper-filter.ts'
import { findPublicProvenance } from './provenance.ts'
import { findFullText, wholeText } from '#store/sql/full-texts.ts'
import { toIndexFilter } from '#store/sql/facets/index-filter.ts'
import { countByAttributes } from '#store/sql/facets/counters.ts'
import { SITEMAP_PART_SIZE } from '#core/public-record.ts'
import { sql } from 'kysely'
import type { SitemapReader } from '#ports/store/library.ts'
import { titleHas } from '#store/sql/engine/title-words.ts'

/** Public papers by sequence number; the others are left out. */
export const acceptedRows = async (db: Db, seqs: readonly number[]): Promise<Map<number, PaperRow>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('seq', 'in', paddedKeys(seqs))
    .where('state', '=', 'accepted')
    .execute()
  return new Map(rows.map((row) => [row.seq, row]))
}

/** The fields of a paper as columns of its row. */
export const paperColumns = (paper: Paper, seq: number) => {
  const { doi, arxivId } = identifiersOf(paper)
  const [workKey, subtitleKey] = workKeys(paper)
  return {
    id: paper.id,
    rank_key: rankKey(paper.longHorizon, seq),
    title: paper.title,
    title_key: textKey(paper.title),
    authors: JSON.stringify(paper.authors),
    year: paper.year,
    institution: paper.institution,
    url: paper.url,
    doi,
    arxiv_id: arxivId,
    abstract: paper.abstract,
    chapter: paper.chapter,
    type: paper.type,
    long_horizon: paper.longHorizon,
    enterprise: paper.enterprise,
    topics: JSON.stringify(paper.topics),
    concepts: JSON.stringify(paper.concepts),
    frameworks: JSON.stringify(paper.frameworks),
    commentary: paper.commentary,
    storage_url: paper.storageUrl,
    bibliography: bibliographyColumn(paper),
    work_key: workKey,
    subtitle_key: subtitleKey,
  }
}

export const unknownPaper = (id: string): Failure => new Failure('not_found', `There is no paper ${id}.`)

export const findPaperRow = (db: Db, id: string): Promise<PaperRow | undefined> =>
  db.selectFrom('papers').selectAll().where('id', '=', id).executeTakeFirst()

export const getPaperRow = async (db: Db, id: string): Promise<PaperRow> => {
  const row = await findPaperRow(db, id)
  if (row === undefined) throw unknownPaper(id)
  return row
}

const MAX_CANDIDATES = 10

const oldestFirst = (db: Db) =>
  db.selectFrom('papers').select(['id', 'title', 'seq', 'state']).orderBy('seq').limit(MAX_CANDIDATES)

type Query = ReturnType<typeof oldestFirst>

/** What a submitter may see: public papers, and submissions of the same key that are not rejected or withdrawn. */
const visible = (db: Db, keyId: string | null): Query =>
  oldestFirst(db).where((eb) =>
    eb.or([
      eb('state', '=', 'accepted'),
      eb.and([eb('submitted_by', '=', keyId), eb('state', 'in', ['pending', 'changes_requested'])]),
    ]),
  )

type Found = DuplicateCandidate & { state: SubmissionState }

/** @param papers builds a new query of the papers to search */
const findDuplicatesAmong = async (papers: () => Query, paper: DuplicateQuery): Promise<Found[]> => {
  const byDoi = paper.doi === null ? [] : await papers().where('doi', '=', paper.doi).execute()
  const byArxiv = paper.arxivId === null ? [] : await papers().where('arxiv_id', '=', paper.arxivId).execute()
  const byTitle = await papers().where('title_key', '=', textKey(paper.title)).where('year', '=', paper.year).execute()
  const found = new Map<string, Found>()
  const add = (rows: Omit<Found, 'match'>[], match: DuplicateCandidate['match']): void => {
    for (const { id, title, state } of rows)
      if (id !== paper.id && !found.has(id)) found.set(id, { id, title, match, state })
  }
  add(byDoi, 'doi')
  add(byArxiv, 'arxiv')
  add(byTitle, 'title_year')
  return [...found.values()]
}

const findVisibleDuplicates = async (
  db: Db,
  paper: DuplicateQuery,
  keyId: string | null,
): Promise<DuplicateCandidate[]> => {
  const found = await findDuplicatesAmong(() => visible(db, keyId), paper)
  return found.map(({ id, title, match }) => ({ id, title, match }))
}

const findAllDuplicates = async (db: Db, paper: DuplicateQuery): Promise<SimilarPaper[]> => {
  const found = await findDuplicatesAmong(() => oldestFirst(db), paper)
  const spellings = sameNumberIds(paper.id)
  const others = spellings.length === 0 ? [] : await oldestFirst(db).where('id', 'in', spellings).execute()
  const more = others.filter(({ id }) => !found.some((known) => known.id === id))
  return [...found, ...more.map(({ id, title, state }) => ({ id, title, state, match: 'number' as const }))]
}

/** The column of each kind of reference; each has an index. */
const columns = { id: 'id', doi: 'doi', arxivId: 'arxiv_id', url: 'url' } as const

type Name = keyof typeof columns

/** Rows that the public may know of, by one kind of reference. */
const rowsByReference = async (db: Db, by: Name, values: readonly string[]): Promise<Map<string, PaperRow[]>> => {
  if (values.length === 0) return new Map()
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where(columns[by], 'in', paddedKeys([...new Set(values)]))
    .where('state', 'in', ['accepted', 'retracted', 'merged'])
    .execute()
  return Map.groupBy(rows, (row) => row[columns[by]] ?? '')
}

/** Several papers may share a DOI: readable ones come first, then public order. */
const bestOf = (rows: readonly PaperRow[]): PaperRow | undefined =>
  rows.toSorted((a, b) => Number(b.state === 'accepted') - Number(a.state === 'accepted') || a.rank_key - b.rank_key)[0]

const names = Object.keys(columns) as Name[]

/**
 * Resolves references; null for one that means no public paper.
 *
 * @param findPublic what the public may know about an id
 */
const resolvePapers = async (
  db: Db,
  references: readonly PaperReference[],
  findPublic: (id: string) => Promise<PublicPaper | null>,
): Promise<(ResolvedPaper | null)[]> => {
  const found = new Map<string, Map<string, PaperRow[]>>()
  for (const name of names) {
    const values = references.flatMap(({ by, value }) => (by === name ? [value] : []))
    found.set(name, await rowsByReference(db, name, values))
  }
  const resolved = references.map(async ({ by, value }): Promise<ResolvedPaper | null> => {
    const row = bestOf(found.get(by)?.get(value) ?? [])
    if (row === undefined) return null
    if (row.state === 'accepted') return { state: 'accepted', paper: paperWithFileFromRow(row) }
    const known = await findPublic(row.id)
    return known === null ? null : { id: row.id, ...known }
  })
  return Promise.all(resolved)
}

const pageInPublicOrder = (db: Db, after: RankKey, limit: number): Promise<PaperRow[]> =>
  db
    .selectFrom('papers')
    .selectAll()
    .where('state', '=', 'accepted')
    .where('rank_key', '>', after)
    .orderBy('rank_key')
    .limit(limit)
    .execute()

/** One extra row shows whether there is a next page. */
export const takePage = <Row extends { rank_key: number }>(
  rows: Row[],
  limit: number,
): { shown: Row[]; next: RankKey | null } => {
  const shown = rows.slice(0, limit)
  return { shown, next: rows.length > limit ? (shown.at(-1)?.rank_key ?? null) : null }
}

const listPapers = async (
  { db, engine }: { db: Db; engine: Engine },
  filter: LibraryFilter,
  after: RankKey,
  limit: number,
): Promise<PaperPage> => {
  const indexFilter = await toIndexFilter({ db, engine }, filter)
  if (indexFilter === null) return { papers: [], next: null, total: 0 }
  const rows: FoundRow[] = await (filtersOnly(filter)
    ? pageInPublicOrder(db, after, limit + 1)
    : engine.searchPage(db, indexFilter, after, limit + 1))
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

type RowWithText = PaperRow & { body: string | null; parts_version: number | null }

const withTexts = async (db: Db, rows: readonly RowWithText[]): Promise<PaperWithText[]> => {
  const papers: PaperWithText[] = []
  for (const { body, parts_version, ...row } of rows)
    papers.push({
      ...paperFromRow(row),
      fullText: body === null ? null : await wholeText(db, row.seq, { body, parts_version }),
    })
  return papers
}

const listWithText = async (db: Db, after: RankKey, limit: number) => {
  const rows = await db
    .selectFrom('papers')
    .leftJoin('paper_texts', 'paper_texts.paper_seq', 'papers.seq')
    .selectAll('papers')
    .select(['paper_texts.body', 'paper_texts.parts_version'])
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
    .select(['paper_texts.body', 'paper_texts.parts_version'])
    .where('id', 'in', paddedKeys(ids))
    .execute()
  return new Map((await withTexts(db, rows)).map((paper) => [paper.id, paper]))
}

const listedFromRow = (row: PaperRow): PaperSummary => ({
  paper: paperFromRow(row),
  state: row.state,
  version: row.version,
  submittedAt: row.submitted_at,
  updatedAt: row.updated_at,
})

const listedPapers = async (db: Db, ids: readonly string[]): Promise<Map<string, PaperSummary>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('papers').selectAll().where('id', 'in', paddedKeys(ids)).execute()
  return new Map(rows.map((row) => [row.id, listedFromRow(row)]))
}

/** The engine uses the index of papers that are not accepted only with the first condition. */
const unpublishedPapers = (db: Db, { state, words }: UnpublishedFilter) =>
  db
    .selectFrom('papers')
    .where('state', '<>', sql.lit('accepted' as const))
    .$if(state !== null, (query) => query.where('state', '=', state))
    .$if(words !== null, (query) => query.where(titleHas(words ?? '')))

const listUnpublished = async (
  db: Db,
  filter: UnpublishedFilter,
  { order, after, limit }: { order: 'oldest' | 'latest'; after: number | null; limit: number },
): Promise<{ papers: PaperSummary[]; next: number | null }> => {
  const isOldest = order === 'oldest'
  const rows = await unpublishedPapers(db, filter)
    .selectAll()
    .$if(after !== null, (query) => query.where('seq', isOldest ? '>' : '<', after))
    // Of papers in any state, those that are not accepted are few: without the sign, SQLite would read all papers in this order.
    .orderBy(filter.state === null ? sql`+seq` : sql.ref('seq'), isOldest ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return { papers: shown.map(listedFromRow), next: rows.length > limit ? (shown.at(-1)?.seq ?? null) : null }
}

/** What each order of public papers compares, written exactly as in its index. */
const publicOrders = {
  title: { key: sql<string>`substr(title_key, 1, 60)`, direction: 'asc', beyond: sql`>` },
  changed: { key: sql<string>`updated_at`, direction: 'desc', beyond: sql`<` },
} as const

/** A page begins after the place that its paper has now. */
const listPublic = async (
  db: Db,
  { order, after, limit }: Parameters<PrivatePaperReader['listPublic']>[0],
): ReturnType<PrivatePaperReader['listPublic']> => {
  const { key, direction, beyond } = publicOrders[order]
  const last =
    after === null
      ? undefined
      : await db.selectFrom('papers').select(key.as('key')).where('seq', '=', after).executeTakeFirst()
  if (after !== null && last === undefined) return { papers: [], next: null }
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('state', '=', sql.lit('accepted'))
    // SQLite looks up one expression of an index, and would go through it from its beginning for the pair alone.
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`${key} ${beyond}= ${last?.key} and (${key}, seq) ${beyond} (${last?.key}, ${after})`),
    )
    .orderBy(key, direction)
    .orderBy('seq', direction)
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return { papers: shown.map(listedFromRow), next: rows.length > limit ? (shown.at(-1)?.seq ?? null) : null }
}

const countUnpublished = async (
  db: Db,
  filter: UnpublishedFilter,
  most: number,
): Promise<{ papers: number; isExact: boolean }> => {
  const { count } = await db
    .selectFrom(
      unpublishedPapers(db, filter)
        .select('seq')
        .limit(most + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { papers: Math.min(count, most), isExact: count <= most }
}

type Acceptances = { from: string; to: string; newest: number | undefined }

const acceptedWithin = async (db: Db, { from, to, newest }: Acceptances): Promise<Paper[]> => {
  const acceptances = db
    .selectFrom('review_steps')
    .select('paper_seq')
    .where('state', '=', sql.lit('accepted'))
    .where('at', '>=', from)
    .where('at', '<', to)
  const rows = await db
    .selectFrom('papers')
    .innerJoin(
      (newest === undefined ? acceptances : acceptances.orderBy('at', 'desc').limit(newest)).as('accepted'),
      'accepted.paper_seq',
      'papers.seq',
    )
    .selectAll('papers')
    .where('papers.state', '=', 'accepted')
    .orderBy('rank_key')
    .execute()
  return rows.map(paperWithFileFromRow)
}

export const publicPaperReader = (db: Db, engine: Engine): PublicPaperReader => ({
  list: (filter, after, limit) => listPapers({ db, engine }, filter, after ?? 0, limit),
  countByAttributes: (traits) => countByAttributes(db, traits),
  continueCount: async (filter, progress, atMost) => {
    const indexFilter = await toIndexFilter({ db, engine }, filter)
    if (indexFilter === null || progress.after === null) return { ...progress, after: null }
    return engine.searchCount(db, indexFilter, progress, atMost)
  },
  find: (id) => findPaper(db, id),
  provenance: (ids) => findPublicProvenance(db, ids),
  resolve: (references) => resolvePapers(db, references, (id) => findPaper(db, id)),
  listWithText: (after, limit) => listWithText(db, after ?? 0, limit),
  acceptedWithin: (from, to, newest) => acceptedWithin(db, { from, to, newest }),
})

export const privatePaperReader = (db: Db): PrivatePaperReader => ({
  findByIds: (ids) => storedPapers(db, ids),
  listed: (ids) => listedPapers(db, ids),
  listUnpublished: (filter, by) => listUnpublished(db, filter, by),
  listPublic: (by) => listPublic(db, by),
  countUnpublished: (filter, most) => countUnpublished(db, filter, most),
  isEmpty: async () => (await db.selectFrom('papers').select('seq').limit(1).executeTakeFirst()) === undefined,
  visibleDuplicates: (paper, keyId) => findVisibleDuplicates(db, paper, keyId),
  allDuplicates: (paper) => findAllDuplicates(db, paper),
})

/** Written exactly as in the index `papers_in_sitemap`, so that both engines use it. */
const PART = sql<number>`seq / ${sql.raw(String(SITEMAP_PART_SIZE))}`

const publicPapersIn = (db: Db, part: number) =>
  db.selectFrom('papers').where('state', '=', 'accepted').where(PART, '=', part)

const changedAt = async (db: Db, part: number): Promise<string | null> => {
  const row = await publicPapersIn(db, part)
    .select((eb) => eb.fn.max('updated_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

export const sitemapReader = (db: Db): SitemapReader => ({
  parts: async () => {
    const row = await db
      .selectFrom('papers')
      .select((eb) => eb.fn.max('seq').as('last'))
      .executeTakeFirst()
    const parts = []
    for (let part = 0; part <= (row?.last ?? -1) / SITEMAP_PART_SIZE; part += 1) {
      const at = await changedAt(db, part)
      if (at !== null) parts.push({ part, changedAt: at })
    }
    return parts
  },
  papers: (part) =>
    publicPapersIn(db, part).select(['id', 'updated_at as changedAt']).orderBy('updated_at').orderBy('id').execute(),
  authors: async (part, after, limit) => {
    const first = part * SITEMAP_PART_SIZE
    const rows = await db
      .selectFrom('papers')
      .select(['seq', 'authors'])
      .where('seq', '>', after ?? first - 1)
      .where('seq', '<', first + SITEMAP_PART_SIZE)
      .where('state', '=', 'accepted')
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(({ seq, authors }) => ({ seq, authors: JSON.parse(authors) as string[] }))
  },
})
