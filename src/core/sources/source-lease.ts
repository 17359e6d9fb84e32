/** A reader of a source that was killed is replaced after so long. */
const LEASE_MS = 30_000
/** How often a reader says that it is still there. */
export const RENEW_EVERY_MS = 10_000

export const leaseEnd = (now: Date): string => new Date(now.getTime() + LEASE_MS).toISOString()
