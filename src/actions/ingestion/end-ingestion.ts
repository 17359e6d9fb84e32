import type { ActionContext } from '#actions/run-action.ts'
import type { IngestSession } from '#core/imports/ingest-session.ts'
import { findSessionKey } from './find-session-key.ts'
import { getSession } from './get-session.ts'

export type EndIngestionInput = { id: string; actor: string }

/** Ends a session and its key, in the list and in the audit log. Throws `not_found`. */
export const endIngestion = async (
  tx: ActionContext,
  { id, actor }: EndIngestionInput,
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
