/** `2026-11-23T09:00+01:00`: a time without its zone would mean another instant on each machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/u

/** An instant of ISO 8601 with its time zone; null for anything else. */
export const parseSendTime = (text: string): Date | null => {
  const instant = new Date(text)
  return INSTANT.test(text) && !Number.isNaN(instant.getTime()) ? instant : null
}
