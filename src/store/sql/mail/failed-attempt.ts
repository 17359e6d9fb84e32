import { sql } from 'kysely'

/**
 * What an attempt to send an email that failed changes in its row; its lease ends.
 * @param retryAt when it is tried again; null gives it up
 */
export const failedAttempt = (reason: string, retryAt: string | null) => ({
  state: retryAt === null ? ('failed' as const) : ('waiting' as const),
  last_error: reason,
  lease_until: null,
  attempts: sql<number>`attempts + 1`,
  ...(retryAt === null ? {} : { due_at: retryAt }),
})
