const DAY_MS = 24 * 3_600_000

/** How many days temporary data is kept. */
export const RETENTION_DAYS = {
  /** Responses stored by idempotency key. */
  storedResponse: 1,
  /** Records of sent emails, briefs and digests; requests whose email was never sent. */
  sentEmail: 30,
  /** Records of bounced emails. */
  bounce: 30,
  /** Webhook deliveries. */
  webhookDelivery: 14,
  /** Runs of a source. */
  sourceRun: 30,
  /** What is needed to separate a record from the paper that it was taken for. */
  join: 90,
  /** Changes of many papers at once, which can be undone until then. */
  bulkChange: 30,
  /** What editors typed into a form and did not save. */
  formDraft: 30,
  /** Unreferenced files: until then one that was removed by mistake can be restored by its digest. */
  unusedFile: 7,
} as const

/** Data from before this instant may be deleted. */
export const retentionCutoff = (kind: keyof typeof RETENTION_DAYS, now: Date): string =>
  new Date(now.getTime() - RETENTION_DAYS[kind] * DAY_MS).toISOString()
