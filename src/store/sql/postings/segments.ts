import { type PlacedPassage, placedPassagesInSteps } from '#core/passages/text-parts.ts'
import { doStepsApart } from '#core/steps.ts'
import type { Db, Tables, PaperRow } from '#store/rows.ts'
import { paddedKeys, insertRows, type TransactionContext } from '#store/sql/engine/engine.ts'
import { passageImpacts } from '#core/search/ranking/terms.ts'
import { wholeText } from '#store/sql/full-texts.ts'
import { fromBytes, packPages, type ByteString, type PageEntry, numberWriter } from '#core/search/ranking/term-pages.ts'
import { encodePostings, groupPostings } from '#core/search/ranking/postings.ts'
import { termImpacts, type TermImpacts } from '#core/search/ranking/bm25.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'

export type PostingsScope = Pick<TransactionContext, 'db' | 'engine'>

export type PassageRow = Tables['passages']

export const passagesBySeq = async (db: Db, seqs: readonly number[]): Promise<Map<number, PassageRow>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db.selectFrom('passages').selectAll().where('seq', 'in', paddedKeys(seqs)).execute()
  return new Map(rows.map((row) => [row.seq, row]))
}

export const placedPassage = ({ section, number, part, text }: PassageRow): PlacedPassage => ({
  place: { source: 'fullText', section, number },
  part,
  text,
})

/** Transactions run one at a time, so numbers do not collide. */
const nextSeq = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

const rankedPassages = (rows: readonly PassageRow[]): PassageEntry[] =>
  rows.flatMap(({ seq, text }) => {
    const impacts = passageImpacts(text)
    return impacts.levels.length === 0 ? [] : [{ seq, impacts }]
  })

/** In characters: the words of this much text are counted in one turn of the event loop. */
const TEXT_IN_STEP = 24_576
/** Entries of one segment. A text of five million characters has some 20,000, too many to sort in one turn. */
const PASSAGES_IN_SEGMENT = 200

/** Passages that are removed in one step; each has about 1,000 characters. */
const PASSAGES_AT_ONCE = 30

/** Collects the entries of passages. What fills a segment is written at once; the rest is left to the caller. */
const passageSegments = (scope: PostingsScope, change: 1 | -1) => {
  let rest: PassageEntry[] = []
  return {
    add: async (rows: readonly PassageRow[]): Promise<void> => {
      rest.push(...rankedPassages(rows))
      if (rest.length < PASSAGES_IN_SEGMENT) return
      await addSegment(scope, { papers: [], passages: rest }, change)
      rest = []
    },
    rest: () => rest,
  }
}

/** The first part of a text may be a megabyte. */
const TEXTS_AT_ONCE = 20

/** The passages of full texts, in order of the papers. A long text is cut without holding up others. */
async function* passagesOf({ db, engine }: PostingsScope, paperSeqs: readonly number[]) {
  for (let first = 0; first < paperSeqs.length; first += TEXTS_AT_ONCE) {
    const firstParts = await db
      .selectFrom('paper_texts')
      .selectAll()
      .where('paper_seq', 'in', paperSeqs.slice(first, first + TEXTS_AT_ONCE))
      .orderBy('paper_seq')
      .execute()
    for (const { paper_seq, ...part } of firstParts) {
      const text = await wholeText(db, paper_seq, part)
      const passages = await doStepsApart(placedPassagesInSteps(text), () => engine.letOthersRun(db))
      for (const passage of passages) yield { paper_seq, ...passage }
    }
  }
}

/** Stores the passages of papers that become public; returns the entries that are still to be added to the ranking. */
export const addPassages = async (scope: PostingsScope, paperSeqs: readonly number[]): Promise<PassageEntry[]> => {
  const segments = passageSegments(scope, 1)
  let rows: PassageRow[] = []
  let length = 0
  let seq: number | null = null
  const store = async (): Promise<void> => {
    await insertRows(scope, 'passages', rows)
    await segments.add(rows)
    rows = []
    length = 0
  }
  for await (const { paper_seq, place, part, text } of passagesOf(scope, paperSeqs)) {
    if (place.source !== 'fullText') continue
    seq = seq === null ? await nextSeq(scope.db) : seq + 1
    rows.push({ seq, paper_seq, section: place.section, number: place.number, part, text })
    length += text.length
    if (length >= TEXT_IN_STEP) await store()
  }
  await store()
  return segments.rest()
}

