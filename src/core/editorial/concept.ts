import { pluralize } from '#core/numbers.ts'
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

/** Where a concept is in use. */
export type ConceptUses = {
  /** How many public papers have it. */
  papers: number
  /** Papers that name it and wait for a decision, or for their submitter. */
  waiting: { count: number; first: readonly string[] }
  /** How many searches that people follow are for it. */
  followed: number
}

/** Where a concept is in use, in words; null if it is in use nowhere. */
export const usesInWords = ({ papers, waiting, followed }: ConceptUses): string | null => {
  const more = waiting.count - waiting.first.length
  const others = more === 0 ? '' : ` and ${more} more`
  const parts = [
    papers > 0 && pluralize(papers, 'public paper has it', 'public papers have it'),
    waiting.count > 0 &&
      `${pluralize(waiting.count, 'paper in review names it', 'papers in review name it')} (${waiting.first.join(', ')}${others})`,
    followed > 0 && pluralize(followed, 'followed search is for it', 'followed searches are for it'),
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : parts.join('; ')
}

/** Papers of a concept in one year, and of the whole corpus. */
export type ConceptYear = { year: number; papers: number; corpus: number }

/** All counts of one concept; `years` are those of the corpus, oldest first. */
export type ConceptTimeline = { counts: ConceptCounts; window: TrendWindow; corpus: PeriodCounts; years: ConceptYear[] }

/** Concepts that occur with another one, and how many of its first `sampleSize` papers have both. */
export type CoOccurringConcepts = { sampleSize: number; concepts: { id: string; name: string; papers: number }[] }

/** How many papers of each chapter have a concept; `byChapter[0]` is chapter 1. */
export type ConceptCoverage = { id: string; name: string; papers: number; byChapter: number[] }
