import type { Context } from 'hono'
import type { z } from 'zod'
import { invalid } from '#core/failure.ts'
import { check } from '#exchange/mistakes.ts'

/** 10,000 characters of three bytes, each written as nine, and the other fields. */
export const CONTACT_FORM_BYTES = 131_072
export const SUBSCRIBE_FORM_BYTES = 8_192

/** What a form was sent with, checked as the API checks it. Throws `invalid` with every mistake at once. */
export const checkedForm = <T>(schema: z.ZodType<T>, typed: Record<string, string>): T => {
  const checked = check(schema, typed)
  if (!checked.ok) throw invalid(checked.mistakes)
  return checked.value
}

/** The token comes in the address, also with a POST: mail programs post to it as it stands (RFC 8058). */
export const tokenOf = (context: Context): string => context.req.query('token') ?? ''
