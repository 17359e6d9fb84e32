import type { Millionths } from '#core/papers/score.ts'
import type { ResearchType } from '#core/papers/paper.ts'
import type { SearchQuery } from './search-query.ts'

export type PaperFilter = {
  query: SearchQuery | null
  chapter: number | null
  type: ResearchType | null
  minLongHorizon: Millionths | null
}

/** Filters that do not search. */
export type AttributeFilter = Omit<PaperFilter, 'query'>
