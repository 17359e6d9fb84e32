const MINUTE_MS = 60_000
const FIRST_PAUSE_MINUTES = 5

/** When a source that failed is asked again: after 5 minutes, 10, 20 and so on up to its rhythm, or when its server says. */
export const retryTime = (
  now: Date,
  { failures, everyMinutes, retryAt }: { failures: number; everyMinutes: number; retryAt: Date | null },
): Date => {
  const minutes = Math.min(everyMinutes, FIRST_PAUSE_MINUTES * 2 ** Math.min(failures - 1, 12))
  return new Date(Math.max(now.getTime() + minutes * MINUTE_MS, retryAt?.getTime() ?? 0))
}

export const nextRunTime = (now: Date, everyMinutes: number): Date => new Date(now.getTime() + everyMinutes * MINUTE_MS)

/** When a source that has brought what it may on one day goes on: with the next day (UTC). */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
