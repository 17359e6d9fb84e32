import { isOn } from '#core/papers/library-words.ts'
import type { ActionContext } from './run-action.ts'
import type {
  Mailing,
  MailingState,
  LeasedBrief,
  LeasedDelivery,
  LeasedDigest,
  DeliveryOutcome,
} from '#core/mail/mailing.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { queueEmail } from './outbox.ts'
import type { EmailContent } from '#ports/email-composer.ts'
import { recipientDomain, maskAddresses } from '#core/mail/mailbox.ts'
import {
  domainBucket,
  fullFrom,
  intervalOf,
  TOTAL_BUCKET,
  takeFromRate,
  backoffBucket,
  backoffDelay,
  retryDelay,
} from '#core/mail/outbox.ts'
import { recordBounce } from './suppressions.ts'
import { deliveryName } from '#core/mail/keyed-address.ts'

type SendBriefInput = {
  id: string
  /** When to send it; null: now. */
  at: Date | null
  actor: string
}

const getMailing = async (tx: ActionContext, id: string): Promise<Mailing> => {
  const mailing = await tx.mailings.find(id)
  if (mailing === null) throw new Error(`the mailing of ${id} is not there`)
  return mailing
}

/** Whether the library has briefs: those of one that has switched them off are kept, and mailed once they are on again. */
const hasBriefs = async (tx: ActionContext): Promise<boolean> =>
  isOn('briefs', { off: (await tx.settings.get()).stored.off ?? [] })

/**
 * Queues a published brief for all subscribers who are confirmed at its start time. A brief that is already queued, being sent
 * or sent stays as it is; one that was cancelled before it started is queued again. Throws `not_found`, `wrong_state` where
 * briefs are switched off, and `invalid` for a time in the past.
 */
export const sendBrief = async (tx: ActionContext, { id, at, actor }: SendBriefInput): Promise<Mailing> => {
  if ((await tx.briefs.find(id)) === null) throw new Failure('not_found', `There is no published brief ${id}.`)
  if (!(await hasBriefs(tx)))
    throw new Failure('wrong_state', 'Briefs are switched off in the settings; switch them on to send one.')
  const found = await tx.mailings.find(id)
  if (found !== null) {
    if (found.state !== 'cancelled' || found.startedAt !== null) return found
    await tx.mailings.remove(id)
  }
  if (at !== null && at < tx.now)
    throw validationFailure([{ path: 'at', message: 'is in the past; omit it to send now' }])
  const startAt = (at ?? tx.now).toISOString()
  await tx.mailings.add(id, startAt)
  const now = tx.now.toISOString()
  await tx.audit.record({ at: now, actor, act: 'mailing.queue', subject: id, before: null, after: { startAt } })
  return getMailing(tx, id)
}

/** Queues a subscriber's email for one editor instead, marked as a test in its subject. */
export const sendTest = async (
  tx: ActionContext,
  { email, to, briefId, actor }: { email: EmailContent; to: string; briefId: string; actor: string },
): Promise<void> => {
  await queueEmail(tx, { ...email, kind: 'notice', to, subject: `Test: ${email.subject}` })
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'mailing.test', subject: briefId, before: null, after: null })
}

export const mailingChanges = ['pause', 'resume', 'cancel'] as const

export type MailingChange = (typeof mailingChanges)[number]

/** The states in which each change is allowed. */
const possibleIn: Record<MailingChange, readonly MailingState[]> = {
  pause: ['scheduled', 'sending'],
  resume: ['paused'],
  cancel: ['scheduled', 'sending', 'paused'],
}

const applyChange = async (
  tx: ActionContext,
  { briefId, startedAt }: Mailing,
  change: MailingChange,
): Promise<void> => {
  if (change === 'cancel') await tx.mailings.finish(briefId, 'cancelled', tx.now.toISOString())
  else if (change === 'pause') await tx.mailings.setState(briefId, 'paused')
  else await tx.mailings.setState(briefId, startedAt === null ? 'scheduled' : 'sending')
}

/**
 * Pauses, resumes or cancels the sending of a brief; only emails that are being sent at that moment are finished. Throws
 * `not_found`, and `wrong_state` if the state of the mailing does not allow it.
 */
export const changeMailing = async (
  tx: ActionContext,
  { id, change, actor }: { id: string; change: MailingChange; actor: string },
): Promise<void> => {
  const mailing = await tx.mailings.find(id)
  if (mailing === null) throw new Failure('not_found', `The brief ${id} was never queued to be sent.`)
  if (!possibleIn[change].includes(mailing.state))
    throw new Failure('wrong_state', `The mailing of ${id} is ${mailing.state}; it is not possible to ${change} it.`)
  await applyChange(tx, mailing, change)
  const at = tx.now.toISOString()
  const before = { state: mailing.state }
  await tx.audit.record({ at, actor, act: `mailing.${change}`, subject: id, before, after: null })
}

/** Few enough not to hold up other writers, or readers in this process. */
const RECIPIENTS_AT_ONCE = 200

