import type { Context } from 'hono'
import { z } from 'zod'
import { validationFailure, type ValidationError } from '#core/failure.ts'
import { parseInput } from '#schemas/validate.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from './page-limits.ts'

/** Parameters of the query string; those that are known must be given at most once. */
const singleParameters = (context: Context, known: ReadonlySet<string>): Record<string, string> => {
  const errors: ValidationError[] = []
  const values: Record<string, string> = {}
  for (const [name, given] of Object.entries(context.req.queries())) {
    if (given.length > 1 && known.has(name)) errors.push({ path: name, message: 'must be given at most once' })
    values[name] = given[0] ?? ''
  }
  if (errors.length > 0) throw validationFailure(errors)
  return values
}

/**
 * Reads the query string by a schema. Throws `invalid` with every error. Contract 1.3 says which routes ignore unknown
 * parameters (`z.object`) and which refuse them (`z.strictObject`).
 */
export const readQuery = <Schema extends z.ZodObject>(context: Context, schema: Schema): z.output<Schema> => {
  const known = new Set(Object.keys(schema.shape))
  return parseInput(schema as unknown as z.ZodType<z.output<Schema>>, singleParameters(context, known))
}

/** What an address gives of the parameters that a schema knows, as it stands there. */
export const knownParameters = (context: Context, schema: z.ZodObject): Record<string, string> =>
  Object.fromEntries(Object.entries(context.req.query()).filter(([name]) => Object.hasOwn(schema.shape, name)))

/** The query of a route without parameters; an unknown one is an error. */
export const noParameters = z.strictObject({})

/** A whole number from 1; above 500 it gives 500. */
export const limitParameter = () =>
  z
    .string()
    .regex(/^\+?0*[1-9]\d*$/u, { error: 'must be a whole number from 1' })
    .transform((text) => Math.min(Number(text), MAX_LIMIT))
    .optional()
    .transform((limit) => limit ?? DEFAULT_LIMIT)
    .meta({ description: `At most so many results; ${DEFAULT_LIMIT} by default, ${MAX_LIMIT} at most.`, example: '20' })

type WholeNumbers = { least: number; most: number; maxDigits: number }

/** A whole number within bounds, written in digits; undefined where it is not given. */
export const wholeNumberParameter = ({ least, most, maxDigits }: WholeNumbers) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/u.test(text) && text.length <= maxDigits && Number(text) >= least && Number(text) <= most,
      { error: `must be a whole number from ${least} to ${most}` },
    )
    .transform(Number)
    .optional()

export const chapterParameter = () =>
  z
    .string()
    .regex(/^[1-7]$/u, { error: 'must be a whole number from 1 to 7' })
    .transform(Number)
    .optional()
    .transform((chapter) => chapter ?? null)
    .meta({ description: 'Only papers of this chapter, 1 to 7.', example: '3' })

export const cursorParameter = () =>
  z.string().max(200).optional().meta({ description: 'Where the next page begins, as given in the Link header.' })
