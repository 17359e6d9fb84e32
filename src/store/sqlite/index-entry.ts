import type { RankKey } from '#core/papers/rank-key.ts'
import { indexedMarks, inOneRow } from '#core/search/indexed-fields.ts'
import { searchFields } from '#core/search/search-query.ts'
import type { IndexedPaper } from '#store/sql/engine/engine.ts'

/** Row ids are given as whole numbers: FTS5 seeks by them only then. */
export const asRowId = (key: RankKey): bigint => BigInt(key)

export const INSERT_ENTRY =
  'insert into paper_search (rowid, title, authors, abstract, topics, marks) values (?, ?, ?, ?, ?, ?)'

/** The values of one entry, in the order of the statement. */
export const searchEntry = ({ rankKey, fields, marks }: IndexedPaper): unknown[] => {
  const columns = searchFields.map((field) => inOneRow(fields[field]))
  return [asRowId(rankKey), ...columns, indexedMarks(marks).join(' ')]
}
