import type { Paper } from '#core/papers/paper.ts'
import type { RelatedPaper, RelatedReader } from '#ports/store/ranking.ts'
import type { Db } from '#store/rows.ts'
import { withLiveSegments } from '#store/sql/postings/read-postings.ts'
import { findSimilar } from '#store/sql/ranking/find-candidates.ts'
import { rankByShared, wordsOfSubject } from '#store/sql/ranking/similar-papers.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { type EditorialMentions, severities, type Severity, type GapWithPapers } from '#core/editorial/gap.ts'
import type { BriefSummary } from '#core/editorial/brief.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import {
  coOccurringConcepts,
  conceptIds,
  conceptTimeline,
  conceptPapers,
  conceptYears,
  conceptCoverage,
} from './concept-statistics.ts'

/** Candidates per paper shown; shared concepts decide among them. */
const CANDIDATES_PER_SHOWN = 6

/** The accepted papers most similar to this one, with the rare concepts and words they share. */
const relatedPapers = async (db: Db, paper: Paper, limit: number): Promise<RelatedPaper[]> => {
  const { candidates, ...counted } = await withLiveSegments(db, (live) =>
    // One extra, since the paper itself comes first.
    findSimilar(db, live, { words: wordsOfSubject(paper), most: limit * CANDIDATES_PER_SHOWN + 1 }),
  )
  const shared = await rankByShared(db, paper, { candidates, ...counted })
  return shared.slice(0, limit).map(({ related }) => related)
}

const bySeverity = (a: { severity: Severity }, b: { severity: Severity }): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity)

/** With one brief a week, searching all of them for an id stays cheap for decades. */
const findMentions = async (db: Db, paperId: string): Promise<EditorialMentions> => {
  const gaps = await db
    .selectFrom('papers')
    .innerJoin('gap_papers', 'gap_papers.paper_seq', 'papers.seq')
    .innerJoin('gaps', 'gaps.id', 'gap_papers.gap_id')
    .select(['gaps.id', 'gaps.title', 'gaps.severity'])
    .where('papers.id', '=', paperId)
    .where('papers.state', '=', 'accepted')
    .orderBy('gaps.title')
    .execute()
  const merged = await db
    .selectFrom('paper_redirects')
    .innerJoin('papers as target', 'target.seq', 'paper_redirects.into_seq')
    .innerJoin('papers', 'papers.seq', 'paper_redirects.paper_seq')
    .select('papers.id')
    .where('target.id', '=', paperId)
    .execute()
  // Published briefs never change, so they may still use the id of a duplicate that was merged into the paper.
  const named = [paperId, ...merged.map(({ id }) => id)]
  const briefs = await db
    .selectFrom('briefs')
    .select(['id', 'iso_year', 'iso_week', 'title'])
    .where((eb) => eb.or(named.map((id) => eb('featured', 'like', `%"${id}"%`))))
    .orderBy('iso_year', 'desc')
    .orderBy('iso_week', 'desc')
    .execute()
  return {
    gaps: gaps.toSorted(bySeverity),
    briefs: briefs.map(({ id, iso_year, iso_week, title }) => ({
      id,
      title,
      week: { year: iso_year, week: iso_week },
    })),
  }
}

/** Public papers by id, in that order; a merged duplicate gives the paper it was merged into. */
const publicPapers = async (db: Db, ids: readonly string[]): Promise<Paper[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('papers as requested')
    .leftJoin('paper_redirects', 'paper_redirects.paper_seq', 'requested.seq')
    .innerJoin('papers', (join) =>
      join.on((eb) => eb('papers.seq', '=', eb.fn.coalesce('paper_redirects.into_seq', 'requested.seq'))),
    )
    .selectAll('papers')
    .select('requested.id as requested_id')
    .where('requested.id', 'in', [...ids])
    .where('papers.state', '=', 'accepted')
    .execute()
  const byRequestedId = new Map(rows.map((row) => [row.requested_id, paperWithFileFromRow(row)]))
  const papers = ids.flatMap((id) => byRequestedId.get(id) ?? [])
  return [...new Map(papers.map((paper) => [paper.id, paper])).values()]
}

const withPapers = async (db: Db, gaps: readonly Omit<GapWithPapers, 'papers'>[]): Promise<GapWithPapers[]> => {
  if (gaps.length === 0) return []
  const rows = await db
    .selectFrom('gap_papers')
    .innerJoin('papers', 'papers.seq', 'gap_papers.paper_seq')
    .selectAll('papers')
    .select('gap_papers.gap_id')
    .where(
      'gap_papers.gap_id',
      'in',
      gaps.map(({ id }) => id),
    )
    .where('papers.state', '=', 'accepted')
    .orderBy('papers.rank_key')
    .execute()
  const linked = Map.groupBy(rows, (row) => row.gap_id)
  return gaps.map((gap) => ({ ...gap, papers: (linked.get(gap.id) ?? []).map(paperWithFileFromRow) }))
}

const gapRows = (db: Db) =>
  db.selectFrom('gaps').select(['id', 'title', 'severity', 'explanation', 'updated_at as updatedAt'])

const listGaps = async (db: Db, severity: Severity | null): Promise<GapWithPapers[]> => {
  const rows = await gapRows(db)
    .$if(severity !== null, (query) => query.where('severity', '=', severity ?? 'medium'))
    .orderBy('title')
    .execute()
  const gaps = await withPapers(db, rows)
  return gaps.toSorted((a, b) => bySeverity(a, b) || b.papers.length - a.papers.length)
}

const findGap = async (db: Db, id: string): Promise<GapWithPapers | null> => {
  const rows = await gapRows(db).where('id', '=', id).execute()
  return (await withPapers(db, rows))[0] ?? null
}

const listBriefSummaries = async (db: Db): Promise<BriefSummary[]> => {
  const rows = await db
    .selectFrom('briefs')
    .select(['id', 'iso_year', 'iso_week', 'title', 'published_at'])
    .orderBy('iso_year', 'desc')
    .orderBy('iso_week', 'desc')
    .execute()
  return rows.map(({ id, iso_year, iso_week, title, published_at }) => ({
    id,
    title,
    week: { year: iso_year, week: iso_week },
    publishedAt: published_at,
  }))
}

export const relatedReader = (db: Db, engine: Engine): RelatedReader => ({
  conceptIds: (names) => conceptIds(db, names),
  mentions: (paperId) => findMentions(db, paperId),
  relatedPapers: (paper, limit) => relatedPapers(db, paper, limit),
  publicPapers: (ids) => publicPapers(db, ids),
  conceptTimeline: (id) => conceptTimeline(db, id),
  conceptPapers: (id, after, limit) => conceptPapers({ db, engine }, id, after, limit),
  coOccurringConcepts: (id, limit) => coOccurringConcepts({ db, engine }, id, limit),
  conceptYears: (ids, from) => conceptYears(db, ids, from),
  conceptCoverage: (limit) => conceptCoverage(db, limit),
  gaps: (severity) => listGaps(db, severity),
  gap: (id) => findGap(db, id),
  listBriefs: () => listBriefSummaries(db),
})
