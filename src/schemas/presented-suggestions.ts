import { describeReason, type AssessmentSuggestions, type Suggestion } from '#core/assessment/suggestion.ts'
import { toUnit } from '#core/papers/score.ts'

type Kind = Parameters<typeof describeReason>[0]

const DIGITS = 3

/** A suggested value with its reasons in words. */
export type PresentedSuggestion = { value: string | number; strength: number; reasons: string[] }

const present = <T>(
  kind: Kind,
  { value, strength, reasons }: Suggestion<T>,
  toWire: (value: T) => string | number,
) => ({
  value: toWire(value),
  strength: Number(strength.toFixed(DIGITS)),
  reasons: reasons.map((reason) => describeReason(kind, reason)),
})

const texts = (kind: Kind, given: readonly Suggestion<string>[]): PresentedSuggestion[] =>
  given.map((one) => present(kind, one, (value) => value))

const score = (given: Suggestion<number> | null): PresentedSuggestion[] =>
  given === null ? [] : [present('concept', given, toUnit)]

/** Suggestions by wire names of fields (contract 2.1), strongest first; scores from 0 to 1. */
export const presentSuggestions = (found: AssessmentSuggestions): Record<string, PresentedSuggestion[]> => {
  return {
    chapter: found.chapters.map((one) => present('concept', one, (value) => value)),
    type: found.types.map((one) => present('type', one, (value) => value)),
    longHorizonScore: score(found.longHorizon),
    enterpriseScore: score(found.enterprise),
    concepts: texts('concept', found.concepts),
    frameworkMappings: texts('framework', found.frameworks),
    newConcepts: texts('concept', found.newConcepts),
  }
}