const addRecipients = async (tx: ActionContext, mailing: Mailing, startedAt: string, after: string): Promise<void> => {
  const { briefId } = mailing
  const subscribers = await tx.mailings.confirmedBy(startedAt, after, RECIPIENTS_AT_ONCE)
  const recipients = subscribers.map(({ id, email }) => ({
    subscriberId: id,
    domain: recipientDomain(email),
    messageId: tx.emails.messageId(tx.ids.uuid()),
  }))
  if (recipients.length > 0) await tx.mailings.addDeliveries(briefId, recipients, startedAt)
  const last = subscribers.length < RECIPIENTS_AT_ONCE ? null : (subscribers.at(-1)?.id ?? null)
  await tx.mailings.setRecipientsAfter(briefId, last)
}

/**
 * Starts the mailings that are due, creates deliveries for some of their recipients, and finishes mailings with nothing left
 * to send. `more`: it should be called again at once.
 */
export const advanceMailings = async (tx: ActionContext): Promise<{ more: boolean }> => {
  if (!(await hasBriefs(tx))) return { more: false }
  const now = tx.now.toISOString()
  for (const id of await tx.mailings.toStart(now)) await tx.mailings.start(id, now)
  let more = false
  for (const mailing of await tx.mailings.sending()) {
    const { briefId, startedAt, recipientsAfter } = mailing
    if (recipientsAfter !== null && startedAt !== null) {
      await addRecipients(tx, mailing, startedAt, recipientsAfter)
      more = true
    } else if (!(await tx.mailings.hasWaiting(briefId))) await tx.mailings.finish(briefId, 'sent', now)
  }
  return { more }
}

/** Emails a minute, in total and per domain; null: as many as the mail server takes. */
export type MailRates = { total: number | null; domain: number | null }

/** Longer than sending one email can take, so that two processes never send the same one. */
const LEASE_MS = 60_000

type Taken = {
  delivery: LeasedDelivery | null
  /** When the next email may be sent, if only a rate limit delays it. */
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

/** Domains whose rate limit is reached. */
const fullDomains = async (tx: ActionContext, perMinute: number | null): Promise<string[]> => {
  if (perMinute === null) return []
  const buckets = await tx.mailings.bucketsUsedBeyond(fullFrom(perMinute, tx.now.getTime()))
  return buckets.flatMap((bucket) => (bucket.startsWith(DOMAIN_PREFIX) ? [bucket.slice(DOMAIN_PREFIX.length)] : []))
}

type Due = Omit<LeasedBrief, 'to'> | Omit<LeasedDigest, 'to'>

/** The next of these emails whose subscriber still exists; the others that it finds are recorded as `left`. */
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

/** The next email of a brief, in the order in which briefs were started, or otherwise of a digest. */
const nextOf = async (tx: ActionContext, full: readonly string[]) => {
  const now = tx.now.toISOString()
  for (const { briefId } of (await hasBriefs(tx)) ? await tx.mailings.sending() : []) {
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
  /** The connection's previous delivery and its outcome. */
  done: RecordDeliveryInput | null
  rates: MailRates
}

/**
 * Records a connection's previous delivery and leases the next one. Whether the subscriber has left or the mailing is paused is
 * checked here, right before sending. Rate limits are exact across processes.
 */
export const takeDelivery = async (tx: ActionContext, { done, rates }: TakeDeliveryInput): Promise<Taken> => {
  if (done !== null) await recordDelivery(tx, done)
  return takeNext(tx, rates)
}

const REASON_LENGTH = 500

export type RecordDeliveryInput = { delivery: LeasedDelivery; outcome: DeliveryOutcome }

/** Pauses emails to the domain of a recipient for a while. */
const restDomain = (tx: ActionContext, { to, attempts }: LeasedDelivery): Promise<void> =>
  tx.mailings.setUsedUntil(backoffBucket(recipientDomain(to)), tx.now.getTime() + backoffDelay(attempts + 1) * 1_000)

/** Records the outcome of an attempt to deliver. */
export const recordDelivery = async (tx: ActionContext, { delivery, outcome }: RecordDeliveryInput): Promise<void> => {
  if (outcome.result === 'sent') return tx.mailings.markSent(delivery, tx.now.toISOString())
  if (outcome.result === 'empty') return tx.mailings.markLeft(delivery)
  if (outcome.result === 'interrupted') return tx.mailings.release(delivery)
  const pause = outcome.isFinal ? null : retryDelay(delivery.attempts + 1)
  const retryAt = pause === null ? null : new Date(tx.now.getTime() + pause * 1_000).toISOString()
  // Mail servers often repeat the address, which people who read the reason need not see.
  await tx.mailings.markRefused(delivery, maskAddresses(outcome.reason.slice(0, REASON_LENGTH)), retryAt)
  if (outcome.restsDomain === true) await restDomain(tx, delivery)
  const { subscriberId, messageId } = delivery
  const { bounce = null } = outcome
  if (retryAt === null && bounce !== null)
    await recordBounce(tx, { subscriberId, delivery: deliveryName(messageId), kind: bounce })
}
