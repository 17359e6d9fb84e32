const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const isYear = (year: number): boolean => Number.isInteger(year) && year >= 1000 && year <= 9999

/** The number of a month by its number or its name; null for anything else. */
const monthOf = (text: string): number | null => {
  const number = /^\d{1,2}$/u.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
  return number >= 1 && number <= 12 ? number : null
}

const partOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** ISO 8601 of a year and, where they are known, month and day; null without a year. */
export const dateOf = (year: unknown, month: unknown = null, day: unknown = null): string | null => {
  const whole = Number(partOf(year))
  if (!isYear(whole)) return null
  const found = monthOf(partOf(month))
  if (found === null) return String(whole)
  const date = Number(partOf(day))
  const known = `${whole}-${twoDigits(found)}`
  return Number.isInteger(date) && date >= 1 && date <= 31 ? `${known}-${twoDigits(date)}` : known
}

/**
 * Dates as files write them: 2024-05-17T…, 2024/05/17/, 2024-05, 2016/2017 (its beginning), 17 May 2024, May 2024,
 * May 17, 2024.
 */
export const parseDate = (text: string): string | null => {
  const plain = text.trim()
  const numeric = /^(?<year>\d{4})(?:[-/](?<month>\d{1,2})(?!\d)(?:[-/](?<day>\d{1,2})(?!\d))?)?/u.exec(plain)?.groups
  if (numeric !== undefined) return dateOf(numeric.year, numeric.month, numeric.day)
  const american = /^(?<month>[A-Za-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})\b/u.exec(
    plain,
  )?.groups
  if (american !== undefined) return dateOf(american.year, american.month, american.day)
  const worded = /(?:(?<day>\d{1,2})\.?\s+)?(?<month>[A-Za-z]{3,9})\.?\s+(?<year>\d{4})\b/u.exec(plain)?.groups
  return worded === undefined ? null : dateOf(worded.year, worded.month, worded.day)
}
