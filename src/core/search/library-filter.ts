import type { ResearchType } from '#core/papers/paper.ts'
import type { SearchQuery } from './search-query.ts'

/** What a reader narrows the library down to. */
export type LibraryFilter = {
  query: SearchQuery | null
  chapter: number | null
  year: number | null
  type: ResearchType | null
  /** The id of a concept. */
  concept: string | null
  /** The name of an institution, however it is written. */
  institution: string | null
  withText: boolean
}

export const wholeLibrary: LibraryFilter = {
  query: null,
  chapter: null,
  year: null,
  type: null,
  concept: null,
  institution: null,
  withText: false,
}

export const libraryFacets = ['chapter', 'year', 'type', 'concept', 'institution', 'text'] as const

export type LibraryFacet = (typeof libraryFacets)[number]
