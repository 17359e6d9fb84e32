import { filterFacetTokens, type LibraryFilter } from '#core/search/paper-filter.ts'
import { facetToken, namedFacets, type FacetToken, type NamedFacet } from '#core/search/facet-token.ts'
import type { Db } from '#store/rows.ts'
import type { IndexFilter } from '#store/sql/engine/engine.ts'
import { findName } from './index-facets.ts'

/** The concept with an id, or that a concept with this id was merged into: URLs are kept and shared. */
export const findConceptRow = async (db: Db, id: string): Promise<{ seq: number; name: string } | undefined> =>
  (await db.selectFrom('concepts').select(['seq', 'name']).where('id', '=', id).executeTakeFirst()) ??
  (await db
    .selectFrom('concept_aliases')
    .innerJoin('concepts', 'concepts.seq', 'concept_aliases.concept_seq')
    .select(['concepts.seq', 'concepts.name'])
    .where('concept_aliases.id', '=', id)
    .executeTakeFirst())

const conceptToken = async (db: Db, id: string): Promise<FacetToken | null> => {
  const row = await findConceptRow(db, id)
  return row === undefined ? null : facetToken('concept', row.seq)
}

const nameToken = async (db: Db, facet: NamedFacet, name: string): Promise<FacetToken | null> => {
  const number = await findName(db, facet, name)
  return number === null ? null : facetToken(facet, number)
}

/** Translates a filter for the index; null if it names something that does not exist. */
export const toIndexFilter = async (db: Db, filter: LibraryFilter): Promise<IndexFilter | null> => {
  const { query, chapter, type, minLongHorizon, concept } = filter
  const named = concept === null ? [] : [await conceptToken(db, concept)]
  for (const facet of namedFacets) {
    const name = filter[facet]
    if (name !== null) named.push(await nameToken(db, facet, name))
  }
  const tokens = named.filter((token) => token !== null)
  if (tokens.length < named.length) return null
  const facetTokens = [...tokens, ...filterFacetTokens({ ...filter, chapter: null, type: null })]
  return { query, chapter, type, minLongHorizon, facetTokens }
}
