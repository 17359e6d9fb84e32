import type { LibraryFilter } from '#core/search/library-filter.ts'
import { facetToken, HAS_TEXT, type FacetToken } from '#core/search/facet-token.ts'
import type { Db } from '#store/rows.ts'
import type { IndexFilter } from '#store/sql/engine/engine.ts'
import { findInstitution } from '#store/sql/facets/institutions.ts'

/** The concept of an id, also of one that was merged into another: addresses are kept and shared. */
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

const institutionToken = async (db: Db, name: string): Promise<FacetToken | null> => {
  const number = await findInstitution(db, name)
  return number === null ? null : facetToken('institution', number)
}

/** The filter as the index takes it; null when it names something that does not exist. */
export const toIndexFilter = async (db: Db, filter: LibraryFilter): Promise<IndexFilter | null> => {
  const { query, chapter, type, year, concept, institution, withText } = filter
  const named = [
    ...(concept === null ? [] : [await conceptToken(db, concept)]),
    ...(institution === null ? [] : [await institutionToken(db, institution)]),
  ]
  if (named.includes(null)) return null
  const facetTokens = [
    ...named.filter((token) => token !== null),
    ...(year === null ? [] : [facetToken('year', year)]),
    ...(withText ? [facetToken('text', HAS_TEXT)] : []),
  ]
  return { query, chapter, type, minLongHorizon: null, facetTokens }
}
