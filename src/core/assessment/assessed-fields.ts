import type { Paper } from '#core/papers/paper.ts'

/** What the editors say of a paper; the other fields are facts about it. */
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
