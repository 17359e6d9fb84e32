import { hash } from 'node:crypto'
import { severities, type Severity } from '#core/editorial/gap.ts'
import { parseChapter } from '#core/papers/chapter.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { everyPaper, type LibraryFilter, type PaperFilter, type SortOrder } from '#core/search/paper-filter.ts'
import { ofEachFacet, ofEachName, namedFacetWords, type LibraryFacet } from '#core/search/facet-token.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'

/** A search of the library: the words as typed, all of which are required, and filters. */
export type FollowedPapers = Omit<
  PaperFilter,
  'query' | 'citedHere' | 'minLongHorizon' | 'author' | 'authorNames' | 'yearFrom' | 'yearTo' | 'addedSince' | 'oneOf'
> & {
  of: 'papers'
  q: string | null
}

/** Research gaps of one severity, or all. */
export type FollowedGaps = { of: 'gaps'; severity: Severity | null }

export type FollowedSearch = FollowedPapers | FollowedGaps

const {
  query: _query,
  citedHere: _cited,
  minLongHorizon: _least,
  author: _author,
  authorNames: _authors,
  yearFrom: _from,
  yearTo: _to,
  addedSince: _since,
  oneOf: _several,
  ...noFilter
} = everyPaper

export const wholeLibraryFollowed: FollowedPapers = { of: 'papers', q: null, ...noFilter }

const addressOf = (path: string, parameters: Record<string, string | number | null>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== null) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

const addressInOrder = (search: FollowedSearch, sort: SortOrder): string => {
  if (search.of === 'gaps') return addressOf('/gaps', { severity: search.severity })
  const { q, withText } = search
  const match = q === null ? null : 'all'
  const text = withText ? 'yes' : null
  const narrowing = ofEachFacet((facet) => (facet === 'text' ? text : search[facet]))
  return addressOf('/', { q, match, ...narrowing, sort })
}

/**
 * The relative address of a page with the current results. It is canonical, so searches are stored and identified by it; stored
 * ones keep the order that they were stored with.
 */
export const followedAddress = (search: FollowedSearch): string => addressInOrder(search, 'newest')

/** The relative address of the page with the current results, what is new here first. */
export const resultsAddress = (search: FollowedSearch): string => addressInOrder(search, 'added')

/** A key of fixed length for an address. */
export const followedKey = (address: string): string => hash('sha256', address)

/** Parses an address made by `followedAddress`. */
export const parseFollowedAddress = (address: string): FollowedSearch => {
  const [pathname, search = ''] = address.split('?', 2)
  const searchParams = new URLSearchParams(search)
  const given = (name: string): string | null => searchParams.get(name)
  if (pathname === '/gaps')
    return { of: 'gaps', severity: severities.find((severity) => severity === given('severity')) ?? null }
  const year = /^\d{4}$/u.exec(given('year') ?? '')?.[0] ?? null
  return {
    of: 'papers',
    q: given('q'),
    chapter: parseChapter(given('chapter') ?? ''),
    year: year === null ? null : Number(year),
    type: researchTypes.find((type) => type === given('type')) ?? null,
    concept: given('concept'),
    ...ofEachName(given),
    withText: given('text') === 'yes',
  }
}

/** The library filter of a search. Throws `invalid` if the text is too long. */
export const followedFilter = ({ q, of: _of, ...filter }: FollowedPapers): LibraryFilter => ({
  ...everyPaper,
  ...filter,
  query: q === null ? null : parseSearchQuery(q),
})

/** Names for the numbers and ids in a search. */
export type SearchNames = { chapter: (number: number) => string | null; concept: string | null }

const ONE_AUTHOR = /^author:"(?<name>[^"]+)"$/u

/** The query for the papers of one author; quotation marks cannot be searched. */
export const authorSearch = (name: string): string => `author:"${name.replaceAll('"', ' ').trim()}"`

const words = (q: string): string => {
  const author = ONE_AUTHOR.exec(q)?.groups?.name
  return author === undefined ? `with all of: ${q}` : `by ${author}`
}

/** Such as `papers with all of: pain relief, in chapter 3 (Surgery), from 2025`. */
export const describeSearch = (search: FollowedSearch, names: SearchNames): string => {
  if (search.of === 'gaps') return search.severity === null ? 'research gaps' : `${search.severity} research gaps`
  const { q, chapter, year, type, concept, withText } = search
  const narrowed: Record<LibraryFacet, string | null> = {
    chapter:
      chapter === null
        ? null
        : `in chapter ${chapter}${names.chapter(chapter) === null ? '' : ` (${names.chapter(chapter)})`}`,
    year: year === null ? null : `from ${year}`,
    type: type === null ? null : `of type ${type.replaceAll('_', ' ')}`,
    concept: concept === null ? null : `about ${names.concept ?? concept}`,
    ...ofEachName((facet) => (search[facet] === null ? null : `${namedFacetWords[facet].relation} ${search[facet]}`)),
    text: withText ? 'with their full text or a note here' : null,
  }
  const parts = [q === null ? null : words(q), ...Object.values(narrowed)].filter((part) => part !== null)
  return parts.length === 0 ? 'all papers of the library' : `papers ${parts.join(', ')}`
}
