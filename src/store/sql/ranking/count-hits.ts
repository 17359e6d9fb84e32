import { sql } from 'kysely'
import type { FacetCounts } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { countFacetLines, LINE_END } from '#store/sql/facets/count-facets.ts'
import { labelFacets } from '#store/sql/facets/label-facets.ts'
import { MAX_RANKED_HITS } from '#core/search/ranking/ranked-query.ts'
import type { Candidate } from './find-candidates.ts'

/** How the hits of a ranking are spread over facets. */
export const countHits = async (db: Db, hits: readonly Candidate[]): Promise<FacetCounts> => {
  const keys = paddedKeys(hits.map(({ seq }) => seq))
  // One row: a thousand would take longer to hand over than to find.
  const { rows } =
    keys.length === 0
      ? { rows: [] }
      : await sql<{ tokens: string | null }>`
          select string_agg(facet_tokens.tokens, ${LINE_END}) as tokens
          from papers join facet_tokens on facet_tokens.rank_key = papers.rank_key
          where papers.seq in (${sql.join(keys)})`.execute(db)
  const isWhole = hits.length < MAX_RANKED_HITS
  return {
    papers: hits.length,
    isExact: isWhole,
    facets: await labelFacets(db, await countFacetLines(rows[0]?.tokens ?? '')),
    facetsAreExact: isWhole,
  }
}
