import { hash } from 'node:crypto'
import { severities, type Severity } from '#core/editorial/gap.ts'
import { parseChapter } from '#core/papers/chapter.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { wholeLibrary, type LibraryFilter } from '#core/search/library-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'

/** A search of the library: its words as they are typed, of which all are required, and its filters. */
export type FollowedPapers = Omit<LibraryFilter, 'query'> & { of: 'papers'; q: string | null }

/** Research gaps, of one severity or all. */
export type FollowedGaps = { of: 'gaps'; severity: Severity | null }

/** What can be followed. */
export type FollowedSearch = FollowedPapers | FollowedGaps

const { query: _query, ...noFilter } = wholeLibrary

/** Every paper of the library. */
export const wholeLibraryFollowed: FollowedPapers = { of: 'papers', q: null, ...noFilter }

const addressOf = (path: string, parameters: Record<string, string | number | null>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== null) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/**
 * The address of the page that shows what a search finds now, on this site. One search has one address, so it is also what a
 * search is stored and recognized by.
 */
export const followedAddress = (search: FollowedSearch): string => {
  if (search.of === 'gaps') return addressOf('/gaps', { severity: search.severity })
  const { q, chapter, year, type, concept, institution, withText } = search
  const match = q === null ? null : 'all'
  const text = withText ? 'yes' : null
  return addressOf('/', { q, match, chapter, year, type, concept, institution, text, sort: 'newest' })
}

/** What a search is recognized by, whatever the length of its address. */
export const followedKey = (address: string): string => hash('sha256', address)

/** The search of an address that `followedAddress` wrote. */
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
    institution: given('institution'),
    withText: given('text') === 'yes',
  }
}

/** The filter that finds what a search follows, in the terms of the library. Throws `invalid` for a text that is too long. */
export const followedFilter = ({ q, of: _of, ...filter }: FollowedPapers): LibraryFilter => ({
  ...filter,
  query: q === null ? null : parseSearchQuery(q),
})
