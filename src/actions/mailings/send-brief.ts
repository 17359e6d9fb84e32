import type { ActionContext } from '#actions/run-action.ts'
import type { Mailing } from '#core/mail/mailing.ts'
import { Failure, validationFailure } from '#core/failure.ts'

type SendBriefInput = {
  id: string
  /** When it is to be sent; null: at once. */
  at: Date | null
  actor: string
}

const mailingOf = async (tx: ActionContext, id: string): Promise<Mailing> => {
  const mailing = await tx.mailings.find(id)
  if (mailing === null) throw new Error(`the mailing of ${id} is not there`)
  return mailing
}

/**
 * Queues a published brief for all subscribers who are confirmed when its time comes. A brief that is queued already, being
 * sent or sent stays as it is; one that was cancelled before its time is queued again. Throws `not_found`, and `invalid`
 * for a time that is over.
 */
export const sendBrief = async (tx: ActionContext, { id, at, actor }: SendBriefInput): Promise<Mailing> => {
  if ((await tx.briefs.find(id)) === null) throw new Failure('not_found', `There is no published brief ${id}.`)
  const found = await tx.mailings.find(id)
  if (found !== null) {
    if (found.state !== 'cancelled' || found.startedAt !== null) return found
    await tx.mailings.remove(id)
  }
  if (at !== null && at < tx.now)
    throw validationFailure([{ path: 'at', message: 'is over: leave it out to send the brief now' }])
  const startAt = (at ?? tx.now).toISOString()
  await tx.mailings.add(id, startAt)
  const now = tx.now.toISOString()
  await tx.audit.record({ at: now, actor, act: 'mailing.queue', subject: id, before: null, after: { startAt } })
  return mailingOf(tx, id)
}
