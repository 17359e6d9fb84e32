import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import { Failure } from '#core/failure.ts'
import type { AssessmentWriter, AssessmentReader } from '#ports/store/review.ts'
import type { Db } from '#store/rows.ts'
import { sql } from 'kysely'
import { paddedKeys } from '#store/sql/engine/engine.ts'
import { LACKS_ASSESSMENT } from '#store/sql/engine/lacks-assessment.ts'
import type { PaperSample } from '#core/assessment/vector-space.ts'
import type { KnownConcept } from '#core/assessment/suggest-assessment.ts'
import type { Paper } from '#core/papers/paper.ts'
import { rankKeyAfterScore, type RankKey, seqOf } from '#core/papers/score.ts'
import { unpackWords, rankedWords } from '#core/search/ranking/ranked-words.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { acceptedRows, takePage } from '#store/sql/papers/paper-reader.ts'
import { findProvenance, putProvenance } from '#store/sql/papers/provenance.ts'
import { withLiveSegments, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { findSimilar } from '#store/sql/ranking/find-candidates.ts'

type Proposed = Pick<AssessmentDraft, 'fields' | 'passages'>

const listDrafts = async (db: Db, id: string): Promise<AssessmentDraft[]> => {
  const rows = await db
    .selectFrom('assessment_drafts')
    .innerJoin('papers', 'papers.seq', 'assessment_drafts.paper_seq')
    .select(['author', 'assessment_drafts.version', 'draft', 'at'])
    .where('papers.id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('author')
    .execute()
  return rows.map(({ draft, ...row }) => ({ ...row, ...(JSON.parse(draft) as Proposed) }))
}

const versionsDrafted = async (db: Db, author: string, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('assessment_drafts')
    .innerJoin('papers', 'papers.seq', 'assessment_drafts.paper_seq')
    .select(['papers.id', 'assessment_drafts.version'])
    .where('papers.id', 'in', paddedKeys(ids))
    .where('author', '=', author)
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

const findSeq = async (db: Db, id: string): Promise<number> => {
  const row = await db.selectFrom('papers').select('seq').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Failure('not_found', `There is no paper ${id}.`)
  return row.seq
}

export const assessmentWriter = (db: Db): AssessmentWriter => ({
  putDraft: async (id, { author, version, at, fields, passages }) => {
    const values = { version, draft: JSON.stringify({ fields, passages } satisfies Proposed), at }
    await db
      .insertInto('assessment_drafts')
      .values({ paper_seq: await findSeq(db, id), author, ...values })
      .onConflict((conflict) => conflict.columns(['paper_seq', 'author']).doUpdateSet(values))
      .execute()
  },
  removeDrafts: async (id) => {
    await db
      .deleteFrom('assessment_drafts')
      .where('paper_seq', '=', (eb) => eb.selectFrom('papers').select('seq').where('id', '=', id))
      .execute()
  },
  putProvenance: (id, provenance) => putProvenance(db, id, provenance),
})

export const unassessedPapers = (db: Db) =>
  db
    .selectFrom('papers')
    .where('papers.state', '=', sql.lit('accepted' as const))
    .where(LACKS_ASSESSMENT)

const countUnassessed = async (db: Db): Promise<number> => {
  const { count } = await unassessedPapers(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const listUnassessed = async (db: Db, after: RankKey, limit: number) => {
  // The columns of an index alone: with others, SQLite goes through all public papers, and these are often the last.
  const rows = await unassessedPapers(db)
    .select('rank_key')
    .where('rank_key', '>', after)
    .orderBy('rank_key')
    .limit(limit + 1)
    .execute()
  const { shown, next } = takePage(rows, limit)
  const seqs = shown.map(({ rank_key }) => seqOf(rank_key))
  const papers = await acceptedRows(db, seqs)
  return {
    papers: seqs.flatMap((seq) => {
      const row = papers.get(seq)
      return row === undefined ? [] : [paperFromRow(row)]
    }),
    next,
  }
}

/** Where papers without a score begin in the public order. */
const UNSCORED = rankKeyAfterScore(0)
/** With fewer scored papers, unscored ones are read as well: they may have a chapter or concepts. */
const MIN_SCORED = 5
const LOOKUP_BATCH = 500

const firstSeqs = async (db: Db, limit: number, before: RankKey): Promise<number[]> => {
  const rows = await db
    .selectFrom('papers')
    .select('seq')
    .where('state', '=', 'accepted')
    .where('rank_key', '<', before)
    .orderBy('rank_key')
    .limit(limit)
    .execute()
  return rows.map(({ seq }) => seq)
}

/** The first `limit` of these papers that have a score, in their order. */
const scoredAmong = async (db: Db, seqs: readonly number[], limit: number): Promise<number[]> => {
  const found: number[] = []
  for (let first = 0; first < seqs.length && found.length < limit; first += LOOKUP_BATCH) {
    const some = seqs.slice(first, first + LOOKUP_BATCH)
    const rows = await db
      .selectFrom('papers')
      .select('seq')
      .where('seq', 'in', paddedKeys(some))
      .where('state', '=', 'accepted')
      .where('rank_key', '<', UNSCORED)
      .execute()
    const scored = new Set(rows.map(({ seq }) => seq))
    found.push(...some.filter((seq) => scored.has(seq)))
  }
  return found.slice(0, limit)
}

/** The papers whose indexed words are most similar to a title and an abstract. */
const similarSeqs = async (db: Db, live: LiveSegments, paper: Paper): Promise<number[]> => {
  const { title, abstract } = paper
  const blank = { topics: [], concepts: [], authors: [], institution: null, commentary: null }
  const words = rankedWords({ ...paper, ...blank, title, abstract })
  return (await findSimilar(db, live, { words })).candidates.map(({ seq }) => seq)
}

const readSamples = async (db: Db, seqs: readonly number[]): Promise<PaperSample[]> => {
  const papers = await acceptedRows(db, seqs)
  const rows = await db.selectFrom('ranked_papers').selectAll().where('seq', 'in', paddedKeys(seqs)).execute()
  const words = new Map(rows.map((row) => [row.seq, row.words]))
  return seqs.flatMap((seq) => {
    const [row, packed] = [papers.get(seq), words.get(seq)]
    return row === undefined || packed === undefined ? [] : [{ paper: paperFromRow(row), words: unpackWords(packed) }]
  })
}

const listNames = async (db: Db): Promise<KnownConcept[]> => {
  const concepts = await db.selectFrom('concepts').select(['seq', 'name']).orderBy('seq').execute()
  const aliases = await db.selectFrom('concept_aliases').select(['concept_seq', 'name_key']).execute()
  const others = Map.groupBy(aliases, ({ concept_seq }) => concept_seq)
  return concepts.map(({ seq, name }) => ({
    name,
    otherNames: (others.get(seq) ?? []).map(({ name_key }) => name_key),
  }))
}

export const assessmentReader = (db: Db): AssessmentReader => ({
  samplesFor: (paper, limit) =>
    withLiveSegments(db, async (live) => {
      // One extra row shows whether there are more.
      const scored = await firstSeqs(db, limit + 1, UNSCORED)
      const isScored = scored.length >= Math.min(limit + 1, MIN_SCORED)
      const first = isScored ? scored : await firstSeqs(db, limit + 1, Number.MAX_SAFE_INTEGER)
      const isAll = first.length <= limit
      const similar = isAll ? first : await similarSeqs(db, live, paper)
      const seqs = isAll || !isScored ? similar.slice(0, limit) : await scoredAmong(db, similar, limit)
      const found = seqs.length === 0 ? [] : await readSamples(db, seqs)
      const samples = found.filter((sample) => sample.paper.id !== paper.id)
      return { samples, isAll: isAll && samples.length === found.length }
    }),
  listUnassessed: (after, limit) => listUnassessed(db, after ?? 0, limit),
  countUnassessed: () => countUnassessed(db),
  listNames: () => listNames(db),
  listDrafts: (id) => listDrafts(db, id),
  versionsDrafted: (author, ids) => versionsDrafted(db, author, ids),
  findProvenance: (id, version) => findProvenance(db, id, version),
})
