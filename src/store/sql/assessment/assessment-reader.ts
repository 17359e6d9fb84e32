import type { PaperSample } from '#core/assessment/sample-terms.ts'
import type { KnownConcept } from '#core/assessment/suggest-assessment.ts'
import type { Paper } from '#core/papers/paper.ts'
import { rankKeyAfterScore, type RankKey } from '#core/papers/rank-key.ts'
import { unpackWords } from '#core/search/ranking/packed-words.ts'
import { rankedWords } from '#core/search/ranking/ranked-words.ts'
import type { AssessmentReader } from '#ports/store/assessment.ts'
import type { Db } from '#store/rows.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { acceptedRows } from '#store/sql/papers/accepted-rows.ts'
import { withLiveSegments, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { findSimilar } from '#store/sql/ranking/find-similar.ts'
import { listDrafts, versionsDrafted } from './assessment-drafts.ts'

/** Where the public order goes on with papers that have no score. */
const UNSCORED = rankKeyAfterScore(0)
/** With fewer, papers without a score are read as well: they may have a chapter or concepts. */
const LEAST_SCORED = 5
const LOOKED_UP_AT_ONCE = 500

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

/** The first of these papers, in their order, that have a score. */
const scoredAmong = async (db: Db, seqs: readonly number[], limit: number): Promise<number[]> => {
  const found: number[] = []
  for (let first = 0; first < seqs.length && found.length < limit; first += LOOKED_UP_AT_ONCE) {
    const some = seqs.slice(first, first + LOOKED_UP_AT_ONCE)
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

/** The papers whose words in the index are most alike to those of a title and an abstract. */
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
      // One more than asked for tells whether there are more.
      const scored = await firstSeqs(db, limit + 1, UNSCORED)
      const isScored = scored.length >= Math.min(limit + 1, LEAST_SCORED)
      const first = isScored ? scored : await firstSeqs(db, limit + 1, Number.MAX_SAFE_INTEGER)
      const isAll = first.length <= limit
      const similar = isAll ? first : await similarSeqs(db, live, paper)
      const seqs = isAll || !isScored ? similar.slice(0, limit) : await scoredAmong(db, similar, limit)
      const found = seqs.length === 0 ? [] : await readSamples(db, seqs)
      const samples = found.filter((sample) => sample.paper.id !== paper.id)
      return { samples, isAll: isAll && samples.length === found.length }
    }),
  listNames: () => listNames(db),
  listDrafts: (id) => listDrafts(db, id),
  versionsDrafted: (author, ids) => versionsDrafted(db, author, ids),
})
