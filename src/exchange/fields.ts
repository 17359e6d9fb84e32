import { z } from 'zod'
import { linkMistake } from '#core/identifiers.ts'
import { storedText, textMistake } from '#core/text.ts'

/** The kinds of value that outside input consists of, each with its one check and its stored form. */

const text = (form: 'line' | 'block', max: number) =>
  z
    .string()
    .max(max)
    .superRefine((value, context) => {
      const mistake = textMistake(value, form)
      if (mistake !== null) context.addIssue({ code: 'custom', message: mistake })
    })
    .transform((value) => storedText(value, form))

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
export const optionalLink = () =>
  text('line', 2_048)
    .superRefine((value, context) => {
      const mistake = value === '' ? null : linkMistake(value)
      if (mistake !== null) context.addIssue({ code: 'custom', message: mistake })
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

/** One address, as a mail server would take it: no display name, no list, no control characters. */
const MAIL_ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/u

export const mailAddress = () =>
  text('line', 254).refine((value) => MAIL_ADDRESS.test(value), {
    error: 'must be one e-mail address, such as name@example.org',
  })
