import { createKey } from '#actions/accounts/create-key.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { noIngestCounts, type IngestSession } from '#core/imports/ingest-session.ts'
import { validationFailure } from '#core/failure.ts'

type OpenSessionInput = {
  label: string
  /** How many records it takes. */
  maxRecords: number
  until: Date
  actor: string
}

/**
 * Opens an ingestion session with a key that is good for it alone; the key is in the result and nowhere else. Throws
 * `invalid` for the label, and for an end that is not ahead.
 */
export const openSession = async (
  tx: ActionContext,
  { label, maxRecords, until, actor }: OpenSessionInput,
): Promise<{ session: IngestSession; key: string }> => {
  if (until <= tx.now) throw validationFailure([{ path: 'until', message: 'must be ahead of now' }])
  const id = `is_${tx.ids.secret().slice(0, 16)}`
  const expiresAt = until.toISOString()
  const { key, record } = await createKey(tx, { label, scopes: ['ingest'], expiresAt, ingestSession: id, actor })
  const at = tx.now.toISOString()
  const session: IngestSession = {
    id,
    label: record.label,
    state: 'open',
    maxRecords,
    openedAt: at,
    openedBy: actor,
    until: expiresAt,
    endedAt: null,
    endedBy: null,
    activeAt: null,
    counts: noIngestCounts(),
    last: null,
    removed: 0,
  }
  await tx.ingestion.add(session)
  const after = { label: record.label, maxRecords, until: expiresAt, key: record.id }
  await tx.audit.record({ at, actor, act: 'ingestion.open', subject: id, before: null, after })
  return { session, key }
}
