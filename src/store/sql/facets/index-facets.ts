import type { Paper } from '#core/papers/paper.ts'
import { rankKey } from '#core/papers/rank-key.ts'
import { textKey } from '#core/text/tokenize.ts'
import { countFacetTokens, facetTokens, facets, type Facet, type FacetToken } from '#core/search/facet-token.ts'
import { paperSpellings } from '#core/search/spelling.ts'
import type { Db } from '#store/rows.ts'
import { addToCounters, type CounterDelta } from './add-to-counters.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { ensureInstitutions } from './institutions.ts'
import type { FacetCounterName } from './counters.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** Counts of papers by facet, in the whole library or in one chapter. */
export const facetCounterName = (chapter: number | null, facet: Facet): FacetCounterName =>
  `facet:${chapter ?? ''}:${facet}`

/** Numbers as texts that keep their order. */
const DIGITS = 10
export const counterValue = (number: number): string => String(number).padStart(DIGITS, '0')

/** `tokens` holds the facet tokens as the table does, in one text. */
type PaperTokens = { chapter: number | null; tokens: string }

const facetDeltas = (chapter: number | null, indexed: readonly PaperTokens[], change: 1 | -1): CounterDelta[] => {
  const counts = countFacetTokens(indexed.map(({ tokens }) => tokens).join(' '))
  return facets.flatMap((facet) =>
    [...counts[facet]].map(([number, papers]): CounterDelta => [
      facetCounterName(chapter, facet),
      counterValue(number),
      papers * change,
    ]),
  )
}

const updateFacetCounters = async (db: Db, indexed: readonly PaperTokens[], change: 1 | -1): Promise<void> => {
  const inChapters = [...Map.groupBy(indexed, ({ chapter }) => chapter)].flatMap(([chapter, some]) =>
    chapter === null ? [] : facetDeltas(chapter, some, change),
  )
  await addToCounters(db, 'counters', [...facetDeltas(null, indexed, change), ...inChapters])
}

const updateSpellingCounters = async (
  db: Db,
  papers: readonly (readonly string[])[],
  change: 1 | -1,
): Promise<void> => {
  const sums = new Map<string, [string, number, string, number]>()
  for (const spellings of papers)
    for (const word of spellings) {
      const sum = sums.get(word)
      if (sum === undefined) sums.set(word, [word.slice(0, 1), word.length, word, change])
      else sum[3] += change
    }
  await addToCounters(db, 'spellings', [...sums.values()])
}

const SEQS_AT_ONCE = 500

const seqsWithText = async (db: Db, seqs: readonly number[]): Promise<Set<number>> => {
  const found = new Set<number>()
  for (let first = 0; first < seqs.length; first += SEQS_AT_ONCE) {
    const some = seqs.slice(first, first + SEQS_AT_ONCE)
    const rows = await db
      .selectFrom('paper_texts')
      .select('paper_seq')
      .where('paper_seq', 'in', paddedKeys(some))
      .execute()
    for (const { paper_seq } of rows) found.add(paper_seq)
  }
  return found
}

/** A paper that becomes public, with the numbers of its concepts and the words that “did you mean” may propose. */
export type FacetIndexInput = { seq: number; paper: Paper; concepts: readonly number[]; spellings: readonly string[] }

/** Stores and counts the facet tokens of papers that become public, and returns them in the same order. */
export const indexFacets = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  papers: readonly FacetIndexInput[],
): Promise<FacetToken[][]> => {
  const { db } = scope
  const names = papers.flatMap(({ paper }) => (paper.institution === null ? [] : [paper.institution]))
  const institutions = await ensureInstitutions(scope, names)
  const texts = await seqsWithText(
    db,
    papers.map(({ seq }) => seq),
  )
  const indexed = papers.map(({ seq, paper, concepts }) => {
    const institution = paper.institution === null ? null : (institutions.get(textKey(paper.institution)) ?? null)
    const each = facetTokens(paper, { concepts, institution, hasText: texts.has(seq) })
    return { rank_key: rankKey(paper.longHorizon, seq), chapter: paper.chapter, each, tokens: each.join(' ') }
  })
  const rows = indexed.map(({ rank_key, tokens }) => ({ rank_key, tokens }))
  await insertRows(
    scope,
    'facet_tokens',
    rows.toSorted((a, b) => a.rank_key - b.rank_key),
  )
  await updateFacetCounters(db, indexed, 1)
  await updateSpellingCounters(
    db,
    papers.map(({ spellings }) => spellings),
    1,
  )
  return indexed.map(({ each }) => each)
}

/** The reverse of `indexFacets`, for papers as they were when they were indexed. */
export const unindexFacets = async (
  { db }: Pick<TransactionContext, 'db'>,
  papers: readonly { seq: number; paper: Paper }[],
): Promise<void> => {
  const indexed: PaperTokens[] = []
  const removed: string[][] = []
  for (const { seq, paper } of papers) {
    const key = rankKey(paper.longHorizon, seq)
    const row = await db.deleteFrom('facet_tokens').where('rank_key', '=', key).returning('tokens').executeTakeFirst()
    if (row === undefined) continue
    indexed.push({ chapter: paper.chapter, tokens: row.tokens })
    removed.push(paperSpellings(paper))
  }
  await updateFacetCounters(db, indexed, -1)
  await updateSpellingCounters(db, removed, -1)
}
