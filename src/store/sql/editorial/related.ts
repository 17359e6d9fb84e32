import { withoutMarks } from '#core/text/evidence-marks.ts'
import type { Paper } from '#core/papers/paper.ts'
import { CITED_BOUNDS } from '#core/citations/cited-work.ts'
import type { RelatedPaper, RelatedReader } from '#ports/store/ranking.ts'
import type { Db } from '#store/rows.ts'
import { withLiveSegments } from '#store/sql/postings/read-postings.ts'
import { findSimilar } from '#store/sql/ranking/find-candidates.ts'
import { rankByShared, wordsOfSubject } from '#store/sql/ranking/similar-papers.ts'
import { citationReader } from '#store/sql/papers/citations.ts'
import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import {
  type EditorialMentions,
  type GapState,
  severities,
  type Severity,
  type GapWithPapers,
} from '#core/editorial/gap.ts'
import type { BriefSummary } from '#core/editorial/brief.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { gapHistories } from './gaps.ts'
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
/** What a citation between two papers weighs, and how many references in common count, each as 1. A rare concept weighs up to 11. */
const DIRECT_WEIGHT = 4
const MOST_SHARED = 6

type Near = RelatedPaper & { similarity: number }

/** Papers that a paper is linked to by citations, with how much that adds to their similarity, in the units of concepts. */
const citedNeighbours = async (db: Db, paperId: string, limit: number): Promise<Near[]> => {
  const citations = citationReader(db)
  const { references, citations: citedBy } = await citations.counts(paperId)
  if (references + citedBy === 0) return []
  const near = new Map<string, Near>()
  const add = (paper: Paper, weight: number, share: string): void => {
    const known = near.get(paper.id) ?? { paper, shares: [], similarity: 0 }
    near.set(paper.id, { paper, shares: [...known.shares, share], similarity: known.similarity + weight })
  }
  const listed = await citations.references(paperId, null, CITED_BOUNDS.references)
  for (const { paper } of listed.references) if (paper !== null) add(paper, DIRECT_WEIGHT, 'cited by it')
  for (const paper of (await citations.citing(paperId, null, limit * CANDIDATES_PER_SHOWN)).papers)
    add(paper, DIRECT_WEIGHT, 'cites it')
  for (const { paper, shared } of await citations.sharing(paperId, limit * CANDIDATES_PER_SHOWN))
    add(paper, Math.min(shared, MOST_SHARED), shared === 1 ? 'a reference' : `${shared} references`)
  return [...near.values()]
}

/** Adds what citations say to papers that are alike by words and concepts. */
const withCitations = (alike: readonly Near[], linked: readonly Near[]): Near[] => {
  const near = new Map(alike.map((one) => [one.paper.id, one]))
  for (const { paper, shares, similarity } of linked) {
    const known = near.get(paper.id)
    near.set(paper.id, {
      paper,
      shares: [...shares, ...(known?.shares ?? [])],
      similarity: similarity + (known?.similarity ?? 0),
    })
  }
  return [...near.values()].toSorted((a, b) => b.similarity - a.similarity)
}

/** The accepted papers most similar to this one, with the rare concepts and words they share. */
const relatedPapers = async (db: Db, paper: Paper, limit: number): Promise<RelatedPaper[]> => {
  const { candidates, ...counted } = await withLiveSegments(db, (live) =>
    // One extra, since the paper itself comes first.
    findSimilar(db, live, { words: wordsOfSubject(paper), most: limit * CANDIDATES_PER_SHOWN + 1 }),
  )
  const shared = await rankByShared(db, paper, { candidates, ...counted })
  const alike = shared.map(({ related, similarity }) => ({ ...related, similarity }))
  const near = withCitations(alike, await citedNeighbours(db, paper.id, limit))
  return near.slice(0, limit).map(({ paper: other, shares }) => ({ paper: other, shares }))
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

/** Public papers by the ids that were asked for; that of a merged duplicate gives the paper it was merged into. */
const publicPapersById = async (db: Db, ids: readonly string[]): Promise<Map<string, Paper>> => {
  if (ids.length === 0) return new Map()
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
  return new Map(rows.map((row) => [row.requested_id, paperWithFileFromRow(row)]))
}

/** The same papers in the order of the ids, each once. */
const publicPapers = async (db: Db, ids: readonly string[]): Promise<Paper[]> => {
  const byRequestedId = await publicPapersById(db, ids)
  const papers = ids.flatMap((id) => byRequestedId.get(id) ?? [])
  return [...new Map(papers.map((paper) => [paper.id, paper])).values()]
}

const withPapers = async (
  db: Db,
  gaps: readonly Omit<GapWithPapers, 'papers' | 'history'>[],
): Promise<GapWithPapers[]> => {
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
  const histories = await gapHistories(
    db,
    gaps.map(({ id }) => id),
  )
  return gaps.map((gap) => ({
    ...gap,
    explanation: withoutMarks(gap.explanation),
    papers: (linked.get(gap.id) ?? []).map(paperWithFileFromRow),
    history: histories.get(gap.id) ?? [],
  }))
}

const gapRows = (db: Db) =>
  db.selectFrom('gaps').select(['id', 'title', 'severity', 'explanation', 'state', 'updated_at as updatedAt'])

const listGaps = async (db: Db, severity: Severity | null, state: GapState | null): Promise<GapWithPapers[]> => {
  const rows = await gapRows(db)
    .$if(severity !== null, (query) => query.where('severity', '=', severity ?? 'medium'))
    .$if(state !== null, (query) => query.where('state', '=', state ?? 'open'))
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
  publicPapersById: (ids) => publicPapersById(db, ids),
  conceptTimeline: (id) => conceptTimeline(db, id),
  conceptPapers: (id, after, limit) => conceptPapers({ db, engine }, id, after, limit),
  coOccurringConcepts: (id, limit) => coOccurringConcepts({ db, engine }, id, limit),
  conceptYears: (ids, from) => conceptYears(db, ids, from),
  conceptCoverage: (limit) => conceptCoverage(db, limit),
  gaps: (severity, state = null) => listGaps(db, severity, state),
  gap: (id) => findGap(db, id),
  listBriefs: () => listBriefSummaries(db),
})
