import { shelfMark, WITH_TEXT, type ShelfMark } from '#core/search/facet-token.ts'
import type { LibraryFilter } from '#ports/store/library.ts'
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

const conceptMark = async (db: Db, id: string): Promise<ShelfMark | null> => {
  const row = await findConceptRow(db, id)
  return row === undefined ? null : shelfMark('concept', row.seq)
}

const institutionMark = async (db: Db, name: string): Promise<ShelfMark | null> => {
  const number = await findInstitution(db, name)
  return number === null ? null : shelfMark('institution', number)
}

/** What the index is asked for; null when the filter names something that does not exist. */
export const indexFilter = async (db: Db, filter: LibraryFilter): Promise<IndexFilter | null> => {
  const { query, chapter, type, year, concept, institution, withText } = filter
  const named = [
    ...(concept === null ? [] : [await conceptMark(db, concept)]),
    ...(institution === null ? [] : [await institutionMark(db, institution)]),
  ]
  if (named.includes(null)) return null
  const marks = [
    ...named.filter((mark) => mark !== null),
    ...(year === null ? [] : [shelfMark('year', year)]),
    ...(withText ? [shelfMark('text', WITH_TEXT)] : []),
  ]
  return { query, chapter, type, minLongHorizon: null, marks }
}
