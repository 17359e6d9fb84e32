import type { Context } from 'hono'
import { isLiveKey, type KeyRecord, type KeyScope } from '#core/access/api-key.ts'
import { isWellFormedApiKey, hashSecret } from '#core/access/key-format.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'

const LAST_USED_INTERVAL_MS = 60_000

/** Asks for a key: who it belongs to, if it may do what is asked. */
export type RequireKey = (context: Context, scope: KeyScope) => Promise<KeyRecord>

/** Throws `key_missing`, `key_invalid` (also revoked and expired) or `scope_missing`. Keys come in the header only. */
export const requireKey = ({ store, clock, log }: { store: Store; clock: Clock; log: Log }): RequireKey => {
  const recordLastUsed = (key: KeyRecord, now: Date): void => {
    if (key.lastUsedAt !== null && now.getTime() - Date.parse(key.lastUsedAt) < LAST_USED_INTERVAL_MS) return
    store
      .transact((tx) => tx.keys.touch(key.id, now.toISOString()))
      .catch((error: unknown) => log.warn({ err: error }, 'the use of a key could not be noted'))
  }
  return async (context, scope) => {
    const given = context.req.header('x-api-key')
    if (given === undefined || given === '')
      throw new Failure('key_missing', 'This needs an API key in the X-API-Key header; the operator gives them out.')
    const key = isWellFormedApiKey(given) ? await store.private.keys.findByHash(hashSecret(given)) : null
    const now = clock.now()
    if (key === null || !isLiveKey(key, now))
      throw new Failure('key_invalid', 'This API key is not valid: mistyped, expired or revoked.')
    if (!key.scopes.includes(scope))
      throw new Failure('scope_missing', `This API key lacks the scope "${scope}"; it has ${key.scopes.join(', ')}.`)
    recordLastUsed(key, now)
    return key
  }
}
