import { filterFacetTokens, type LibraryFilter } from '#core/search/paper-filter.ts'
import { facetToken, namedFacets, typeNumber, type FacetToken, type NamedFacet } from '#core/search/facet-token.ts'
import { dayNumber, dayOfNumber, monthNumber, type CalendarDay } from '#core/calendar-day.ts'
import type { Db } from '#store/rows.ts'
import type { Engine, IndexFilter } from '#store/sql/engine/engine.ts'
import { findAuthored } from './authors.ts'
import { countedNumbers } from './count-facets.ts'
import { citedDensity } from './cited-filter.ts'
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

const yearTokens = async (db: Db, { yearFrom, yearTo, chapter }: LibraryFilter): Promise<FacetToken[]> =>
  (await countedNumbers(db, chapter, 'year'))
    .filter((year) => year >= (yearFrom ?? year) && year <= (yearTo ?? year))
    .map((year) => facetToken('year', year))

/** The days of the month of a day from it on, and all later months: a few dozen tokens for any number of days. */
const addedTokens = async (db: Db, since: CalendarDay, chapter: number | null): Promise<FacetToken[]> => {
  const month = monthNumber(since)
  const months = (await countedNumbers(db, chapter, 'addedMonth')).filter((number) => number > month)
  const days = (await countedNumbers(db, chapter, 'added')).filter(
    (number) => number >= dayNumber(since) && monthNumber(dayOfNumber(number)) === month,
  )
  return [
    ...days.map((number) => facetToken('added', number)),
    ...months.map((number) => facetToken('addedMonth', number)),
  ]
}

/** The tokens of the values that exist; undefined if none were given. */
const existingTokens = async (
  values: readonly string[] | undefined,
  find: (value: string) => Promise<FacetToken | null>,
): Promise<FacetToken[] | undefined> => {
  if (values === undefined) return undefined
  const found = new Set<FacetToken>()
  for (const value of values) {
    const token = await find(value)
    if (token !== null) found.add(token)
  }
  return [...found]
}

/** The tokens of facets with several values, one list for each of these. */
const choiceTokens = async (db: Db, { oneOf }: LibraryFilter): Promise<FacetToken[][]> => {
  const { chapter, year, type, concept, ...names } = oneOf ?? {}
  const lists = [
    chapter?.map((number) => facetToken('chapter', number)),
    year?.map((number) => facetToken('year', number)),
    type?.map((one) => facetToken('type', typeNumber(one))),
    await existingTokens(concept, (id) => conceptToken(db, id)),
  ]
  for (const facet of namedFacets) lists.push(await existingTokens(names[facet], (name) => nameToken(db, facet, name)))
  return lists.filter((tokens) => tokens !== undefined)
}

/** The tokens of which a paper has one, for each range of a filter and each facet with several values. */
const alternativeTokens = async (db: Db, filter: LibraryFilter): Promise<FacetToken[][]> => {
  const { yearFrom, yearTo, addedSince, chapter } = filter
  return [
    ...(yearFrom === null && yearTo === null ? [] : [await yearTokens(db, filter)]),
    ...(addedSince === null ? [] : [await addedTokens(db, addedSince, chapter)]),
    ...(await choiceTokens(db, filter)),
  ]
}

/** Translates a filter for the index; null if it names something that does not exist. */
export const toIndexFilter = async (
  scope: { db: Db; engine: Engine },
  filter: LibraryFilter,
): Promise<IndexFilter | null> => {
  const { db } = scope
  const { query, chapter, type, minLongHorizon, concept, authorNames } = filter
  const named = concept === null ? [] : [await conceptToken(db, concept)]
  for (const facet of namedFacets) {
    const name = filter[facet]
    if (name !== null) named.push(await nameToken(db, facet, name))
  }
  const tokens = named.filter((token) => token !== null)
  if (tokens.length < named.length) return null
  const facetTokens = [...tokens, ...filterFacetTokens({ ...filter, chapter: null, type: null })]
  const anyOf = await alternativeTokens(db, filter)
  if (anyOf.some((some) => some.length === 0)) return null
  const cited = filter.citedHere ? { cited: await citedDensity(db) } : {}
  const found = { query, chapter, type, minLongHorizon, facetTokens, anyOf, ...cited }
  const findsNothing = query !== null && query.all.length + query.none.length === 0
  if (authorNames === null || findsNothing) return found
  const authored = await findAuthored(scope, authorNames)
  if (authored === null) return null
  // The index finds papers with the words of the names, so that it need not look at all others.
  const { words, among } = authored
  return { ...found, query: { all: [...(query?.all ?? []), words], none: query?.none ?? [] }, among }
}
