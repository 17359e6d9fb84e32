import type { AssessedFields } from '#core/assessment/assessed-fields.ts'
import { toUnit, type Millionths } from '#core/papers/score.ts'
import type { FormBody } from '#http/input/form-body.ts'
import { assessmentSchema } from '#schemas/paper-schema.ts'
import { parseInput } from '#schemas/validate.ts'

/** The fields of an assessment as the form holds them, under their wire names (contract 2.1). */
export type AssessmentFormValues = {
  chapter: string
  type: string
  longHorizonScore: string
  enterpriseScore: string
  /** Those that are ticked. */
  concepts: string[]
  /** Further ones, as they were typed. */
  moreConcepts: string
  frameworkMappings: string
  houseCommentary: string
}

/** Between names on one line; names of concepts may have commas. */
const SEPARATOR = '; '

export const joinNames = (names: readonly string[]): string => names.join(SEPARATOR)

const splitNames = (text: string): string[] =>
  text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const scoreText = (score: Millionths | null): string => (score === null ? '' : String(toUnit(score)))

export const toAssessmentForm = (fields: AssessedFields): AssessmentFormValues => ({
  chapter: String(fields.chapter ?? ''),
  type: fields.type ?? '',
  longHorizonScore: scoreText(fields.longHorizon),
  enterpriseScore: scoreText(fields.enterprise),
  concepts: fields.concepts,
  moreConcepts: '',
  frameworkMappings: joinNames(fields.frameworks),
  houseCommentary: fields.commentary ?? '',
})

/** The assessment of a form; null for a form that has none, which decides alone. */
export const readAssessmentForm = (body: FormBody): AssessmentFormValues | null => {
  const { fields } = body
  if (fields.assessed !== '1') return null
  const given = (name: string): string => fields[name] ?? ''
  return {
    chapter: given('chapter'),
    type: given('type'),
    longHorizonScore: given('longHorizonScore'),
    enterpriseScore: given('enterpriseScore'),
    concepts: body.getAll('concepts'),
    moreConcepts: given('moreConcepts'),
    frameworkMappings: given('frameworkMappings'),
    houseCommentary: given('houseCommentary'),
  }
}

/** A number, or the text itself, which the schema then refuses by name; nothing for an empty field. */
const numberIn = (text: string): number | string | undefined => {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return undefined
  return Number.isFinite(Number(plain)) ? Number(plain) : text
}

/** Checks what was typed. Throws `invalid` with every error. */
export const parseAssessmentForm = (form: AssessmentFormValues): AssessedFields =>
  parseInput(assessmentSchema, {
    chapter: numberIn(form.chapter),
    type: form.type === '' ? undefined : form.type,
    longHorizonScore: numberIn(form.longHorizonScore),
    enterpriseScore: numberIn(form.enterpriseScore),
    concepts: [...form.concepts, ...splitNames(form.moreConcepts)],
    frameworkMappings: splitNames(form.frameworkMappings),
    houseCommentary: form.houseCommentary,
  })
