import { notifyAdmins } from '#actions/outbox/notify-admins.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { IngestSession } from '#core/imports/ingest-session.ts'
import { getSession } from './get-session.ts'

type EndSessionInput = { id: string; actor: string }

/** The key that sends to a session; it stays in the list when the session is over. */
export const findSessionKey = async ({ keys }: Pick<ActionContext, 'keys'>, id: string): Promise<string | null> =>
  (await keys.list()).find(({ ingestSession }) => ingestSession === id)?.id ?? null

const end = async (
  tx: ActionContext,
  { id, actor }: EndSessionInput,
  state: 'closed' | 'undoing',
): Promise<IngestSession> => {
  const session = await getSession(tx.ingestion, id)
  const at = tx.now.toISOString()
  const key = await findSessionKey(tx, id)
  if (key !== null) await tx.keys.revoke(key, at)
  await tx.ingestion.update(id, { state, endedAt: session.endedAt ?? at, endedBy: session.endedBy ?? actor })
  const act = state === 'closed' ? 'ingestion.close' : 'ingestion.undo'
  await tx.audit.record({ at, actor, act, subject: id, before: { state: session.state }, after: { ...session.counts } })
  return session
}

/**
 * Ends a session and its key, and tells the admins what came of it. Throws `not_found`, and `wrong_state` for one that is
 * over.
 */
export const closeSession = async (tx: ActionContext, input: EndSessionInput): Promise<void> => {
  const { state } = await getSession(tx.ingestion, input.id)
  if (state !== 'open') throw new Failure('wrong_state', `The ingestion session ${input.id} is ${state} already.`)
  const session = await end(tx, input, 'closed')
  await notifyAdmins(tx, tx.emails.ingestSummary(session))
}

/**
 * Ends a session and has what it brought taken back, step by step (`undoStep`). Throws `not_found`, and `wrong_state` for
 * one that is undone.
 */
export const undoSession = async (tx: ActionContext, input: EndSessionInput): Promise<void> => {
  const { state } = await getSession(tx.ingestion, input.id)
  if (state === 'undone') throw new Failure('wrong_state', `The ingestion session ${input.id} is undone already.`)
  if (state !== 'undoing') await end(tx, input, 'undoing')
}
