import { z } from 'zod'
import {
  type AssessmentSuggestions,
  confidenceOf,
  describeReason,
  type Suggestion,
} from '#core/assessment/suggestion.ts'
import { toUnit } from '#core/papers/score.ts'

type Kind = Parameters<typeof describeReason>[0]

const DIGITS = 3
const PERCENT = 100

/** A suggested value with its reasons in words, and the accepted papers that it was learned from. */
const suggestionOf = <T extends z.ZodType>(value: T) =>
  z.array(
    z.strictObject({
      value,
      confidence: z.number().min(0).max(1).meta({ description: 'How much of what is known speaks for it.' }),
      strength: z.number().meta({ description: 'What values of one field are ordered by.' }),
      reasons: z.array(z.string()),
      neighbours: z
        .array(z.strictObject({ id: z.string(), title: z.string() }))
        .meta({ description: 'The most similar accepted papers that have this value.' }),
    }),
  )

const score = suggestionOf(z.number().min(0).max(1))
const names = suggestionOf(z.string())

/** Suggestions by wire names of fields (contract 2.1), strongest first; scores from 0 to 1. */
export const presentedSuggestions = z.strictObject({
  chapter: suggestionOf(z.int()),
  type: names,
  longHorizonScore: score,
  enterpriseScore: score,
  concepts: names,
  frameworkMappings: names,
  newConcepts: names.meta({ description: 'Phrases that this paper repeats and others rarely contain.' }),
})

const present = <T, Wire>(kind: Kind, given: Suggestion<T>, toWire: (value: T) => Wire) => ({
  value: toWire(given.value),
  confidence: confidenceOf(given) / PERCENT,
  strength: Number(given.strength.toFixed(DIGITS)),
  reasons: given.reasons.map((reason) => describeReason(kind, reason)),
  neighbours: given.reasons.flatMap((reason) => ('like' in reason ? reason.like : [])),
})

const presentNames = (kind: Kind, given: readonly Suggestion<string>[]) =>
  given.map((one) => present(kind, one, (value) => value))

const presentScore = (given: Suggestion<number> | null) => (given === null ? [] : [present('concept', given, toUnit)])

export const presentSuggestions = (found: AssessmentSuggestions): z.infer<typeof presentedSuggestions> => {
  return {
    chapter: found.chapters.map((one) => present('concept', one, (value) => value)),
    type: found.types.map((one) => present('type', one, (value) => value)),
    longHorizonScore: presentScore(found.longHorizon),
    enterpriseScore: presentScore(found.enterprise),
    concepts: presentNames('concept', found.concepts),
    frameworkMappings: presentNames('framework', found.frameworks),
    newConcepts: presentNames('concept', found.newConcepts),
  }
}
