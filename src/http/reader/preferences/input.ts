import { z } from 'zod'
import type { Preferences } from '#actions/following/change-preferences.ts'
import { digestFrequencies, type DigestFrequency } from '#core/following/follow.ts'
import { emailAddress } from '#schemas/fields.ts'
import { parseInput } from '#schemas/validate.ts'

export const linkForm = z.object({ email: emailAddress() })

const frequencyOrNone = (none: string) =>
  z
    .enum([...digestFrequencies, none], { error: `must be daily, weekly or ${none}` })
    .transform((value): DigestFrequency | null => digestFrequencies.find((known) => known === value) ?? null)

const preferencesForm = z.object({
  brief: z.enum(['yes', 'no'], { error: 'must be yes or no' }).optional(),
  papers: frequencyOrNone('never').optional(),
})

const SEARCH_FIELD = /^search-(?<number>\d{1,15})$/u

/** Throws `invalid` for what no field of the page gives. */
export const readPreferences = (fields: Record<string, string>): Preferences => {
  const { brief, papers } = parseInput(preferencesForm, fields)
  const searches = new Map<number, DigestFrequency | null>()
  for (const [name, value] of Object.entries(fields)) {
    const number = SEARCH_FIELD.exec(name)?.groups?.number
    if (number !== undefined) searches.set(Number(number), parseInput(frequencyOrNone('stop'), value))
  }
  return { brief: brief === undefined ? undefined : brief === 'yes', papers, searches }
}
