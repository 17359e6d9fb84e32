import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'

type RequeueEmailInput = { seq: number; actor: string }

/** Makes an email due now that waits or was given up. Throws `wrong_state` when it was sent or is being sent. */
export const requeueEmail = async (tx: ActionContext, { seq, actor }: RequeueEmailInput): Promise<void> => {
  const at = tx.now.toISOString()
  if (!(await tx.outbox.retry(seq, at)))
    throw new Failure('wrong_state', `Email ${seq} was sent, is being sent, or was removed.`)
  await tx.audit.record({ at, actor, act: 'letter.retry', subject: String(seq), before: null, after: { dueAt: at } })
}
