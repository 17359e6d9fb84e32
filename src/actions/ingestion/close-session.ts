import { notifyAdmins } from '#actions/outbox/notify-admins.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { endIngestion, type EndIngestionInput } from './end-ingestion.ts'
import { getSession } from './get-session.ts'

/**
 * Ends a session and its key, and tells the admins what came of it. Throws `not_found`, and `wrong_state` for one that is
 * over.
 */
export const closeSession = async (tx: ActionContext, input: EndIngestionInput): Promise<void> => {
  const { state } = await getSession(tx.ingestion, input.id)
  if (state !== 'open') throw new Failure('wrong_state', `The ingestion session ${input.id} is ${state} already.`)
  const session = await endIngestion(tx, input, 'closed')
  await notifyAdmins(tx, tx.emails.ingestSummary(session))
}
