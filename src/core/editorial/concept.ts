import type { TrendEvidence, TrendWindow, PeriodCounts } from './trend.ts'

/** A concept with counts of its accepted papers, from which its trend is computed. */
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

/** A concept as editors see it; `papers` counts accepted ones. */
export type ConceptRecord = { id: string; name: string; definition: string | null; papers: number; version: number }

/** Papers of a concept in one year, and of the whole corpus. */
export type ConceptYear = { year: number; papers: number; corpus: number }

/** All counts of one concept; `years` are those of the corpus, oldest first. */
export type ConceptTimeline = { counts: ConceptCounts; window: TrendWindow; corpus: PeriodCounts; years: ConceptYear[] }

/** Concepts that occur with another one, and how many of its first `sampleSize` papers have both. */
export type CoOccurringConcepts = { sampleSize: number; concepts: { id: string; name: string; papers: number }[] }

/** How many papers of each chapter have a concept; `byChapter[0]` is chapter 1. */
export type ConceptCoverage = { id: string; name: string; papers: number; byChapter: number[] }
