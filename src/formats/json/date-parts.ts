import { dateOf, parseDate } from '#formats/text/dates.ts'
import { listOf, membersOf, textOf } from './members.ts'

/** A date of CSL and Crossref: `{"date-parts":[[2024,5,17]]}`, or as text; a range is its beginning. */
export const datePartsOf = (value: unknown): string | null => {
  const date = membersOf(Array.isArray(value) ? value[0] : value)
  const [year, month, day] = listOf(listOf(date['date-parts'])[0])
  return (
    dateOf(year, month, day) ??
    dateOf(date.year, date.month, date.day) ??
    parseDate(textOf(date.literal) ?? textOf(date.raw) ?? textOf(value) ?? '')
  )
}
