import assert from 'node:assert/strict'
import { wholeLibrary, type LibraryFilter } from '#core/search/library-filter.ts'
import type { SortOrder } from '#core/search/sort-order.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { FacetCount, LibraryPosition } from '#ports/store/library.ts'
import type { Store } from '#ports/store/store.ts'

/** A filter of the library with these words, or null for none. */
export const libraryFilter = (text: string | null, given: Partial<LibraryFilter> = {}): LibraryFilter => ({
  ...wholeLibrary,
  query: text === null ? null : parseSearchQuery(text),
  ...given,
})

/** Values of a facet with their numbers of papers. */
export const asMap = (counts: FacetCount[]): Map<string, number> =>
  new Map(counts.map(({ value, papers: of }) => [value, of]))

/** The ids of all pages, one after the other. */
export const walk = async (store: Store, filter: LibraryFilter, order: SortOrder, limit: number): Promise<string[]> => {
  const ids: string[] = []
  let from: LibraryPosition | null = null
  for (let pages = 0; pages < 200; pages += 1) {
    const page = await store.public.library.page(filter, order, from, limit)
    assert.ok(page.papers.length <= limit)
    ids.push(...page.papers.map(({ id }) => id))
    from = page.next
    if (from === null) break
  }
  return ids
}
