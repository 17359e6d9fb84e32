import type { KeyRecord, Scope } from '#core/access.ts'
import { apiKey, secretHash } from '#core/api-key.ts'
import { Failure, invalid } from '#core/failure.ts'
import { textMistake } from '#core/text.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store.ts'

const LABEL_LENGTH = 200

type Ports = { store: Store; clock: Clock; ids: Ids }
type Wish = { label: string; scopes: Scope[]; expiresAt: string | null }
type NewKey = { key: string; record: KeyRecord; stored: KeyRecord & { hash: string } }

const newKey = ({ clock, ids }: Ports, { label, scopes, expiresAt }: Wish): NewKey => {
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
  return { key, record, stored: { ...record, hash: secretHash(key) } }
}

/** Makes an API key. The key is in the result and nowhere else: only its hash is stored. */
export const createKey = async (ports: Ports, wish: Wish): Promise<{ key: string; record: KeyRecord }> => {
  const { key, record, stored } = newKey(ports, wish)
  await ports.store.transact((tx) => tx.keys.add(stored))
  return { key, record }
}

/** Makes a key to begin with; null when the corpus ever had one. */
export const createFirstKey = async (ports: Ports, wish: Wish): Promise<string | null> => {
  // Every start asks, and only the first should have to wait for its turn to write.
  if ((await ports.store.read.keys.list()).length > 0) return null
  const { key, stored } = newKey(ports, wish)
  return ports.store.transact(async (tx) => {
    if ((await tx.keys.list()).length > 0) return null
    await tx.keys.add(stored)
    return key
  })
}

/** Ends a key at once, in every process. Throws `not_found` when there is no such live key. */
export const revokeKey = async ({ store, clock }: { store: Store; clock: Clock }, id: string): Promise<void> => {
  const revoked = await store.transact((tx) => tx.keys.revoke(id, clock.now().toISOString()))
  if (!revoked) throw new Failure('not_found', `There is no live key ${id}; "longview keys list" shows them.`)
}
