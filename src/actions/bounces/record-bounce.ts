import type { ActionContext } from '#actions/run-action.ts'
import { deliveryName } from '#core/mail/bounces/keyed-address.ts'
import {
  SOFT_BOUNCE_DAYS,
  SOFT_BOUNCES,
  type BounceKind,
  type SuppressionReason,
} from '#core/mail/bounces/suppression.ts'
import type { Subscriber } from '#core/mail/subscriber.ts'

const DAY_MS = 86_400_000

export type RecordBounceInput = {
  subscriberId: string
  /** The `deliveryName` of the email. */
  delivery: string
  kind: BounceKind
}

/** What a bounce did: `counted` is false for one that was told before, or of somebody who is gone. */
export type RecordedBounce = { counted: boolean; suppressed: boolean }

const isTooMuch = async (tx: ActionContext, email: string): Promise<boolean> => {
  const since = new Date(tx.now.getTime() - SOFT_BOUNCE_DAYS * DAY_MS).toISOString()
  return (await tx.suppressions.softBounces(email, since)) >= SOFT_BOUNCES
}

const suppress = async (tx: ActionContext, subscriber: Subscriber, reason: SuppressionReason): Promise<boolean> => {
  const { id, email, state } = subscriber
  const before = await tx.suppressions.find(email)
  // A complaint outweighs a bounce, and not the other way round.
  if (before?.reason === reason || before?.reason === 'complaint') {
    if (state === 'pending') await end(tx, subscriber, before.reason)
    return false
  }
  const at = tx.now.toISOString()
  await tx.suppressions.put(email, { reason, since: at, confirmationAt: before?.confirmationAt ?? null })
  await end(tx, subscriber, reason)
  const after = { reason }
  await tx.audit.record({ at, actor: 'mail', act: 'subscriber.suppress', subject: id, before: { state }, after })
  return true
}

/** Who left stays one who left, unless it is with a complaint. */
const end = async (tx: ActionContext, subscriber: Subscriber, reason: SuppressionReason): Promise<void> => {
  if (reason === 'bounce' && subscriber.state === 'unsubscribed') return
  const state = reason === 'bounce' ? ('bounced' as const) : ('complained' as const)
  if (reason === 'complaint') {
    // It ends the subscription and all that was asked for, as unsubscribing does.
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
 * Records that an email to a subscriber came back, or was called spam. For good, or as a complaint, it suppresses the
 * address at once; for a reason that may pass, the fifth within two weeks does. The same report a second time does nothing.
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
  const isEnough = kind === 'hard' || (await isTooMuch(tx, email))
  return { counted: true, suppressed: isEnough && (await suppress(tx, subscriber, 'bounce')) }
}
