import type { ActionContext } from '#actions/run-action.ts'
import type { KeyRecord, KeyScope } from '#core/access/api-key.ts'
import { formatApiKey, hashSecret } from '#core/access/key-format.ts'
import { validationFailure } from '#core/failure.ts'
import { textError } from '#core/text/normalize-text.ts'
import { recordAccountChange } from './record-account-change.ts'

export type CreateKeyInput = {
  label: string
  scopes: KeyScope[]
  expiresAt: string | null
  /** Where decisions on submissions of this key are mailed to. */
  email?: string | null
  ingestSession?: string | null
  actor: string
}

const LABEL_LENGTH = 200

const checkedLabel = (label: string): string => {
  const trimmed = label.trim()
  const error = trimmed === '' ? 'must not be empty' : textError(trimmed, 'line')
  if (error !== null || trimmed.length > LABEL_LENGTH)
    throw validationFailure([{ path: 'label', message: error ?? `must have at most ${LABEL_LENGTH} characters` }])
  return trimmed
}

/** Makes an API key. The key is in the result and nowhere else: its hash is stored. Throws `invalid` for the label. */
export const createKey = async (
  tx: ActionContext,
  { label, scopes, expiresAt, email = null, ingestSession = null, actor }: CreateKeyInput,
): Promise<{ key: string; record: KeyRecord }> => {
  const key = formatApiKey(tx.ids.secret())
  const record: KeyRecord = {
    id: `k_${tx.ids.secret().slice(0, 12)}`,
    label: checkedLabel(label),
    scopes,
    createdAt: tx.now.toISOString(),
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
    email,
    ingestSession,
  }
  await tx.keys.add({ ...record, hash: hashSecret(key) })
  const after = { label: record.label, scopes, expiresAt }
  await recordAccountChange(tx, { change: 'key.create', keyId: record.id, actor, after, detail: record.label })
  return { key, record }
}
