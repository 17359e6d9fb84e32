import { nameMatches, SUGGESTED, typedQuery } from '#core/search/typed-text.ts'
import type { SearchField } from '#core/search/search-query.ts'
import { papersFoundBy } from '#core/search/paper-filter.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { ConceptLink, LibrarySuggestions } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { facetCounterName } from '#store/sql/facets/index-facets.ts'

/** How much is looked at in any corpus. */
const CONCEPTS_LOOKED_AT = 500
const PAPERS_LOOKED_AT = 8

type Scope = { db: Db; engine: Engine }

const papersWith = async (
  { db, engine }: Scope,
  text: string,
  { field, most }: { field: SearchField; most: number },
): Promise<Paper[]> => {
  const query = typedQuery(text, field)
  return query === null ? [] : (await engine.searchPage(db, papersFoundBy(query), 0, most)).map(paperFromRow)
}

/** The concepts of most papers, so that a word within a name is found as well as its beginning. */
const largestConcepts = (db: Db): Promise<ConceptLink[]> =>
  db
    .selectFrom('counters')
    .innerJoin('concepts', (join) =>
      join.on((eb) => eb('concepts.seq', '=', eb.cast<number>('counters.value', 'integer'))),
    )
    .select(['concepts.id', 'concepts.name'])
    .where('counters.facet', '=', facetCounterName(null, 'concept'))
    .where('counters.papers', '>', 0)
    .orderBy('counters.papers', 'desc')
    .orderBy('counters.value')
    .limit(CONCEPTS_LOOKED_AT)
    .execute()

/** What the library has that begins as a text does: the first papers in the public order, concepts of most papers first. */
export const suggest = async (scope: Scope, text: string): Promise<LibrarySuggestions> => {
  const authored = await papersWith(scope, text, { field: 'authors', most: PAPERS_LOOKED_AT })
  const names = authored.flatMap(({ authors }) => authors.filter((name) => nameMatches(name, text)))
  const concepts = typedQuery(text, 'title') === null ? [] : await largestConcepts(scope.db)
  const papers = await papersWith(scope, text, { field: 'title', most: SUGGESTED.papers })
  return {
    papers: papers.map(({ id, title }) => ({ id, title })),
    concepts: concepts.filter(({ name }) => nameMatches(name, text)).slice(0, SUGGESTED.concepts),
    authors: [...new Set(names)].slice(0, SUGGESTED.authors),
  }
}
