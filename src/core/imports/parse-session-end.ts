import { parseSendTime } from '#core/mail/parse-send-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** When a session ends: an instant with its time zone, a day (UTC, its beginning), or a time from now such as `7d` or `12h`; null for anything else. */
export const parseSessionEnd = (text: string, now: Date): Date | null => {
  const { count, unit } = /^(?<count>[1-9]\d{0,3})(?<unit>[dh])$/u.exec(text)?.groups ?? {}
  if (count !== undefined) return new Date(now.getTime() + Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS))
  return parseSendTime(/^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00Z` : text)
}
