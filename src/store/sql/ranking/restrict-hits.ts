import { seqOf } from '#core/papers/rank-key.ts'
import { wholeLibrary } from '#core/search/library-filter.ts'
import type { Pattern, SearchQuery } from '#core/search/search-query.ts'
import { tokenize } from '#core/text/tokenize.ts'
import type { RankedRequest } from '#ports/store/ranking.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { toIndexFilter } from '#store/sql/search/index-filter.ts'

/** Papers that a demand of the query lets through; of more than these only the first in the public order. */
const MAX_ALLOWED = 5_000

/** Which papers may be hits by what the index of words knows; null lets all through. */
export type Restriction = { allowed: ReadonlySet<number> | null; excluded: ReadonlySet<number> }

const authorPatterns = (author: string | null): Pattern[][] =>
  author === null
    ? []
    : tokenize(author).flatMap(({ parts }) =>
        parts.map(({ token }): Pattern[] => [{ field: 'authors', tokens: [token], prefix: false }]),
      )

type Scope = { db: Db; engine: Engine }

const matchingSeqs = async (
  { db, engine }: Scope,
  query: SearchQuery | null,
  { filter }: RankedRequest,
): Promise<Set<number>> => {
  const { concept, institution } = filter
  const indexFilter = await toIndexFilter(db, { ...wholeLibrary, query, concept, institution })
  const keys = indexFilter === null ? null : engine.matchingKeys(indexFilter, MAX_ALLOWED)
  if (keys === null) return new Set()
  const { rows } = await db.executeQuery<{ rank_key: number }>(keys.compile(db))
  return new Set(rows.map(({ rank_key }) => seqOf(rank_key)))
}

/** Searches the index of words for what the query demands: operators, all words, an author, a concept, an institution. */
export const findRestriction = async (scope: Scope, request: RankedRequest): Promise<Restriction> => {
  const { query, match, filter } = request
  const demanded = match === 'all' ? query.whole : (query.required ?? { all: [], none: [] })
  const all = [...demanded.all, ...authorPatterns(filter.author)]
  const isNamed = filter.concept !== null || filter.institution !== null
  const none = new Set<number>()
  if (match === 'all' && all.length === 0 && demanded.none.length === 0) return { allowed: none, excluded: none }
  if (all.length > 0 || isNamed) {
    const asked = all.length + demanded.none.length === 0 ? null : { all, none: demanded.none }
    return { allowed: await matchingSeqs(scope, asked, request), excluded: none }
  }
  if (demanded.none.length === 0) return { allowed: null, excluded: none }
  const unwanted = { all: [demanded.none], none: [] }
  return { allowed: null, excluded: await matchingSeqs(scope, unwanted, request) }
}
