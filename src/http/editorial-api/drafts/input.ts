import { z } from 'zod'
import { MAX_VERSION } from '#core/papers/paper-version.ts'
import type { AssessedFields } from '#core/assessment/assessed-fields.ts'
import type { DraftPassage } from '#core/assessment/assessment-draft.ts'
import { isChapter } from '#core/papers/chapter.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { toMillionths } from '#core/papers/score.ts'
import { cursorParameter, limitParameter } from '#http/input/query.ts'
import { block, line } from '#schemas/fields.ts'

export const draftListQuery = z.strictObject({ limit: limitParameter(), cursor: cursorParameter() })

const passage = block(2_000).meta({ description: 'Words of title, abstract or full text that the value rests on.' })
const rested = <T extends z.ZodType>(value: T) => z.strictObject({ value, passage })
const score = rested(z.number().min(0).max(1)).optional()
const names = z
  .array(rested(line(200)))
  .max(20)
  .optional()

const fields = {
  chapter: rested(z.number().refine(isChapter, { error: 'must be a whole number from 1 to 7' })).optional(),
  type: rested(z.enum(researchTypes)).optional(),
  longHorizonScore: score,
  enterpriseScore: score,
  concepts: names,
  frameworkMappings: names,
  houseCommentary: z.strictObject({ value: block(50_000), passages: z.array(passage).min(1).max(10) }).optional(),
}

/** A draft as it comes in, under the wire names of contract 2.1. */
export const draftSchema = z
  .strictObject({
    version: z.int().min(1).max(MAX_VERSION).meta({ description: 'The version that was read.' }),
    ...fields,
  })
  .refine((given) => Object.keys(given).some((name) => name !== 'version'), {
    error: 'must say something of at least one field',
  })
export type DraftInput = z.infer<typeof draftSchema>

/** A passage with its place in the body, which an error names. */
export type SentPassage = DraftPassage & { path: string }

const single = (field: keyof AssessedFields, path: string, one: { passage: string } | undefined): SentPassage[] =>
  one === undefined ? [] : [{ field, value: null, quote: one.passage, path: `${path}.passage` }]

const each = (
  field: keyof AssessedFields,
  path: string,
  all: readonly { value: string; passage: string }[] | undefined,
): SentPassage[] =>
  (all ?? []).map((one, index) => ({
    field,
    value: one.value,
    quote: one.passage,
    path: `${path}.${index}.passage`,
  }))

/** What a draft says, in our names, and what it rests on. */
export const readDraft = (
  given: DraftInput,
): { version: number; fields: Partial<AssessedFields>; passages: SentPassage[] } => {
  const { chapter, type, longHorizonScore, enterpriseScore, concepts, frameworkMappings, houseCommentary } = given
  return {
    version: given.version,
    fields: {
      ...(chapter !== undefined && { chapter: chapter.value }),
      ...(type !== undefined && { type: type.value }),
      ...(longHorizonScore !== undefined && { longHorizon: toMillionths(longHorizonScore.value) }),
      ...(enterpriseScore !== undefined && { enterprise: toMillionths(enterpriseScore.value) }),
      ...(concepts !== undefined && { concepts: [...new Set(concepts.map(({ value }) => value))] }),
      ...(frameworkMappings !== undefined && {
        frameworks: [...new Set(frameworkMappings.map(({ value }) => value))],
      }),
      ...(houseCommentary !== undefined && { commentary: houseCommentary.value }),
    },
    passages: [
      ...single('chapter', 'chapter', chapter),
      ...single('type', 'type', type),
      ...single('longHorizon', 'longHorizonScore', longHorizonScore),
      ...single('enterprise', 'enterpriseScore', enterpriseScore),
      ...each('concepts', 'concepts', concepts),
      ...each('frameworks', 'frameworkMappings', frameworkMappings),
      ...(houseCommentary?.passages ?? []).map((quote, index): SentPassage => ({
        field: 'commentary',
        value: null,
        quote,
        path: `houseCommentary.passages.${index}`,
      })),
    ],
  }
}
