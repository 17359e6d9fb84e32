import type { KeyRecord, Scope } from '#core/access.ts'
import { apiKey, secretHash } from '#core/api-key.ts'
import { Failure, invalid } from '#core/failure.ts'
import { textMistake } from '#core/text.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store.ts'

const LABEL_LENGTH = 200

/** Makes an API key. The key is in the result and nowhere else: only its hash is stored. */
export const createKey = async (
  { store, clock, ids }: { store: Store; clock: Clock; ids: Ids },
  { label, scopes, expiresAt }: { label: string; scopes: Scope[]; expiresAt: string | null },
): Promise<{ key: string; record: KeyRecord }> => {
  const trimmed = label.trim()
  const mistake = trimmed === '' ? 'must not be empty' : textMistake(trimmed, 'line')
  if (mistake !== null || trimmed.length > LABEL_LENGTH)
    throw invalid([{ path: 'label', message: mistake ?? `must have at most ${LABEL_LENGTH} characters` }])
  const key = apiKey(ids.secret())
  const record: KeyRecord = {
    id: `k_${ids.secret().slice(0, 12)}`,
    label: trimmed,
    scopes,
    createdAt: clock.now().toISOString(),
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
  }
  await store.transact((tx) => tx.keys.add({ ...record, hash: secretHash(key) }))
  return { key, record }
}

/** Ends a key at once, in every process. Throws `not_found` when there is no such live key. */
export const revokeKey = async ({ store, clock }: { store: Store; clock: Clock }, id: string): Promise<void> => {
  const revoked = await store.transact((tx) => tx.keys.revoke(id, clock.now().toISOString()))
  if (!revoked) throw new Failure('not_found', `There is no live key ${id}; "longview keys list" shows them.`)
}
