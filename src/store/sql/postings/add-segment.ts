import { numberWriter, type NumberWriter } from '#core/search/ranking/numbers.ts'
import { encodePostings, posting, type Posting } from '#core/search/ranking/postings.ts'
import { termImpacts, type TermImpacts } from '#core/search/ranking/weigh-terms.ts'
import type { Db, PaperRow, Tables } from '#store/rows.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'

/** A paper on its way into the ranking, or out of it. */
export type RankedEntry = { seq: number; impacts: TermImpacts }

export type PostingsRow = Tables['ranked_postings']

/** Stored papers, with the words that they are ranked by. */
export const rankedEntries = (rows: readonly PaperRow[]): RankedEntry[] =>
  rows.map((row) => ({ seq: row.seq, impacts: termImpacts(paperFromRow(row)) }))

/** The rows of words in the order of the key: half the time of any other. */
export const postingsRows = (segment: number, byTerm: ReadonlyMap<string, readonly Posting[]>): PostingsRow[] => {
  const writer: NumberWriter = numberWriter()
  const rows: PostingsRow[] = []
  for (const term of [...byTerm.keys()].toSorted()) {
    const blocks = encodePostings(byTerm.get(term) ?? [], writer)
    for (const [block, postings] of blocks.entries()) rows.push({ segment, term, block, postings })
  }
  return rows
}

/** Writers take turns, so nobody else gets the next number. */
export const nextSegment = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('ranked_segments')
    .select((eb) => eb.fn.max('segment').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

const postingsByTerm = (entries: readonly RankedEntry[], change: 1 | -1): Map<string, Posting[]> => {
  const byTerm = new Map<string, Posting[]>()
  for (const { seq, impacts } of entries)
    for (const [index, term] of impacts.terms.split(' ').entries()) {
      const one = posting(seq, (impacts.levels[index] ?? 1) * change)
      const list = byTerm.get(term)
      if (list === undefined) byTerm.set(term, [one])
      else list.push(one)
    }
  return byTerm
}

/**
 * Adds papers to the ranking as a segment of their own, which the next search reads.
 * @param change -1 takes back what was added before, with the same words
 */
export const addSegment = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  entries: readonly RankedEntry[],
  change: 1 | -1,
): Promise<void> => {
  if (entries.length === 0) return
  const segment = await nextSegment(scope.db)
  const size = entries.length
  const row = { segment, papers: size * change, size, state: 'live', merged_into: null, done_to: null } as const
  await insertRows(scope, 'ranked_segments', [row])
  await insertRows(scope, 'ranked_postings', postingsRows(segment, postingsByTerm(entries, change)))
}
