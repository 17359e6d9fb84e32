import type { ActionContext } from '#actions/run-action.ts'
import type { LeasedBrief, LeasedDelivery, LeasedDigest } from '#core/mail/mailing.ts'
import { domainBucket, fullFrom, intervalOf, TOTAL_BUCKET, takeFromRate } from '#core/mail/mail-rate.ts'
import { recordDelivery, type RecordDeliveryInput } from './record-delivery.ts'

/** Emails a minute, in all and to one domain; null: as many as the mail server takes. */
export type MailRates = { total: number | null; domain: number | null }

/** Longer than one email can take, so that what one process sends no other does. */
const LEASE_MS = 60_000

type Taken = {
  delivery: LeasedDelivery | null
  /** When there is room for another email, if only a rate keeps it from leaving. */
  roomAt: number | null
}

const takeRoom = async (tx: ActionContext, bucket: string, perMinute: number | null): Promise<number | null> => {
  if (perMinute === null) return null
  const taken = takeFromRate(perMinute, await tx.mailings.usedUntil(bucket), tx.now.getTime())
  if ('roomAt' in taken) return taken.roomAt
  await tx.mailings.setUsedUntil(bucket, taken.usedUntil)
  return null
}

const DOMAIN_PREFIX = domainBucket('')

/** Domains to which no email may go now. */
const fullDomains = async (tx: ActionContext, perMinute: number | null): Promise<string[]> => {
  if (perMinute === null) return []
  const buckets = await tx.mailings.bucketsUsedBeyond(fullFrom(perMinute, tx.now.getTime()))
  return buckets.flatMap((bucket) => (bucket.startsWith(DOMAIN_PREFIX) ? [bucket.slice(DOMAIN_PREFIX.length)] : []))
}

type Due = Omit<LeasedBrief, 'to'> | Omit<LeasedDigest, 'to'>

/** The next of these emails whose subscriber is still there; what is met of others is recorded as left. */
const nextPresent = async <Found extends Due & { to: string | null }>(
  tx: ActionContext,
  find: () => Promise<Found | null>,
) => {
  for (;;) {
    const due = await find()
    if (due === null) return null
    const { to } = due
    if (to !== null) return { ...due, to }
    await tx.mailings.markLeft(due)
  }
}

/** The next email of a brief, in the order in which briefs were started, or else of a digest. */
const nextOf = async (tx: ActionContext, full: readonly string[]) => {
  const now = tx.now.toISOString()
  for (const { briefId } of await tx.mailings.sending()) {
    const next = await nextPresent(tx, () => tx.mailings.nextDue(briefId, now, full))
    if (next !== null) return next
  }
  return nextPresent(tx, () => tx.following.nextDigest(now, full))
}

const takeNext = async (tx: ActionContext, rates: MailRates): Promise<Taken> => {
  const now = tx.now.getTime()
  const full = await fullDomains(tx, rates.domain)
  const next = await nextOf(tx, full)
  if (next === null) return { delivery: null, roomAt: full.length === 0 ? null : now + intervalOf(rates.domain) }
  const { domain, ...delivery } = next
  const roomAt = await takeRoom(tx, TOTAL_BUCKET, rates.total)
  if (roomAt !== null) return { delivery: null, roomAt }
  await takeRoom(tx, domainBucket(domain), rates.domain)
  await tx.mailings.lease(delivery, new Date(now + LEASE_MS).toISOString())
  return { delivery, roomAt: null }
}

type TakeDeliveryInput = {
  /** The delivery that the connection had before, and how that ended. */
  done: RecordDeliveryInput | null
  rates: MailRates
}

/**
 * Takes the delivery that one connection sends next, once the one before is recorded. Whether its subscriber has left or
 * its mailing is paused is decided here, right before it is sent. Rates are exact across processes.
 */
export const takeDelivery = async (tx: ActionContext, { done, rates }: TakeDeliveryInput): Promise<Taken> => {
  if (done !== null) await recordDelivery(tx, done)
  return takeNext(tx, rates)
}
