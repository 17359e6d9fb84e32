import { recordBounce } from '#actions/bounces/record-bounce.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { deliveryName } from '#core/mail/bounces/keyed-address.ts'
import { maskAddresses } from '#core/mail/mask-address.ts'
import type { DeliveryOutcome, LeasedDelivery } from '#core/mail/mailing.ts'
import { retryDelay } from '#core/mail/retry-delay.ts'

const REASON_LENGTH = 500

export type RecordDeliveryInput = { delivery: LeasedDelivery; outcome: DeliveryOutcome }

/** Records how an attempt to deliver ended. */
export const recordDelivery = async (tx: ActionContext, { delivery, outcome }: RecordDeliveryInput): Promise<void> => {
  if (outcome.result === 'sent') return tx.mailings.markSent(delivery, tx.now.toISOString())
  if (outcome.result === 'empty') return tx.mailings.markLeft(delivery)
  if (outcome.result === 'interrupted') return tx.mailings.release(delivery)
  const pause = outcome.isFinal ? null : retryDelay(delivery.attempts + 1)
  const retryAt = pause === null ? null : new Date(tx.now.getTime() + pause * 1_000).toISOString()
  // Whoever sees the reason need not see the address that mail servers like to repeat.
  await tx.mailings.markRefused(delivery, maskAddresses(outcome.reason.slice(0, REASON_LENGTH)), retryAt)
  const { subscriberId, messageId } = delivery
  const { bounce = null } = outcome
  if (retryAt === null && bounce !== null)
    await recordBounce(tx, { subscriberId, delivery: deliveryName(messageId), kind: bounce })
}
