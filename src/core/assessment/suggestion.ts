import type { Chapter } from '#core/papers/chapter.ts'
import type { ResearchType } from '#core/papers/paper.ts'
import type { Millionths } from '#core/papers/score.ts'

/** Where a text says something; `whole` for its full text. */
export type NamedIn = 'title' | 'abstract' | 'full text'

/** Why something is suggested: the accepted papers it was learned from, or the words that name it. */
export type SuggestionReason = { like: string[] } | { named: string; in: NamedIn } | { says: string; times: number }

/** A value with what speaks for it: `strength` orders values of one field, from 0 (nothing) to about 1. */
export type Suggestion<T> = { value: T; strength: number; reasons: SuggestionReason[] }

/**
 * What the accepted papers say about one that is not assessed yet. Lists are ordered by strength and may be empty, scores
 * are null where nothing was learned: it never invents a value.
 */
export type AssessmentSuggestions = {
  chapters: Suggestion<Chapter>[]
  types: Suggestion<ResearchType>[]
  longHorizon: Suggestion<Millionths> | null
  enterprise: Suggestion<Millionths> | null
  concepts: Suggestion<string>[]
  frameworks: Suggestion<string>[]
  /** Phrases that this paper repeats and others hardly have: they may become concepts. */
  newConcepts: Suggestion<string>[]
}

const NAMED_KINDS = { concept: 'concept', framework: 'framework', type: 'type' } as const

/** A reason in words, such as "like p19, p105, p30" or "its title names the concept context compression". */
export const describeReason = (kind: keyof typeof NAMED_KINDS, reason: SuggestionReason): string => {
  if ('like' in reason) return `like ${reason.like.join(', ')}`
  if ('says' in reason) return `it says “${reason.says}” ${reason.times} times, and other papers hardly do`
  return `its ${reason.in} names the ${NAMED_KINDS[kind]} ${reason.named}`
}
