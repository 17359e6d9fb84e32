import type { RankKey } from '#core/papers/rank-key.ts'
import { toIndexTokens, joinIndexedText } from '#core/search/indexed-fields.ts'
import { searchFields } from '#core/search/search-query.ts'
import type { IndexEntry } from '#store/sql/engine/engine.ts'

/** Row ids are given as whole numbers: FTS5 seeks by them only then. */
export const toRowId = (key: RankKey): bigint => BigInt(key)

export const INSERT_INDEX_ENTRY =
  'insert into paper_search (rowid, title, authors, abstract, topics, marks) values (?, ?, ?, ?, ?, ?)'

/** The values of one entry, in the order of the statement. */
export const indexEntryValues = ({ rankKey, fields, facetTokens }: IndexEntry): unknown[] => {
  const columns = searchFields.map((field) => joinIndexedText(fields[field]))
  return [toRowId(rankKey), ...columns, toIndexTokens(facetTokens).join(' ')]
}
