import { isOn, type LibraryWords } from '#core/papers/library-words.ts'
import { findScore } from '#core/papers/shown-scores.ts'
import type { AssessedFields } from './suggestion.ts'

/** What makes an assessment. The other assessed fields may stay empty. */
export const requiredAssessmentFields = [
  'chapter',
  'type',
  'longHorizon',
] as const satisfies readonly (keyof AssessedFields)[]

export type LackingField = (typeof requiredAssessmentFields)[number]

/** What a library asks of an assessment: only what it has and shows. */
export type Asked = { chapters: readonly unknown[]; words: Pick<LibraryWords, 'scores' | 'off'> }

const isAsked = (field: LackingField, { chapters, words }: Asked): boolean => {
  if (field === 'chapter') return chapters.length > 0
  return field === 'type' ? isOn('types', words) : findScore(words.scores, field) !== undefined
}

/** What a paper lacks of an assessment; as long as it lacks anything, it is not yet assessed. */
export const lackingFields = (paper: Readonly<Record<LackingField, unknown>>, asked: Asked): LackingField[] =>
  requiredAssessmentFields.filter((field) => paper[field] === null && isAsked(field, asked))

const lackingLabels: Record<LackingField, string> = {
  chapter: 'chapter',
  type: 'type',
  longHorizon: 'score',
}

/** Such as "chapter, type". */
export const lackingText = (fields: readonly LackingField[]): string =>
  fields.map((field) => lackingLabels[field]).join(', ')
