import { z } from 'zod'
import { linkError } from '#core/papers/identifiers.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'

/** The kinds of value that outside input consists of, each with its one check and its stored form. */

const text = (form: 'line' | 'block', max: number) =>
  z
    .string()
    .max(max)
    .superRefine((value, context) => {
      const message = textError(value, form)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
    .transform((value) => normalizeText(value, form))

const notEmpty = (value: string): boolean => value.trim() !== ''

/** One line that says something: titles, names. */
export const line = (max: number) => text('line', max).refine(notEmpty, { error: 'must not be empty' })

/** Several lines that say something. */
export const block = (max: number) => text('block', max).refine(notEmpty, { error: 'must not be empty' })

const orNull = (value: string): string | null => (value === '' ? null : value)

/** What may be left out; an empty text counts as left out. Null when it is. */
export const optionalLine = (max: number) => text('line', max).transform(orNull).optional().default(null)
export const optionalBlock = (max: number) =>
  text('block', max)
    .transform((value) => (value.trim() === '' ? null : value))
    .optional()
    .default(null)

/** An http(s) address of at most 2,048 characters. */
export const optionalUrl = () =>
  text('line', 2_048)
    .superRefine((value, context) => {
      const message = value === '' ? null : linkError(value)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
    .transform(orNull)
    .optional()
    .default(null)

/** A list of lines without repetitions, in the order given. */
export const lines = (maxItems: number, maxLength: number) =>
  z
    .array(line(maxLength))
    .max(maxItems)
    .transform((values) => [...new Set(values)])

const MAX_EMAIL_LENGTH = 254
const EMAIL_PATTERN = /^(?<mailbox>[^@]{1,64})@(?<host>[^\s@/\\?#%:[\]]+)$/u
const MAILBOX = /^[^\s<>()[\]\\,;:".]+(?:\.[^\s<>()[\]\\,;:".]+)*$/u
const EMAIL_HOST = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/u

/** The address with its host in the one form that mail servers use (IDNA), or null when it is none. */
const normalizeEmail = (typed: string): string | null => {
  const { mailbox = '', host = '' } = EMAIL_PATTERN.exec(typed)?.groups ?? {}
  if (!MAILBOX.test(mailbox) || !URL.canParse(`http://${host}`)) return null
  const { hostname } = new URL(`http://${host}`)
  const address = `${mailbox}@${hostname}`
  return EMAIL_HOST.test(hostname) && address.length <= MAX_EMAIL_LENGTH ? address : null
}

/**
 * One address, as a mail server would take it: no display name, no list, no quotes, no control characters. However
 * its host is typed, one mailbox is one address: limits per address count on it.
 */
export const emailAddress = () =>
  text('line', MAX_EMAIL_LENGTH).transform((value, context) => {
    const address = normalizeEmail(value)
    if (address !== null) return address
    context.addIssue({ code: 'custom', message: 'must be one email address, such as name@example.org' })
    return z.NEVER
  })
