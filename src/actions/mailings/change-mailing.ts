import type { ActionContext } from '#actions/run-action.ts'
import type { Mailing, MailingState } from '#core/mail/mailing.ts'
import { Failure } from '#core/failure.ts'

export const mailingChanges = ['pause', 'resume', 'cancel'] as const

export type MailingChange = (typeof mailingChanges)[number]

/** The states in which each change is possible. */
const possibleIn: Record<MailingChange, readonly MailingState[]> = {
  pause: ['scheduled', 'sending'],
  resume: ['paused'],
  cancel: ['scheduled', 'sending', 'paused'],
}

type ChangeMailingInput = { id: string; change: MailingChange; actor: string }

const changed = async (tx: ActionContext, { briefId, startedAt }: Mailing, change: MailingChange): Promise<void> => {
  if (change === 'cancel') await tx.mailings.finish(briefId, 'cancelled', tx.now.toISOString())
  else if (change === 'pause') await tx.mailings.setState(briefId, 'paused')
  else await tx.mailings.setState(briefId, startedAt === null ? 'scheduled' : 'sending')
}

/**
 * Pauses, resumes or cancels the sending of a brief. What a connection is sending at this moment is finished, nothing else.
 * Throws `not_found`, and `wrong_state` when the mailing is not in a state for it.
 */
export const changeMailing = async (tx: ActionContext, { id, change, actor }: ChangeMailingInput): Promise<void> => {
  const mailing = await tx.mailings.find(id)
  if (mailing === null) throw new Failure('not_found', `The brief ${id} was never queued to be sent.`)
  if (!possibleIn[change].includes(mailing.state))
    throw new Failure('wrong_state', `The mailing of ${id} is ${mailing.state}; ${change} is not possible.`)
  await changed(tx, mailing, change)
  const at = tx.now.toISOString()
  const before = { state: mailing.state }
  await tx.audit.record({ at, actor, act: `mailing.${change}`, subject: id, before, after: null })
}
