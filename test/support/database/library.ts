import { researchTypes, type PaperWithText } from '#core/papers/paper.ts'
import type { Chapter } from '#core/papers/chapter.ts'
import { corePaper } from './stored.ts'
import assert from 'node:assert/strict'
import { everyPaper, type LibraryFilter, type SortOrder } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { FacetCount, LibraryPosition } from '#ports/store/library.ts'
import type { Store } from '#ports/store/store.ts'

const WORDS = ['agents', 'plans', 'memory', 'tools', 'budgets']

/** Papers that differ in everything they can be filtered by, some with required fields only. */
export const made = (index: number): PaperWithText =>
  index % 11 === 0
    ? corePaper({ id: `p${index + 1}`, title: `Bare agents ${index}`, year: 2020 })
    : corePaper({
        id: `p${index + 1}`,
        title: `${WORDS[index % 5]} and ${WORDS[(index + 2) % 5]} ${index}`,
        abstract: `${WORDS[(index + 1) % 5]} once more`,
        topics: [WORDS[(index + 3) % 5] ?? ''],
        year: 2019 + (index % 6),
        chapter: (1 + (index % 7)) as Chapter,
        type: researchTypes[index % 8] ?? null,
        institution: index % 3 === 0 ? null : `Institute of ${WORDS[index % 4]}`,
        container: index % 5 === 0 ? null : `Journal of ${WORDS[index % 3]}`,
        longHorizon: index % 4 === 0 ? null : (index * 37_000) % 1_000_001,
        enterprise: index % 5 === 0 ? null : (index * 91_003) % 1_000_001,
        concepts: [`concept ${index % 4}`, `concept ${index % 9}`],
        fullText: index % 6 === 0 ? 'text' : null,
      })

/** 120 papers, p1 to p120. */
export const papers = Array.from({ length: 120 }, (_, index) => made(index))

/** A filter of the library with these words, or null for none. */
export const libraryFilter = (text: string | null, given: Partial<LibraryFilter> = {}): LibraryFilter => ({
  ...everyPaper,
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