/** Removes the passages of papers that leave; returns the entries that are still to be taken back from the ranking. */
export const removePassages = async (scope: PostingsScope, paperSeqs: readonly number[]): Promise<PassageEntry[]> => {
  if (paperSeqs.length === 0) return []
  const { db } = scope
  const segments = passageSegments(scope, -1)
  for (let rows: PassageRow[] | null = null; rows === null || rows.length === PASSAGES_AT_ONCE;) {
    rows = await db
      .selectFrom('passages')
      .selectAll()
      .where('paper_seq', 'in', [...paperSeqs])
      .orderBy('paper_seq')
      .orderBy('seq')
      .limit(PASSAGES_AT_ONCE)
      .execute()
    if (rows.length === 0) break
    const seqs = rows.map(({ seq }) => seq)
    await db.deleteFrom('passages').where('seq', 'in', paddedKeys(seqs)).execute()
    await segments.add(rows)
  }
  return segments.rest()
}

/** A word of a segment with one or more blocks of postings. */
export type SegmentWord = { term: ByteString; blocks: readonly Uint8Array[] }

const EMPTY = new Uint8Array()

/** Transactions run one at a time, so numbers do not collide. */
export const nextSegment = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('ranked_segments')
    .select((eb) => eb.fn.max('segment').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

/** Appends words to a segment, in sorted order. */
export const writeWords = async (
  scope: PostingsScope,
  segment: number,
  words: readonly SegmentWord[],
): Promise<void> => {
  const first = words.map(({ term, blocks }): PageEntry => ({ term, postings: blocks[0] ?? EMPTY }))
  await insertRows(
    scope,
    'ranked_pages',
    packPages(first).map((page) => ({ segment, ...page })),
  )
  const further: Tables['ranked_blocks'][] = words.flatMap(({ term, blocks }) =>
    blocks.slice(1).map((postings, index) => ({
      segment,
      term: fromBytes(term),
      block: index + 1,
      postings: Buffer.from(postings),
    })),
  )
  await insertRows(scope, 'ranked_blocks', further)
}

/** A paper to be added to the ranking, or taken back. */
export type RankedEntry = { seq: number; impacts: TermImpacts }

/** A passage of a full text. Unlike those of papers, its words are only stored in the index. */
type PassageEntry = { seq: number; impacts: Pick<TermImpacts, 'terms' | 'levels'> }

/** Stored papers with the words they are ranked by. */
export const rankedEntries = (rows: readonly PaperRow[]): RankedEntry[] =>
  rows.map((row) => ({ seq: row.seq, impacts: termImpacts(paperFromRow(row)) }))

const deleteWords = async ({ db }: PostingsScope, entries: readonly RankedEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const seqs = entries.map(({ seq }) => seq)
  await db.deleteFrom('ranked_papers').where('seq', 'in', paddedKeys(seqs)).execute()
}

/** Terms of passages have a prefix, so that their numbers are never confused with those of papers. */
type SegmentEntries = { papers: readonly RankedEntry[]; passages: readonly PassageEntry[] }

/**
 * Adds papers and passages to the ranking as a new segment, which the next search reads.
 * @param change -1 takes back what was added before, with the same words
 */
export const addSegment = async (
  scope: PostingsScope,
  { papers, passages }: SegmentEntries,
  change: 1 | -1,
): Promise<void> => {
  const entries = [...papers, ...passages]
  if (entries.length === 0) return
  const segment = await nextSegment(scope.db)
  const size = entries.length
  const row = {
    segment,
    papers: papers.length * change,
    size,
    state: 'live',
    merged_into: null,
    done_to: null,
  } as const
  await insertRows(scope, 'ranked_segments', [row])
  if (change === 1)
    await insertRows(
      scope,
      'ranked_papers',
      papers.map(({ seq, impacts: { words } }) => ({
        seq,
        words: Buffer.from(words.buffer, words.byteOffset, words.length),
      })),
    )
  else await deleteWords(scope, papers)
  const writer = numberWriter()
  const words = groupPostings(entries, change).map(({ term, postings }): SegmentWord => ({
    term,
    blocks: encodePostings(new Float64Array(postings), writer),
  }))
  await writeWords(scope, segment, words)
}
