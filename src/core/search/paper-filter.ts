import type { ResearchType } from '#core/papers/paper.ts'
import type { SearchQuery } from './search-query.ts'
import type { Millionths } from '#core/papers/score.ts'

/** What a list of papers is narrowed down to; what is null lets every paper through. */
export type PaperFilter = {
  query: SearchQuery | null
  chapter: number | null
  type: ResearchType | null
  minLongHorizon: Millionths | null
}

/** Filters that do not search. */
export type AttributeFilter = Omit<PaperFilter, 'query'>

export const everyPaper: PaperFilter = { query: null, chapter: null, type: null, minLongHorizon: null }

/** The papers that a search finds, whatever their chapter, type and score. */
export const papersFoundBy = (query: SearchQuery | null): PaperFilter => ({ ...everyPaper, query })
