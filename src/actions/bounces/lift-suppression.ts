import type { ActionContext } from '#actions/run-action.ts'
import type { SuppressionReason } from '#core/mail/bounces/suppression.ts'
import { Failure } from '#core/failure.ts'

type LiftSuppressionInput = { email: string; actor: string }

/**
 * Lets an address be subscribed again that was suppressed, also one that was deleted since; why it was. Its owner has to
 * confirm: a complaint has ended the subscription. Throws `not_found` when it is not suppressed.
 */
export const liftSuppression = async (
  tx: ActionContext,
  { email, actor }: LiftSuppressionInput,
): Promise<SuppressionReason> => {
  const suppression = await tx.suppressions.find(email)
  if (suppression === null) throw new Failure('not_found', 'This address is not suppressed.')
  const subscriber = await tx.subscribers.findByEmail(email)
  const at = tx.now.toISOString()
  await tx.suppressions.lift(email)
  if (subscriber !== null && subscriber.state !== 'pending')
    await tx.subscribers.put({ ...subscriber, name: null, state: 'unsubscribed' }, at)
  const before = { reason: suppression.reason }
  // The log keeps no address; a deleted one has no id any more.
  const subject = subscriber?.id ?? 'address'
  await tx.audit.record({ at, actor, act: 'subscriber.lift', subject, before, after: null })
  return suppression.reason
}
