import type { z } from 'zod'
import { validationFailure, type ValidationError } from '#core/failure.ts'

export type Validated<T> = { ok: true; value: T } | { ok: false; errors: ValidationError[] }

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const sizes = { string: 'characters', array: 'entries' } as const

const sizeMessage = (bound: 'most' | 'least', origin: string, limit: number | bigint): string =>
  origin in sizes
    ? `must have at ${bound} ${limit} ${sizes[origin as keyof typeof sizes]}`
    : `must be at ${bound} ${limit}`

const issueMessage = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && issue.path.length > 0) return 'is required'
      return `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'too_big':
      return sizeMessage('most', issue.origin, issue.maximum)
    case 'too_small':
      return issue.origin === 'array' && issue.minimum === 1
        ? 'must contain at least one entry'
        : sizeMessage('least', issue.origin, issue.minimum)
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    default:
      return issue.message
  }
}

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.') || 'body'

const validationErrors = (error: z.ZodError): ValidationError[] =>
  error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not recognized' }))
      : [{ path: pathOf(issue.path), message: issueMessage(issue) }],
  )

/** Validates external input; all errors are reported at once, as plain sentences. */
export const validate = <T>(schema: z.ZodType<T>, input: unknown): Validated<T> => {
  const result = schema.safeParse(input, { reportInput: true })
  return result.success ? { ok: true, value: result.data } : { ok: false, errors: validationErrors(result.error) }
}

/** Unwraps the value. Throws `invalid` with all errors. */
export const requireValid = <T>(checked: Validated<T>): T => {
  if (!checked.ok) throw validationFailure(checked.errors)
  return checked.value
}

/** Parses external input. Throws `invalid` with all errors. */
export const parseInput = <T>(schema: z.ZodType<T>, input: unknown): T => requireValid(validate(schema, input))
