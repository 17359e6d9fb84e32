import type { KeyRecord, KeyScope } from '#core/access/api-key.ts'
import { formatApiKey, hashSecret } from '#core/access/key-format.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { textError } from '#core/text/normalize-text.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store, Transaction } from '#ports/store/store.ts'

const LABEL_LENGTH = 200

type Ports = { store: Store; clock: Clock; ids: Ids }
type Wish = { label: string; scopes: KeyScope[]; expiresAt: string | null; email?: string | null; actor: string }
type NewKey = { key: string; record: KeyRecord; stored: KeyRecord & { hash: string } }

const newKey = ({ clock, ids }: Ports, { label, scopes, expiresAt, email = null }: Wish): NewKey => {
  const trimmed = label.trim()
  const mistake = trimmed === '' ? 'must not be empty' : textError(trimmed, 'line')
  if (mistake !== null || trimmed.length > LABEL_LENGTH)
    throw validationFailure([{ path: 'label', message: mistake ?? `must have at most ${LABEL_LENGTH} characters` }])
  const key = formatApiKey(ids.secret())
  const record: KeyRecord = {
    id: `k_${ids.secret().slice(0, 12)}`,
    label: trimmed,
    scopes,
    createdAt: clock.now().toISOString(),
    expiresAt,
    revokedAt: null,
    lastUsedAt: null,
    email,
  }
  return { key, record, stored: { ...record, hash: hashSecret(key) } }
}

const add = async (tx: Transaction, { record, stored }: NewKey, actor: string): Promise<void> => {
  await tx.keys.add(stored)
  const { id, label, scopes, createdAt, expiresAt } = record
  const after = { label, scopes, expiresAt }
  await tx.audit.record({ at: createdAt, actor, act: 'key.create', subject: id, before: null, after })
}

/** Makes an API key. The key is in the result and nowhere else: only its hash is stored. */
export const createKey = async (ports: Ports, wish: Wish): Promise<{ key: string; record: KeyRecord }> => {
  const made = newKey(ports, wish)
  await ports.store.transact((tx) => add(tx, made, wish.actor))
  return { key: made.key, record: made.record }
}

/** Makes a key to begin with; null when the corpus ever had one. */
export const createFirstKey = async (ports: Ports, wish: Wish): Promise<string | null> => {
  // Every start asks, and only the first should have to wait for its turn to write.
  if ((await ports.store.private.keys.list()).length > 0) return null
  const made = newKey(ports, wish)
  return ports.store.transact(async (tx) => {
    if ((await tx.keys.list()).length > 0) return null
    await add(tx, made, wish.actor)
    return made.key
  })
}

/** Ends a key at once, in every process. Throws `not_found` when there is no such live key. */
export const revokeKey = (
  { store, clock }: { store: Store; clock: Clock },
  { id, actor }: { id: string; actor: string },
): Promise<void> =>
  store.transact(async (tx) => {
    const at = clock.now().toISOString()
    if (!(await tx.keys.revoke(id, at)))
      throw new Failure('not_found', `There is no live key ${id}; "longview keys list" shows them.`)
    const after = { revokedAt: at }
    await tx.audit.record({ at, actor, act: 'key.revoke', subject: id, before: { revokedAt: null }, after })
  })
