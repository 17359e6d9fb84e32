import type { ActionContext } from './run-action.ts'
import { deliveryName } from '#core/mail/keyed-address.ts'
import { SOFT_BOUNCE_DAYS, SOFT_BOUNCES, type BounceKind, type SuppressionReason } from '#core/mail/suppression.ts'
import type { Subscriber } from '#core/mail/subscriber.ts'
import { Failure } from '#core/failure.ts'

const DAY_MS = 86_400_000

export type RecordBounceInput = {
  subscriberId: string
  /** The `deliveryName` of the email. */
  delivery: string
  kind: BounceKind
}

/** The effect of a bounce; `counted` is false if it was reported before, or the subscriber no longer exists. */
export type RecordedBounce = { counted: boolean; suppressed: boolean }

const hasTooManySoftBounces = async (tx: ActionContext, email: string): Promise<boolean> => {
  const since = new Date(tx.now.getTime() - SOFT_BOUNCE_DAYS * DAY_MS).toISOString()
  return (await tx.suppressions.softBounces(email, since)) >= SOFT_BOUNCES
}

const suppress = async (tx: ActionContext, subscriber: Subscriber, reason: SuppressionReason): Promise<boolean> => {
  const { id, email, state } = subscriber
  const before = await tx.suppressions.find(email)
  // A complaint replaces a bounce, but not the other way round.
  if (before?.reason === reason || before?.reason === 'complaint') {
    if (state === 'pending') await endSubscription(tx, subscriber, before.reason)
    return false
  }
  const at = tx.now.toISOString()
  await tx.suppressions.put(email, { reason, since: at, confirmationAt: before?.confirmationAt ?? null })
  await endSubscription(tx, subscriber, reason)
  const after = { reason }
  await tx.audit.record({ at, actor: 'mail', act: 'subscriber.suppress', subject: id, before: { state }, after })
  return true
}

/** Marks a subscriber as bounced or complained. One who unsubscribed stays so, except after a complaint. */
const endSubscription = async (tx: ActionContext, subscriber: Subscriber, reason: SuppressionReason): Promise<void> => {
  if (reason === 'bounce' && subscriber.state === 'unsubscribed') return
  const state = reason === 'bounce' ? ('bounced' as const) : ('complained' as const)
  if (reason === 'complaint') {
    // Like unsubscribing, it ends followed searches and pending requests.
    await tx.following.stop(subscriber.id, null)
    await tx.following.removeRequests({ subscriberId: subscriber.id })
  }
  const ended = { ...subscriber, state, confirmHash: null, confirmExpiresAt: null }
  await tx.subscribers.put(ended, tx.now.toISOString())
}

const markDelivery = async (tx: ActionContext, { subscriberId, delivery }: RecordBounceInput): Promise<void> => {
  const sent = await tx.mailings.sentTo(subscriberId)
  const found = sent.find(({ messageId }) => deliveryName(messageId) === delivery)
  if (found !== undefined) await tx.mailings.markBounced(found)
}

/**
 * Records that an email to a subscriber bounced or was reported as spam. A hard bounce or a complaint suppresses the address at
 * once; of soft bounces, the fifth within two weeks does. A repeated report has no effect.
 */
export const recordBounce = async (tx: ActionContext, input: RecordBounceInput): Promise<RecordedBounce> => {
  const { subscriberId, delivery, kind } = input
  const subscriber = await tx.subscribers.find(subscriberId)
  if (subscriber === null) return { counted: false, suppressed: false }
  const { email } = subscriber
  if (!(await tx.suppressions.addBounce(email, { delivery, kind, at: tx.now.toISOString() })))
    return { counted: false, suppressed: false }
  if (kind === 'complaint') return { counted: true, suppressed: await suppress(tx, subscriber, 'complaint') }
  await markDelivery(tx, input)
  const isEnough = kind === 'hard' || (await hasTooManySoftBounces(tx, email))
  return { counted: true, suppressed: isEnough && (await suppress(tx, subscriber, 'bounce')) }
}

/**
 * Lifts the suppression of an address whose owner has confirmed by email, which proves that emails arrive. A complaint stays
 * until an admin lifts it: throws `not_found`, as for an invalid link.
 */
export const liftByConfirming = async (tx: ActionContext, email: string): Promise<void> => {
  const suppression = await tx.suppressions.find(email)
  if (suppression?.reason === 'complaint')
    throw new Failure('not_found', 'This link is no longer valid; write to us to get our emails again.')
  if (suppression !== null) await tx.suppressions.lift(email)
}

/**
 * Lifts the suppression of an address, also of one that was deleted since; returns its reason. The owner must subscribe and
 * confirm again. Throws `not_found` if the address is not suppressed.
 */
export const liftSuppression = async (
  tx: ActionContext,
  { email, actor }: { email: string; actor: string },
): Promise<SuppressionReason> => {
  const suppression = await tx.suppressions.find(email)
  if (suppression === null) throw new Failure('not_found', 'This address is not suppressed.')
  const subscriber = await tx.subscribers.findByEmail(email)
  const at = tx.now.toISOString()
  await tx.suppressions.lift(email)
  if (subscriber !== null && subscriber.state !== 'pending')
    await tx.subscribers.put({ ...subscriber, name: null, state: 'unsubscribed' }, at)
  const before = { reason: suppression.reason }
  // The audit log contains no addresses, and a deleted one has no id.
  const subject = subscriber?.id ?? 'address'
  await tx.audit.record({ at, actor, act: 'subscriber.lift', subject, before, after: null })
  return suppression.reason
}
