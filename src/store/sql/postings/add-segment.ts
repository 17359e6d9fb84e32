import { numberWriter } from '#core/search/ranking/numbers.ts'
import { encodePostings } from '#core/search/ranking/postings.ts'
import {
  groupTerms,
  visitTerms,
  type NumberedBlock,
  type PlacedImpacts,
  type TermBlock,
} from '#core/search/postings/term-block.ts'
import { termImpacts, type TermImpacts } from '#core/search/ranking/bm25.ts'
import type { PaperRow } from '#store/rows.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { nextSegment, writeWords, type PostingsScope, type SegmentWord } from './write-segment.ts'

/** A paper on its way into the ranking, or out of it. */
export type RankedEntry = { seq: number; impacts: TermImpacts | PlacedImpacts }

/** A passage of a full text; its words alone say nothing of the paper, so they are kept in the index only. */
export type PassageEntry = { seq: number; impacts: Pick<TermImpacts, 'terms' | 'levels'> }

/** Stored papers, with the words that they are ranked by. */
export const rankedEntries = (rows: readonly PaperRow[]): RankedEntry[] =>
  rows.map((row) => ({ seq: row.seq, impacts: termImpacts(paperFromRow(row)) }))

/** The blocks that papers were grouped in already, and one of all others. */
const numberedBlocks = (entries: readonly (RankedEntry | PassageEntry)[]): NumberedBlock[] => {
  const grouped = new Map<TermBlock, Uint32Array>()
  const seqs: number[] = []
  const others: PassageEntry['impacts'][] = []
  for (const { seq, impacts } of entries)
    if ('block' in impacts) {
      const { block, place } = impacts
      const numbers = grouped.get(block) ?? new Uint32Array(block.papers)
      numbers[place] = seq
      grouped.set(block, numbers)
    } else {
      seqs.push(seq)
      others.push(impacts)
    }
  const blocks = Array.from(grouped, ([block, numbers]): NumberedBlock => ({ block, seqs: numbers }))
  return others.length === 0 ? blocks : [...blocks, { block: groupTerms(others), seqs: Uint32Array.from(seqs) }]
}

const deleteWords = async ({ db }: PostingsScope, entries: readonly RankedEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const seqs = entries.map(({ seq }) => seq)
  await db.deleteFrom('ranked_papers').where('seq', 'in', paddedKeys(seqs)).execute()
}

/** Passages have words of their own, so that their numbers and those of papers never meet. */
type SegmentEntries = { papers: readonly RankedEntry[]; passages: readonly PassageEntry[] }

/**
 * Adds papers and passages to the ranking as a segment of their own, which the next search reads.
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
  const words: SegmentWord[] = []
  visitTerms(numberedBlocks(entries), change, (term, postings) => {
    words.push({ term, blocks: encodePostings(postings, writer) })
  })
  await writeWords(scope, segment, words)
}
