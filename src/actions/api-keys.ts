import type { ActionContext } from './run-action.ts'
import { type KeyRecord, type KeyScope, isLiveKey, formatApiKey, hashSecret } from '#core/access/api-key.ts'
import { validationFailure, Failure } from '#core/failure.ts'
import { textError } from '#core/text/normalize-text.ts'
import { recordAccountChange } from './account-changes.ts'

export type CreateKeyInput = {
  label: string
  scopes: KeyScope[]
  expiresAt: string | null
  /** Where decisions on this key's submissions are emailed to. */
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

/** Creates an API key. The key itself is only in the result; its hash is stored. Throws `invalid` for the label. */
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

type RenewKeyInput = {
  id: string
  /** Null: it no longer expires. */
  expiresAt: string | null
  actor: string
}

/** Changes the expiry of a key, which may have expired. Throws `not_found` for an unknown or revoked key. */
export const renewKey = async (tx: ActionContext, { id, expiresAt, actor }: RenewKeyInput): Promise<void> => {
  const found = await tx.keys.find(id)
  if (found === null || found.revokedAt !== null)
    throw new Failure('not_found', `There is no key ${id} that can be renewed; "longview keys list" shows them.`)
  await tx.keys.renew(id, expiresAt)
  const before = { expiresAt: found.expiresAt }
  const after = { expiresAt }
  await recordAccountChange(tx, { change: 'key.renew', keyId: id, actor, before, after, detail: found.label })
}

const HOUR_MS = 3_600_000

type RotateKeyInput = {
  id: string
  /** How long the previous secret stays valid, so that its users can switch. */
  overlapHours: number
  actor: string
}

/**
 * Gives a key a new secret, which is only in the result; its submissions stay its own. Throws `not_found` for a key that is
 * not live.
 */
export const rotateKey = async (tx: ActionContext, { id, overlapHours, actor }: RotateKeyInput): Promise<string> => {
  const found = await tx.keys.find(id)
  if (found === null || !isLiveKey(found, tx.now)) throw new Failure('not_found', `There is no live key ${id}.`)
  const key = formatApiKey(tx.ids.secret())
  const previousUntil = new Date(tx.now.getTime() + overlapHours * HOUR_MS).toISOString()
  await tx.keys.rotate(id, hashSecret(key), previousUntil)
  const after = { previousUntil }
  await recordAccountChange(tx, { change: 'key.rotate', keyId: id, actor, after, detail: found.label })
  return key
}

/** Revokes a key at once, in every process. Throws `not_found` if there is no such live key. */
export const revokeKey = async (tx: ActionContext, { id, actor }: { id: string; actor: string }): Promise<void> => {
  const at = tx.now.toISOString()
  if (!(await tx.keys.revoke(id, at)))
    throw new Failure('not_found', `There is no live key ${id}; "longview keys list" shows them.`)
  const before = { revokedAt: null }
  const after = { revokedAt: at }
  const detail = (await tx.keys.find(id))?.label ?? id
  await recordAccountChange(tx, { change: 'key.revoke', keyId: id, actor, before, after, detail })
}
