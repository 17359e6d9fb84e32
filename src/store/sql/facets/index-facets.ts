import { calendarDay } from '#core/calendar-day.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { type RankKey, rankKey } from '#core/papers/score.ts'
import {
  type FacetToken,
  namedFacets,
  ofEachName,
  type NamedFacet,
  countFacetTokens,
  facetTokens,
  facets,
  type Facet,
} from '#core/search/facet-token.ts'
import { fieldWords, indexedFields } from '#core/search/indexed-fields.ts'
import { type Db, nameTables, type PaperRow } from '#store/rows.ts'
import { type IndexEntry, type TransactionContext, insertRows, paddedKeys } from '#store/sql/engine/engine.ts'
import type { Paper } from '#core/papers/paper.ts'
import { textKey } from '#core/text/tokenize.ts'
import { doStepsApart } from '#core/steps.ts'
import { paperSpellingsInSteps } from '#core/search/spelling.ts'
import { addToCounters, firstAccepted, type CounterDelta, type FacetCounterName } from './counters.ts'

/** The facet tokens of accepted papers, by rank key. */
export const readFacetTokens = async (db: Db, keys: readonly RankKey[]): Promise<Map<RankKey, FacetToken[]>> => {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('facet_tokens').selectAll().where('rank_key', 'in', keys).execute()
  return new Map(rows.map(({ rank_key, tokens }) => [rank_key, tokens.split(' ')]))
}

/** Index entries of papers. */
export const indexEntries = async (db: Db, rows: readonly PaperRow[]): Promise<IndexEntry[]> => {
  const tokens = await readFacetTokens(
    db,
    rows.map(({ rank_key }) => rank_key),
  )
  return rows.map((row) => ({
    rankKey: row.rank_key,
    fields: indexedFields(fieldWords(paperFromRow(row))),
    facetTokens: tokens.get(row.rank_key) ?? [],
  }))
}

const KEYS_AT_ONCE = 200

const findSeqs = async (db: Db, facet: NamedFacet, keys: readonly string[]): Promise<[string, number][]> => {
  const rows = await db
    .selectFrom(nameTables[facet])
    .select(['name_key', 'seq'])
    .where('name_key', 'in', paddedKeys(keys))
    .execute()
  return rows.map(({ name_key, seq }) => [name_key, seq])
}

/** The number of a name, ignoring case, marks and hyphens; null if it is unknown. */
export const findName = async (db: Db, facet: NamedFacet, name: string): Promise<number | null> =>
  (await findSeqs(db, facet, [textKey(name)]))[0]?.[1] ?? null

/** Names by their numbers. */
export const namesOf = async (db: Db, facet: NamedFacet, seqs: readonly number[]): Promise<Map<number, string>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db.selectFrom(nameTables[facet]).select(['seq', 'name']).where('seq', 'in', seqs).execute()
  return new Map(rows.map(({ seq, name }) => [seq, name]))
}

/** Numbers names by their keys; names that differ only in case, marks or hyphens are one. */
const ensureNames = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  facet: NamedFacet,
  names: readonly string[],
): Promise<Map<string, number>> => {
  const { db } = scope
  const byKey = new Map(names.toReversed().map((name) => [textKey(name), name]))
  const keys = [...byKey.keys()].toSorted()
  const numbers = new Map<string, number>()
  for (let first = 0; first < keys.length; first += KEYS_AT_ONCE) {
    const batch = keys.slice(first, first + KEYS_AT_ONCE)
    for (const [key, seq] of await findSeqs(db, facet, batch)) numbers.set(key, seq)
    const added = batch
      .filter((key) => !numbers.has(key))
      .map((key) => ({ name_key: key, name: byKey.get(key) ?? key }))
    if (added.length === 0) continue
    await insertRows(scope, nameTables[facet], added)
    const keysAdded = added.map(({ name_key }) => name_key)
    for (const [key, seq] of await findSeqs(db, facet, keysAdded)) numbers.set(key, seq)
  }
  return numbers
}

/** Numbers the names of papers, adding new ones. */
const numberNames = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  papers: readonly Paper[],
): Promise<(paper: Paper) => Record<NamedFacet, number | null>> => {
  const numbers = new Map<NamedFacet, Map<string, number>>()
  for (const facet of namedFacets) {
    const names = papers.flatMap((paper) => paper[facet] ?? [])
    numbers.set(facet, await ensureNames(scope, facet, names))
  }
  return (paper) =>
    ofEachName((facet) => {
      const name = paper[facet]
      return name === null ? null : (numbers.get(facet)?.get(textKey(name)) ?? null)
    })
}

/** The counter name of a facet, in the whole library or one chapter. */
export const facetCounterName = (chapter: number | null, facet: Facet): FacetCounterName =>
  `facet:${chapter ?? ''}:${facet}`

/** Numbers are padded so that they sort as text. */
const DIGITS = 10
export const counterValue = (number: number): string => String(number).padStart(DIGITS, '0')

/** `tokens` has the facet tokens in one text, as in the table. */
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

/** A paper that becomes public, with the numbers of its concepts and the words that "did you mean" may suggest. */
export type FacetIndexInput = { seq: number; paper: Paper; concepts: readonly number[]; spellings: readonly string[] }

/** Stores and counts the facet tokens of papers that become public; returns them in the same order. */
export const indexFacets = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  papers: readonly FacetIndexInput[],
): Promise<FacetToken[][]> => {
  const { db } = scope
  const numbersOf = await numberNames(
    scope,
    papers.map(({ paper }) => paper),
  )
  const seqs = papers.map(({ seq }) => seq)
  const texts = await seqsWithText(db, seqs)
  const times = await firstAccepted(db, seqs)
  const indexed = papers.map(({ seq, paper, concepts }) => {
    const addedOn = calendarDay(new Date(times.get(seq) ?? 0))
    const each = facetTokens(paper, { concepts, hasText: texts.has(seq), addedOn, ...numbersOf(paper) })
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
  { db, engine }: Pick<TransactionContext, 'db' | 'engine'>,
  papers: readonly { seq: number; paper: Paper }[],
): Promise<void> => {
  const indexed: PaperTokens[] = []
  const removed: string[][] = []
  for (const { seq, paper } of papers) {
    const key = rankKey(paper.longHorizon, seq)
    const row = await db.deleteFrom('facet_tokens').where('rank_key', '=', key).returning('tokens').executeTakeFirst()
    if (row === undefined) continue
    indexed.push({ chapter: paper.chapter, tokens: row.tokens })
    removed.push(await doStepsApart(paperSpellingsInSteps(paper), () => engine.letOthersRun(db)))
  }
  await updateFacetCounters(db, indexed, -1)
  await updateSpellingCounters(db, removed, -1)
}
