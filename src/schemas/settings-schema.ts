import { z } from 'zod'
import {
  type LibraryPart,
  libraryParts,
  MAX_FOOTER_LINKS,
  type ScoreSetting,
  settableScores,
  type Settings,
  settingNames,
  type StoredSettings,
} from '#core/settings.ts'
import { linkError } from '#core/papers/identifiers.ts'
import { blockOrEmpty, line } from './fields.ts'
import { sanitizeSvg } from './svg.ts'

/** Settings as requests, forms and files give them, and as responses show them. */

const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/u

const footerLink = z.strictObject({
  label: line(60),
  url: line(2_048).superRefine((value, context) => {
    const message = OWN_PATH.test(value) ? null : linkError(value)
    if (message !== null) context.addIssue({ code: 'custom', message: `${message}, or be a path such as /about` })
  }),
})

const languageTag = z
  .string()
  .max(50)
  .transform((value, context) => {
    try {
      const [tag] = Intl.getCanonicalLocales(value)
      if (tag !== undefined) return tag
    } catch {
      // A RangeError; every text that is no tag is refused below.
    }
    context.addIssue({ code: 'custom', message: 'must be a language tag, such as en or pt-BR' })
    return z.NEVER
  })

const MAX_SVG_BYTES = 8_192
const TOO_LARGE = 'must have at most 8,192 bytes'
const isTooLarge = (svg: string): boolean => Buffer.byteLength(svg) > MAX_SVG_BYTES

const picture = z
  .string()
  .max(MAX_SVG_BYTES, TOO_LARGE)
  .transform((value, context) => {
    const sanitized = isTooLarge(value) ? TOO_LARGE : sanitizeSvg(value)
    // Escaping can make it longer than it was, and it must be accepted when it comes back.
    if (typeof sanitized !== 'string' && !isTooLarge(sanitized.svg)) return sanitized.svg
    context.addIssue({ code: 'custom', message: typeof sanitized === 'string' ? sanitized : TOO_LARGE })
    return z.NEVER
  })

const COLOR = /^#[\da-f]{6}$/iu

const score = z.strictObject({
  score: z.enum(settableScores),
  name: line(60),
  meaning: line(300),
  words: z
    .array(line(200))
    .length(5)
    .transform(([lowest = '', low = '', middle = '', high = '', highest = '']): ScoreSetting['words'] => [
      lowest,
      low,
      middle,
      high,
      highest,
    ]),
})

const label = z.strictObject({ one: line(40), many: line(40) })

/** An object that may have an entry for each part of a library. */
export const byPart = <Entry extends z.ZodType>(entry: Entry) => {
  const optional = entry.optional()
  return z.strictObject({
    types: optional,
    concepts: optional,
    frameworks: optional,
    gaps: optional,
    briefs: optional,
  } satisfies Record<LibraryPart, typeof optional>)
}

const withoutTwins = <Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): boolean =>
  new Set(entries.map(keyOf)).size === entries.length

/** Each setting as it is given; null and absence ask for the default. */
const given = {
  name: line(100),
  tagline: line(200),
  about: blockOrEmpty(20_000),
  accentColor: z
    .string()
    .regex(COLOR, { error: 'must be a colour such as #9a3412' })
    .transform((value) => value.toLowerCase()),
  logo: picture,
  favicon: picture,
  footerLinks: z.array(footerLink).max(MAX_FOOTER_LINKS),
  language: languageTag,
  scores: z
    .array(score)
    .max(settableScores.length)
    .refine((list) => withoutTwins(list, (one) => one.score), { error: 'must name each score once' }),
  labels: byPart(label),
  off: z.array(z.enum(libraryParts)).transform((list) => [...new Set(list)]),
}

type Given = typeof given

const orDefault = Object.fromEntries(
  Object.entries(given).map(([name, schema]) => [name, schema.nullish()]),
) as unknown as { [Name in keyof Given]: z.ZodOptional<z.ZodNullable<Given[Name]>> }

/** Settings without the chapters, which have a schema of their own. */
export const settingsShape = orDefault

/** What was given of each setting; what was not is unset. */
export const toStoredSettings = (input: {
  [Name in keyof Settings]?: Settings[Name] | null | undefined
}): StoredSettings =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = input[name]
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )

/** Settings in a file, such as those of the example corpus. */
export const settingsSchema = z.strictObject(settingsShape).transform(toStoredSettings)
