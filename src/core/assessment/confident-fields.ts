import { type AssessedFields, type AssessmentSuggestions, confidenceOf, type Suggestion } from './suggestion.ts'

/** The fields that may be filled for many papers at once. */
export const confidentFieldNames = [
  'chapter',
  'type',
  'longHorizon',
  'enterprise',
] as const satisfies readonly (keyof AssessedFields)[]

export type ConfidentFields = Partial<Pick<AssessedFields, (typeof confidentFieldNames)[number]>>

/** Values for the empty fields of a paper, and how sure each is, in percent. */
export type ConfidentAssessment = {
  fields: ConfidentFields
  confidences: Partial<Record<keyof ConfidentFields, number>>
}

/** The strongest suggestion of each empty field, where it has at least this confidence in percent. */
export const confidentAssessment = (
  paper: AssessedFields,
  found: AssessmentSuggestions,
  least: number,
): ConfidentAssessment => {
  const strongest: Record<keyof ConfidentFields, Suggestion<string | number> | null> = {
    chapter: found.chapters[0] ?? null,
    type: found.types[0] ?? null,
    longHorizon: found.longHorizon,
    enterprise: found.enterprise,
  }
  const kept = confidentFieldNames.flatMap((name) => {
    const one = strongest[name]
    return paper[name] !== null || one === null || confidenceOf(one) < least ? [] : [{ name, one }]
  })
  return {
    fields: Object.fromEntries(kept.map(({ name, one }) => [name, one.value])),
    confidences: Object.fromEntries(kept.map(({ name, one }) => [name, confidenceOf(one)])),
  }
}

/** The paper with these values in fields that are empty. */
export const fillEmptyFields = <P extends AssessedFields>(paper: P, fields: ConfidentFields): P => ({
  ...paper,
  chapter: paper.chapter ?? fields.chapter ?? null,
  type: paper.type ?? fields.type ?? null,
  longHorizon: paper.longHorizon ?? fields.longHorizon ?? null,
  enterprise: paper.enterprise ?? fields.enterprise ?? null,
})
