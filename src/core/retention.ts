const DAY_MS = 24 * 3_600_000

/** How many days is kept what is not kept for good. */
export const RETENTION_DAYS = {
  /** The response to an idempotency key. */
  storedResponse: 1,
  /** Who got an email, a brief or a digest; what was asked for an address that no email left for. */
  sentEmail: 30,
  /** Which emails came back. */
  bounce: 30,
  /** What was sent to a webhook. */
  webhookDelivery: 14,
  /** How a source was read. */
  sourceRun: 30,
  /** A file that nothing refers to: what was removed by mistake can be added again by its content. */
  unusedFile: 7,
} as const

/** The instant before which something is not kept any more. */
export const keptSince = (kind: keyof typeof RETENTION_DAYS, now: Date): string =>
  new Date(now.getTime() - RETENTION_DAYS[kind] * DAY_MS).toISOString()
