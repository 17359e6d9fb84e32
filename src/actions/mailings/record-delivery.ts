import { recordBounce } from '#actions/bounces/record-bounce.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { deliveryName } from '#core/mail/bounces/keyed-address.ts'
import { maskAddresses } from '#core/mail/mask-address.ts'
import type { DeliveryOutcome, LeasedDelivery } from '#core/mail/mailing.ts'
import { recipientDomain } from '#core/mail/base-mailbox.ts'
import { restBucket } from '#core/mail/mail-rate.ts'
import { restDelay, retryDelay } from '#core/mail/retry-delay.ts'

const REASON_LENGTH = 500

export type RecordDeliveryInput = { delivery: LeasedDelivery; outcome: DeliveryOutcome }

/** Lets no email go to the domain of a recipient for a while; emails to others go on. */
const restDomain = (tx: ActionContext, { to, attempts }: LeasedDelivery): Promise<void> =>
  tx.mailings.setUsedUntil(restBucket(recipientDomain(to)), tx.now.getTime() + restDelay(attempts + 1) * 1_000)

/** Records how an attempt to deliver ended. */
export const recordDelivery = async (tx: ActionContext, { delivery, outcome }: RecordDeliveryInput): Promise<void> => {
  if (outcome.result === 'sent') return tx.mailings.markSent(delivery, tx.now.toISOString())
  if (outcome.result === 'empty') return tx.mailings.markLeft(delivery)
  if (outcome.result === 'interrupted') return tx.mailings.release(delivery)
  const pause = outcome.isFinal ? null : retryDelay(delivery.attempts + 1)
  const retryAt = pause === null ? null : new Date(tx.now.getTime() + pause * 1_000).toISOString()
  // Whoever sees the reason need not see the address that mail servers like to repeat.
  await tx.mailings.markRefused(delivery, maskAddresses(outcome.reason.slice(0, REASON_LENGTH)), retryAt)
  if (outcome.restsDomain === true) await restDomain(tx, delivery)
  const { subscriberId, messageId } = delivery
  const { bounce = null } = outcome
  if (retryAt === null && bounce !== null)
    await recordBounce(tx, { subscriberId, delivery: deliveryName(messageId), kind: bounce })
}
