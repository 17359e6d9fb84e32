import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import type { RankKey } from '#core/papers/rank-key.ts'
import type { FacetToken } from '#core/search/facet-token.ts'
import { fieldWords } from '#core/search/field-words.ts'
import { indexedFields } from '#core/search/indexed-fields.ts'
import { type Db, type PaperRow } from '#store/rows.ts'
import type { IndexEntry } from '#store/sql/engine/engine.ts'

/** The facet tokens of accepted papers, by rank key. */
export const readFacetTokens = async (db: Db, keys: readonly RankKey[]): Promise<Map<RankKey, FacetToken[]>> => {
  if (keys.length === 0) return new Map()
  const rows = await db.selectFrom('facet_tokens').selectAll().where('rank_key', 'in', keys).execute()
  return new Map(rows.map(({ rank_key, tokens }) => [rank_key, tokens.split(' ')]))
}

/** Papers with their facet tokens, as the search index takes them. */
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
