import { sql } from 'kysely'
import { numberWriter } from '#core/search/ranking/numbers.ts'
import { postingList, type PostingList } from '#core/search/postings/posting-list.ts'
import {
  addFirstBlock,
  encodePostings,
  mergePostings,
  posting,
  readLevelCounts,
  visitPostings,
} from '#core/search/ranking/postings.ts'
import { readPage, toBytes, type ByteString } from '#core/search/ranking/term-pages.ts'
import type { Db, Tables } from '#store/rows.ts'
import type { SegmentWord } from './write-segment.ts'

/** The words of a step of a merge: from the first to before the last, or all that are left. */
export type WordRange = { from: string; before: string | null }

type PageRow = Tables['ranked_pages']
type BlockRow = Tables['ranked_blocks']

/** The pages that hold words of the range, of all segments that are merged into one. */
const readPages = async (db: Db, target: number, { from, before }: WordRange): Promise<PageRow[]> => {
  const end = before === null ? sql`` : sql`and page.term < ${before}`
  const { rows } = await sql<PageRow>`
    select page.segment, page.term, page.entries from ranked_segments source
    join ranked_pages page on page.segment = source.segment and page.term >= coalesce(
      (select max(term) from ranked_pages where segment = source.segment and term <= ${from}), '') ${end}
    where source.merged_into = ${target}
    order by page.segment, page.term`.execute(db)
  return rows
}

const readFurther = async (db: Db, target: number, { from, before }: WordRange): Promise<BlockRow[]> => {
  const end = before === null ? sql`` : sql`and further.term < ${before}`
  const { rows } = await sql<BlockRow>`
    select further.* from ranked_segments source
    join ranked_blocks further on further.segment = source.segment and further.term >= ${from} ${end}
    where source.merged_into = ${target}`.execute(db)
  return rows
}

/** A word in one of the segments. */
type Part = { segment: number; first: Uint8Array }

/** @param list is used for each word again */
const postingsOf = (parts: readonly Part[], further: readonly BlockRow[], list: PostingList): Float64Array => {
  let someTakenBack = false
  const take = (seqs: Uint32Array, level: number): void => {
    if (level < 0) someTakenBack = true
    for (const seq of seqs) list.add(posting(seq, level))
  }
  list.clear()
  for (const { segment, first } of parts) {
    if (addFirstBlock(first, list)) someTakenBack = true
    if (further.length === 0) continue
    const counts = readLevelCounts(first)
    for (const { block, postings: bytes } of further.filter((row) => row.segment === segment))
      visitPostings({ block, bytes }, { counts, least: 0 }, take)
  }
  return someTakenBack ? mergePostings(list.view()) : list.view()
}

/** The words of a range with what all segments that are merged into one say of them. */
export const mergeWords = async (db: Db, target: number, range: WordRange): Promise<SegmentWord[]> => {
  const from = toBytes(range.from)
  const before = range.before === null ? null : toBytes(range.before)
  const parts = new Map<ByteString, Part[]>()
  for (const { segment, entries } of await readPages(db, target, range))
    for (const { term, postings: first } of readPage(entries)) {
      if (term < from || (before !== null && term >= before)) continue
      const known = parts.get(term)
      if (known === undefined) parts.set(term, [{ segment, first }])
      else known.push({ segment, first })
    }
  const further = Map.groupBy(await readFurther(db, target, range), ({ term }) => toBytes(term))
  const writer = numberWriter()
  const list = postingList()
  return [...parts.keys()].toSorted().flatMap((term): SegmentWord[] => {
    const some = parts.get(term) ?? []
    const blocks = further.get(term) ?? []
    const [only, ...others] = some
    // A word of one segment, as most are, stays as it is.
    if (only !== undefined && others.length === 0 && blocks.length === 0) return [{ term, blocks: [only.first] }]
    const postings = postingsOf(some, blocks, list)
    return postings.length === 0 ? [] : [{ term, blocks: encodePostings(postings, writer) }]
  })
}
