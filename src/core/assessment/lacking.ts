import type { AssessedFields } from './suggestion.ts'

/** What makes an assessment. The other assessed fields may stay empty. */
export const requiredAssessmentFields = [
  'chapter',
  'type',
  'longHorizon',
] as const satisfies readonly (keyof AssessedFields)[]

export type LackingField = (typeof requiredAssessmentFields)[number]

/** What a paper lacks of an assessment; as long as it lacks anything, it is not yet assessed. A library without chapters asks for none. */
export const lackingFields = (
  paper: Readonly<Record<LackingField, unknown>>,
  { hasChapters }: { hasChapters: boolean },
): LackingField[] =>
  requiredAssessmentFields.filter((field) => paper[field] === null && (hasChapters || field !== 'chapter'))

const lackingLabels: Record<LackingField, string> = {
  chapter: 'chapter',
  type: 'type',
  longHorizon: 'score',
}

/** Such as "chapter, type". */
export const lackingText = (fields: readonly LackingField[]): string =>
  fields.map((field) => lackingLabels[field]).join(', ')
