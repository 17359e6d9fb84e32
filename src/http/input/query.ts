import type { Context } from 'hono'
import { z } from 'zod'
import { validationFailure, type ValidationError, Failure } from '#core/failure.ts'
import { parseInput } from '#schemas/validate.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { textError } from '#core/text/normalize-text.ts'
import { readJsonBody } from './body.ts'

/** Page sizes of lists: without `limit`, and at most (contract 1.4). */
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 500

/** Whether a parameter may be repeated: its schema takes a list. */
const takesList = (schema: unknown): boolean => {
  if (schema instanceof z.ZodArray) return true
  if (schema instanceof z.ZodOptional) return takesList(schema.unwrap())
  return schema instanceof z.ZodPipe && takesList(schema.in)
}

/** The parameters of the query string; known ones may be given at most once, unless their schema takes a list. */
const givenParameters = (context: Context, { shape }: z.ZodObject): Record<string, string | string[]> => {
  const errors: ValidationError[] = []
  const values: Record<string, string | string[]> = {}
  for (const [name, given] of Object.entries(context.req.queries())) {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    const isList = takesList(known)
    if (given.length > 1 && known !== undefined && !isList)
      errors.push({ path: name, message: 'must be given at most once' })
    values[name] = isList ? given : (given[0] ?? '')
  }
  if (errors.length > 0) throw validationFailure(errors)
  return values
}

/**
 * Reads the query string by a schema. Throws `invalid` with every error. Contract 1.3 says which routes ignore unknown
 * parameters (`z.object`) and which refuse them (`z.strictObject`).
 */
export const readQuery = <Schema extends z.ZodObject>(context: Context, schema: Schema): z.output<Schema> =>
  parseInput(schema as unknown as z.ZodType<z.output<Schema>>, givenParameters(context, schema))

/** The parameters that a schema knows, unparsed. */
export const knownParameters = (context: Context, schema: z.ZodObject): Record<string, string> =>
  Object.fromEntries(Object.entries(context.req.query()).filter(([name]) => Object.hasOwn(schema.shape, name)))

/** As many as a number in an address may have. */
const MOST_DECIMALS = 20

/** An address has no exponents; JSON has 1e-7. */
const numberText = (value: number): string => {
  const text = String(value)
  return text.includes('e-') ? value.toFixed(MOST_DECIMALS) : text
}

/** The text that an address would have for a value of a JSON object. */
const parameterText = (value: unknown): string => {
  if (typeof value === 'number') return numberText(value)
  return Array.isArray(value) ? value.join(',') : String(value)
}

/**
 * A query that a request has in its body, as a JSON object. `body` says how its members are written there, and `schema` reads them as
 * an address has them, lists joined with commas.
 */
type BodyQuery<Schema extends z.ZodObject> = {
  body: z.ZodType<object>
  schema: Schema
  bytes: number
}

/**
 * Reads a query from a JSON body. Also returns the parameters as an address would have them. Throws `invalid` with every error, and
 * what reading a body throws.
 */
export const readBodyQuery = async <Schema extends z.ZodObject>(
  context: Context,
  { body, schema, bytes }: BodyQuery<Schema>,
): Promise<{ input: z.output<Schema>; given: Record<string, string> }> => {
  const { value } = await readJsonBody(context, bytes)
  parseInput(body, value)
  // As given, in its order.
  const given = Object.fromEntries(
    Object.entries(value as object).map(([name, member]) => [name, parameterText(member)]),
  )
  return { input: parseInput(schema as unknown as z.ZodType<z.output<Schema>>, given), given }
}

/** The query of a route without parameters; an unknown one is an error. */
export const noParameters = z.strictObject({})

/** A whole number from 1; values above 500 become 500. */
export const limitParameter = () =>
  z
    .string()
    .refine((text) => /^\+?0*[1-9]\d*$/u.test(text), { error: 'must be a whole number from 1' })
    .meta({ type: 'integer', minimum: 1 })
    .transform((text) => Math.min(Number(text), MAX_LIMIT))
    .optional()
    .transform((limit) => limit ?? DEFAULT_LIMIT)
    .meta({ description: `Results per page: ${DEFAULT_LIMIT} by default, ${MAX_LIMIT} at most.`, example: '20' })

export const cursorParameter = () =>
  z.string().max(200).optional().meta({ description: 'Where the next page begins, as given in the Link header.' })

/** Returns the id. Throws `not_found` for a text that cannot be one; PostgreSQL fails to compare with some of these. */
export const checkedId = (id: string): string => {
  if (textError(id, 'line') !== null) throw new Failure('not_found', 'Nothing has this id.')
  return id
}

/** The `:id` in the path of a request; empty, which is no record's id, if the path has none. Throws `not_found`. */
export const pathId = (context: Context): string => checkedId(context.req.param('id') ?? '')

/** The same for what is numbered. Throws `not_found`, with what `missing` says, for anything but the one spelling of a number. */
export const pathNumber = (context: Context, missing: (given: string) => string): number => {
  const given = pathId(context)
  if (!/^[1-9]\d{0,14}$/u.test(given)) throw new Failure('not_found', missing(given))
  return Number(given)
}

/** The same for papers. Throws `not_found` for anything that cannot be the id of a paper. */
export const pathPaperId = (context: Context): string => {
  const id = pathId(context)
  if (!PAPER_ID.test(id)) throw new Failure('not_found', 'There is no such paper.')
  return id
}
