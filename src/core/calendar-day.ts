const DAY_MS = 86_400_000
const MONTHS = 12

/** A day of the calendar in UTC, such as `2026-11-01`. */
export type CalendarDay = string

const FORM = /^(?<year>\d{4})-(?<month>\d{2})-\d{2}$/u

/** Whether a text names a day that exists. */
export const isCalendarDay = (text: string): boolean => {
  const at = FORM.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && calendarDay(new Date(at)) === text
}

export const calendarDay = (at: Date): CalendarDay => at.toISOString().slice(0, 10)

/** Days since 1970; 0 for all before. */
export const dayNumber = (day: CalendarDay): number => Math.max(0, Math.floor(Date.parse(day) / DAY_MS))

/** The day with a number. */
export const dayOfNumber = (number: number): CalendarDay => calendarDay(new Date(number * DAY_MS))

/** Months since the year 0, so that they rise with the days. */
export const monthNumber = (day: CalendarDay): number => {
  const { year = '', month = '' } = FORM.exec(day)?.groups ?? {}
  return Number(year) * MONTHS + Number(month) - 1
}

const INSTANT = /^(?<day>\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/u

/** The instant of a day (its beginning in UTC) or of a time with its offset (RFC 3339), as the store writes instants; null for other texts. */
export const parseInstant = (text: string): string | null => {
  const { day } = INSTANT.exec(text)?.groups ?? {}
  const at = new Date(text)
  if (day === undefined || !isCalendarDay(day) || Number.isNaN(at.getTime())) return null
  const instant = at.toISOString()
  return instant.length === '2026-11-01T00:00:00.000Z'.length ? instant : null
}
