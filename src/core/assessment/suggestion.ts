import type { Paper, ResearchType } from '#core/papers/paper.ts'
import type { Chapter } from '#core/papers/chapter.ts'
import type { Millionths } from '#core/papers/score.ts'

/** The fields that editors assess; the others are facts about the paper. */
export const assessedFieldNames = [
  'chapter',
  'type',
  'longHorizon',
  'enterprise',
  'concepts',
  'frameworks',
  'commentary',
] as const satisfies readonly (keyof Paper)[]

export type AssessedFields = Pick<Paper, (typeof assessedFieldNames)[number]>

export const assessedFieldsOf = (paper: AssessedFields): AssessedFields => ({
  chapter: paper.chapter,
  type: paper.type,
  longHorizon: paper.longHorizon,
  enterprise: paper.enterprise,
  concepts: paper.concepts,
  frameworks: paper.frameworks,
  commentary: paper.commentary,
})

export type NamedIn = 'title' | 'abstract' | 'full text'

/** An accepted paper from which something was learned. */
export type Neighbour = { id: string; title: string }

/** Why something is suggested: similar accepted papers, or words that name it. */
export type SuggestionReason = { like: Neighbour[] } | { named: string; in: NamedIn } | { says: string; times: number }

/** A suggested value. `strength` orders values of one field, from 0 to about 1. */
export type Suggestion<T> = { value: T; strength: number; reasons: SuggestionReason[] }

const PERCENT = 100

/** The strength as a whole percentage for people: what share of its similar papers, and of names in its text, says the same. */
export const confidenceOf = ({ strength }: Pick<Suggestion<unknown>, 'strength'>): number =>
  Math.round(PERCENT * Math.min(1, Math.max(0, strength)))

/** Concepts from this percentage on are taken when an editor takes all. On the example corpus, editors chose three of five of them. */
export const LIKELY_CONFIDENCE = 30

/**
 * Lists are ordered by strength and may be empty; scores are null where nothing was learned. Values are never invented.
 */
export type AssessmentSuggestions = {
  chapters: Suggestion<Chapter>[]
  types: Suggestion<ResearchType>[]
  longHorizon: Suggestion<Millionths> | null
  enterprise: Suggestion<Millionths> | null
  concepts: Suggestion<string>[]
  frameworks: Suggestion<string>[]
  /** Phrases that this paper repeats and others rarely contain: possible new concepts. */
  newConcepts: Suggestion<string>[]
}

const NAMED_KINDS = { concept: 'concept', framework: 'framework', type: 'type' } as const

/** Such as "like p19, p105, p30" or "its title names the concept context compression". */
export const describeReason = (kind: keyof typeof NAMED_KINDS, reason: SuggestionReason): string => {
  if ('like' in reason) return `like ${reason.like.map(({ id }) => id).join(', ')}`
  if ('says' in reason) return `it says “${reason.says}” ${reason.times} times, and other papers rarely do`
  return `its ${reason.in} names the ${NAMED_KINDS[kind]} ${reason.named}`
}
