/** As much of a date as a number format shows. */
export type DatePrecision = 'year' | 'month' | 'day'

/** Formats that every workbook has, by their numbers; the later ones are those of East Asian languages. */
const BUILT_IN: Record<DatePrecision, number[]> = {
  year: [],
  month: [17, 27, 36, 50, 57],
  day: [14, 15, 16, 22, 28, 29, 30, 31, 51, 52, 53, 54, 58],
}
const byNumber = new Map<number, DatePrecision>(
  (Object.keys(BUILT_IN) as DatePrecision[]).flatMap((precision) =>
    BUILT_IN[precision].map((number): [number, DatePrecision] => [number, precision]),
  ),
)

/** Texts, colours, languages and spaces in a format, which are not about the value. */
const NOT_SHOWN = /"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]?/gsu

const precisionOf = (code: string): DatePrecision | null => {
  const [first = ''] = code.toLowerCase().replaceAll(NOT_SHOWN, '').split(';')
  if (first.includes('d')) return 'day'
  if (first.includes('y')) return first.includes('m') ? 'month' : 'year'
  // Without a year, "m" is of minutes if hours or seconds are there.
  return first.includes('m') && !/[hs]/u.test(first) ? 'day' : null
}

/** How much of a date a number format shows; null for numbers and times. @param code that of a format of the workbook itself */
export const datePrecision = (number: number, code: string | undefined): DatePrecision | null =>
  code === undefined ? (byNumber.get(number) ?? null) : precisionOf(code)

const DAY_MS = 86_400_000
const LAST_DAY = 2_958_465
/** Days between the beginnings of the two calendars that a workbook may use. */
const FROM_1904 = 1_462
/** Day 60 is 29 February 1900, which never was. */
const NO_DAY = 60

const LENGTHS: Record<DatePrecision, number> = { year: 4, month: 7, day: 10 }

/** The date of a serial number, in ISO 8601; null for a number that is no day. */
export const dateOfSerial = (
  serial: number,
  { is1904, precision }: { is1904: boolean; precision: DatePrecision },
): string | null => {
  const day = Math.floor(serial) + (is1904 ? FROM_1904 : 0)
  if (!(day >= 1 && day <= LAST_DAY)) return null
  const begin = Date.UTC(1899, 11, day < NO_DAY ? 31 : 30)
  return new Date(begin + day * DAY_MS).toISOString().slice(0, LENGTHS[precision])
}
