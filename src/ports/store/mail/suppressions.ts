import type { BounceKind, Suppression, SuppressionReason } from '#core/mail/bounces/suppression.ts'

/** Which addresses get nothing. They are kept as keyed hashes: who asks names the address. */
export type SuppressionReader = {
  find(email: string): Promise<Suppression | null>
  counts(): Promise<Record<SuppressionReason, number>>
}

export type SuppressionWriter = {
  put(email: string, suppression: Suppression): Promise<void>
  /** Forgets why an address got nothing; what came back from it before counts no more. */
  lift(email: string): Promise<void>
  /** Records what came back of one email to an address; false when that is known. */
  addBounce(email: string, bounce: { delivery: string; kind: BounceKind; at: string }): Promise<boolean>
  /** How many emails to an address came back for a reason that may pass, since an instant. */
  softBounces(email: string, since: string): Promise<number>
  pruneBounces(before: string): Promise<void>
}
