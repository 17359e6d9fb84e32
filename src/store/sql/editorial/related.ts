import type { Paper } from '#core/papers/paper.ts'
import { rankedWords } from '#core/search/ranking/ranked-words.ts'
import { conceptWeight, extractKeywords, sharedFeatures, type SimilarityFeature } from '#core/search/related-papers.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { RelatedPaper, RelatedReader } from '#ports/store/ranking.ts'
import type { Db } from '#store/rows.ts'
import { withLiveSegments, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { SCORE_UNITS, findSimilar, readPapers } from '#store/sql/ranking/find-candidates.ts'
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

const MAX_SHARES_NAMED = 4
/** Candidates per paper shown; shared concepts decide among them. */
const CANDIDATES_PER_SHOWN = 6
/** Share of papers above which a word is too common to be given as a reason. */
const RARE_SHARE = 0.1
const ALWAYS_RARE = 5

/** The concepts that a paper shares with others. */
const conceptFeatures = async (db: Db, names: readonly string[]): Promise<SimilarityFeature[]> => {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('concepts')
    .innerJoin('concept_years', 'concept_years.concept_seq', 'concepts.seq')
    .select(['concepts.name', 'concepts.name_key'])
    .select((eb) => eb.fn.sum<number>('concept_years.papers').as('papers'))
    .where('concepts.name_key', 'in', [...new Set(names.map(textKey))])
    .groupBy(['concepts.seq', 'concepts.name', 'concepts.name_key'])
    .execute()
  return rows
    .filter(({ papers }) => papers > 1)
    .map(({ name, name_key, papers }) => ({ kind: 'concept', key: name_key, name, papers }))
}

/** In a small corpus a word in five papers counts as rare, unless half of all papers have it. */
const maxRarePapers = (papers: number): number =>
  Math.min(Math.max(ALWAYS_RARE, Math.ceil(papers * RARE_SHARE)), Math.floor(papers / 2))

const find = async (db: Db, live: LiveSegments, { paper, limit }: { paper: Paper; limit: number }) => {
  const words = rankedWords({ ...paper, authors: [], institution: null, commentary: null })
  // One extra, since the paper itself comes first.
  const { candidates, frequencyOf, papers } = await findSimilar(db, live, {
    words,
    most: limit * CANDIDATES_PER_SHOWN + 1,
  })
  const keywords = extractKeywords(paper).flatMap(({ token, written }): SimilarityFeature[] => {
    const having = frequencyOf.get(token) ?? 0
    return having < 2 || having > maxRarePapers(papers)
      ? []
      : [{ kind: 'word', key: token, name: written, papers: having }]
  })
  return { candidates, keywords, papers }
}

/**
 * The accepted papers most similar to this one, with the rare concepts and words they share. Words and editors'
 * concepts count alike: a shared concept adds its rarity to the index score.
 */
const relatedPapers = async (db: Db, paper: Paper, limit: number): Promise<RelatedPaper[]> => {
  const { candidates, keywords, papers } = await withLiveSegments(db, (live) => find(db, live, { paper, limit }))
  const features = [...(await conceptFeatures(db, paper.concepts)), ...keywords]
  const found = await readPapers(
    db,
    candidates.map(({ seq }) => seq),
  )
  return candidates
    .flatMap(({ seq, score }) => {
      const candidate = found.get(seq)
      if (candidate === undefined || candidate.id === paper.id) return []
      const shared = sharedFeatures(candidate, features)
      if (shared.length === 0) return []
      const similarity = score / SCORE_UNITS + conceptWeight(shared, papers)
      const shares = shared.slice(0, MAX_SHARES_NAMED).map(({ name }) => name)
      return [{ similarity, related: { paper: candidate, shares } }]
    })
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
    .map(({ related }) => related)
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
