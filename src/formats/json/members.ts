import type { ImportedRecord } from '#core/imports/imported-record.ts'
import { dateOf, parseDate } from '#formats/text/text.ts'

/** Helpers to read records whose members may have any type. */

/** What a reader makes of a record. */
export type ReadItem = Pick<ImportedRecord, 'fields' | 'unmapped' | 'notices' | 'versions' | 'references'>

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

/** The names in a list of texts, or of members with a `name`. */
export const listedNames = (value: unknown): (string | null)[] =>
  listOf(value).map((item) => textOf(item) ?? textOf(membersOf(item).name))

/** The first text of a list, or the text itself: some services use either. */
export const firstText = (value: unknown): string | null => textOf(Array.isArray(value) ? value[0] : value)

/** A date of CSL and Crossref: `{"date-parts":[[2024,5,17]]}`, or text; of a range, its start. */
export const datePartsOf = (value: unknown): string | null => {
  const date = membersOf(Array.isArray(value) ? value[0] : value)
  const [year, month, day] = listOf(listOf(date['date-parts'])[0])
  return (
    dateOf(year, month, day) ??
    dateOf(date.year, date.month, date.day) ??
    parseDate(textOf(date.literal) ?? textOf(date.raw) ?? textOf(value) ?? '')
  )
}
