import { fromBytes, packPages, type ByteString, type PageEntry } from '#core/search/ranking/term-pages.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'

export type PostingsScope = Pick<TransactionContext, 'db' | 'engine'>

/** A word of a segment with the blocks of its postings, at least one. */
export type SegmentWord = { term: ByteString; blocks: readonly Uint8Array[] }

const EMPTY = new Uint8Array()

/** Writers take turns, so nobody else gets the next number. */
export const nextSegment = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('ranked_segments')
    .select((eb) => eb.fn.max('segment').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

/** Stores words of a segment, which come in their order and behind those that it has already. */
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
