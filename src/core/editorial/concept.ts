import type { TrendEvidence } from './trend.ts'

/** A concept with its accepted papers counted; its trend is computed from their years, never entered. */
export type ConceptCounts = {
  id: string
  name: string
  definition: string | null
  papers: number
  recent: number
  before: number
  oldestYear: number
}

export type ConceptWithTrend = ConceptCounts & { evidence: TrendEvidence }
