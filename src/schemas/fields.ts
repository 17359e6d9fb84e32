import { z } from 'zod'
import { isChapter } from '#core/papers/chapter.ts'
import { linkError } from '#core/papers/identifiers.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'
import { MAX_NOTE_LENGTH } from '#core/review/submission.ts'
import { roles } from '#core/access/editor.ts'

/** Omits fields whose value is null or an empty list. */
export const omitEmpty = <Fields extends Record<string, unknown>>(
  given: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  ) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> }

/** The kinds of values in external input, each with its validation and stored form. */

type Reading = (text: string) => string
const asGiven: Reading = (text) => text

const text = (form: 'line' | 'block', max: number, read = asGiven) =>
  z
    .string()
    .max(max)
    .superRefine((value, context) => {
      const message = textError(value, form)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
    .transform((value) => normalizeText(read(normalizeText(value, form)), form))

const notEmpty = (value: string): boolean => value.trim() !== ''

/** A line that is not blank: titles, names. `read` makes what is stored of what is given. */
export const line = (max: number, read?: Reading) =>
  text('line', max, read).refine(notEmpty, { error: 'must not be empty' })

/** A text of several lines that is not blank. */
export const block = (max: number) => text('block', max).refine(notEmpty, { error: 'must not be empty' })

/** A text of several lines, which may be empty. */
export const blockOrEmpty = (max: number) => text('block', max).transform((value) => (value.trim() === '' ? '' : value))

const orNull = (value: string): string | null => (value === '' ? null : value)

/** Null if omitted or empty. */
export const optionalLine = (max: number, read?: Reading) =>
  text('line', max, read).transform(orNull).optional().default(null)
export const optionalBlock = (max: number, read?: Reading) =>
  text('block', max, read)
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

/** A list of lines without duplicates, in the given order. */
export const lines = (maxItems: number, maxLength: number, read?: Reading) =>
  z
    .array(line(maxLength, read))
    .max(maxItems)
    .transform((values) => [...new Set(values)])

const NO_CHAPTER = 'must be a whole number from 1 to 7'

/** The number of a chapter, which the library may lack. */
export const chapterNumber = () =>
  z.int(NO_CHAPTER).min(1, NO_CHAPTER).max(7, NO_CHAPTER).refine(isChapter, { error: NO_CHAPTER })

const MAX_EMAIL_LENGTH = 254
const EMAIL_PATTERN = /^(?<mailbox>[^@]{1,64})@(?<host>[^\s@/\\?#%:[\]]+)$/u
const MAILBOX = /^[^\s<>()[\]\\,;:".]+(?:\.[^\s<>()[\]\\,;:".]+)*$/u
const EMAIL_HOST = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/u

/** The address with its host in ASCII form (IDNA); null if it is invalid. */
const normalizeEmail = (typed: string): string | null => {
  const { mailbox = '', host = '' } = EMAIL_PATTERN.exec(typed)?.groups ?? {}
  if (!MAILBOX.test(mailbox) || !URL.canParse(`http://${host}`)) return null
  const { hostname } = new URL(`http://${host}`)
  const address = `${mailbox}@${hostname}`
  return EMAIL_HOST.test(hostname) && address.length <= MAX_EMAIL_LENGTH ? address : null
}

/**
 * One address as mail servers accept it: no display name, list, quotes or control characters. The host is normalized, since
 * limits per address rely on a unique form.
 */
export const emailAddress = () =>
  text('line', MAX_EMAIL_LENGTH).transform((value, context) => {
    const address = normalizeEmail(value)
    if (address !== null) return address
    context.addIssue({ code: 'custom', message: 'must be one email address, such as name@example.org' })
    return z.NEVER
  })

type WholeNumbers = { least: number; most: number; maxDigits: number }

/** A whole number within bounds, in digits, described as a number; undefined if omitted. */
export const wholeNumberParameter = ({ least, most, maxDigits }: WholeNumbers) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/u.test(text) && text.length <= maxDigits && Number(text) >= least && Number(text) <= most,
      { error: `must be a whole number from ${least} to ${most}` },
    )
    .meta({ type: 'integer', minimum: least, maximum: most })
    .transform(Number)
    .optional()

/** Merges a duplicate into another record. */
export const mergeSchema = z.strictObject({ into: line(100), note: optionalBlock(MAX_NOTE_LENGTH) })

/** A new editor, from a command or a form. */
export const editorSchema = z.object({ name: line(200), email: emailAddress(), role: z.enum(roles) })

/** Contract 2.3; unknown fields are ignored. */
export const contactSchema = z.object({
  name: line(200),
  email: emailAddress(),
  organisation: optionalLine(200),
  subject: optionalLine(200),
  message: block(10_000),
})

/** Contract 2.4. */
export const subscribeSchema = z.object({ email: emailAddress(), name: optionalLine(200) })
