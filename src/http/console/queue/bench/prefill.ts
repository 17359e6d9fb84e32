import type { AssessedFields } from '#core/assessment/assessed-fields.ts'
import type { AssessmentDraft } from '#core/assessment/assessment-draft.ts'
import { describeReason, type AssessmentSuggestions, type Suggestion } from '#core/assessment/suggestion.ts'
import { toUnit } from '#core/papers/score.ts'
import { joinNames, toAssessmentForm, type AssessmentFormValues } from './form-values.ts'

/** What the bench shows in each field before an editor touches it. */

type Kind = Parameters<typeof describeReason>[0]

/** A value that may be chosen, and why; `label` is how people read it. */
export type Proposal = { value: string; label: string; reason: string }

export type BenchField = {
  value: string
  /** Whether the value is a suggestion, which nobody has said yet. */
  isSuggested: boolean
  /** The strongest first. */
  proposals: Proposal[]
}

export type BenchConcept = { name: string; isTicked: boolean; isSuggested: boolean; isNew: boolean; reason: string }

export type Bench = {
  chapter: BenchField
  type: BenchField
  longHorizonScore: BenchField
  enterpriseScore: BenchField
  concepts: BenchConcept[]
  moreConcepts: string
  frameworkMappings: BenchField
  houseCommentary: BenchField
}

/** Concepts this strong are ticked: on the example corpus three of five of them are what the editors chose. */
const TICKED_STRENGTH = 0.3

const reasonText = (kind: Kind, { reasons }: Pick<Suggestion<unknown>, 'reasons'>): string =>
  reasons.map((reason) => describeReason(kind, reason)).join('; ')

const proposalsOf = <T extends string | number>(
  kind: Kind,
  given: readonly Suggestion<T>[],
  labelOf: (value: T) => string = String,
): Proposal[] =>
  given.map((one) => ({ value: String(one.value), label: labelOf(one.value), reason: reasonText(kind, one) }))

const scoreProposals = (given: Suggestion<number> | null): Proposal[] =>
  given === null ? [] : proposalsOf('concept', [{ ...given, value: toUnit(given.value) }])

/** The value that is there, or else the strongest proposal. */
const fieldOf = (value: string, proposals: Proposal[]): BenchField => {
  const [first] = proposals
  return value !== '' || first === undefined
    ? { value, isSuggested: false, proposals }
    : { value: first.value, isSuggested: true, proposals }
}

const conceptsOf = (
  ticked: readonly string[],
  suggestions: AssessmentSuggestions,
  isSettled: boolean,
): BenchConcept[] => {
  const suggested = new Map(suggestions.concepts.map((one) => [one.value, one]))
  const own = ticked.map((name) => ({
    name,
    isTicked: true,
    isSuggested: false,
    isNew: false,
    reason: suggested.has(name) ? reasonText('concept', suggested.get(name) ?? { reasons: [] }) : '',
  }))
  const further = suggestions.concepts
    .filter(({ value }) => !ticked.includes(value))
    .map((one) => {
      const isTicked = !isSettled && ticked.length === 0 && one.strength >= TICKED_STRENGTH
      return { name: one.value, isTicked, isSuggested: isTicked, isNew: false, reason: reasonText('concept', one) }
    })
  const fresh = suggestions.newConcepts
    .filter(({ value }) => !ticked.includes(value))
    .map((one) => ({
      name: one.value,
      isTicked: false,
      isSuggested: false,
      isNew: true,
      reason: reasonText('concept', one),
    }))
  return [...own, ...further, ...fresh]
}

type BenchSource = {
  paper: AssessedFields
  suggestions: AssessmentSuggestions
  /** A draft that was taken over, or what the editor said before they took a decision back. */
  draft: AssessmentDraft | undefined
  /** A form that came back: it says all there is to say, so nothing is suggested in it. */
  typed: AssessmentFormValues | null
}

export const prefillBench = ({ paper, suggestions, draft, typed }: BenchSource): Bench => {
  const start = typed ?? toAssessmentForm({ ...paper, ...draft?.fields })
  const isSettled = (field: keyof AssessedFields): boolean => typed !== null || draft?.fields[field] !== undefined
  const filled = (field: keyof AssessedFields, value: string, proposals: Proposal[]): BenchField =>
    isSettled(field) ? { value, isSuggested: false, proposals } : fieldOf(value, proposals)
  const frameworks = proposalsOf('framework', suggestions.frameworks)
  return {
    chapter: filled('chapter', start.chapter, proposalsOf('concept', suggestions.chapters)),
    type: filled(
      'type',
      start.type,
      proposalsOf('type', suggestions.types, (type) => type.replaceAll('_', ' ')),
    ),
    longHorizonScore: filled('longHorizon', start.longHorizonScore, scoreProposals(suggestions.longHorizon)),
    enterpriseScore: filled('enterprise', start.enterpriseScore, scoreProposals(suggestions.enterprise)),
    concepts: conceptsOf(start.concepts, suggestions, isSettled('concepts')),
    moreConcepts: start.moreConcepts,
    frameworkMappings: filled(
      'frameworks',
      start.frameworkMappings,
      frameworks.length === 0
        ? []
        : [
            {
              value: joinNames(frameworks.map(({ value }) => value)),
              label: joinNames(frameworks.map(({ label }) => label)),
              reason: frameworks.map(({ label, reason }) => `${label}: ${reason}`).join('; '),
            },
          ],
    ),
    houseCommentary: { value: start.houseCommentary, isSuggested: false, proposals: [] },
  }
}
