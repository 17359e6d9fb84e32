import { numberWriter } from '#core/search/ranking/numbers.ts'
import { encodePostings, posting, type Posting } from '#core/search/ranking/postings.ts'
import { toBytes, type ByteString } from '#core/search/ranking/term-pages.ts'
import { termImpacts, type TermImpacts } from '#core/search/ranking/bm25.ts'
import type { PaperRow } from '#store/rows.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { nextSegment, writeWords, type PostingsScope } from './write-segment.ts'

/** A paper on its way into the ranking, or out of it. */
export type RankedEntry = { seq: number; impacts: TermImpacts }

/** A passage of a full text; its words alone say nothing of the paper, so they are kept in the index only. */
export type PassageEntry = { seq: number; impacts: Pick<TermImpacts, 'terms' | 'levels'> }

/** Stored papers, with the words that they are ranked by. */
export const rankedEntries = (rows: readonly PaperRow[]): RankedEntry[] =>
  rows.map((row) => ({ seq: row.seq, impacts: termImpacts(paperFromRow(row)) }))

const postingsByTerm = (entries: readonly PassageEntry[], change: 1 | -1): Map<ByteString, Posting[]> => {
  const byTerm = new Map<ByteString, Posting[]>()
  for (const { seq, impacts } of entries)
    for (const [index, term] of toBytes(impacts.terms).split(' ').entries()) {
      const one = posting(seq, (impacts.levels[index] ?? 1) * change)
      const list = byTerm.get(term)
      if (list === undefined) byTerm.set(term, [one])
      else list.push(one)
    }
  return byTerm
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
  const byTerm = postingsByTerm(entries, change)
  const writer = numberWriter()
  const terms = [...byTerm.keys()].toSorted()
  const words = terms.map((term) => ({ term, blocks: encodePostings(byTerm.get(term) ?? [], writer) }))
  await writeWords(scope, segment, words)
}
