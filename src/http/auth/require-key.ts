import type { Context } from 'hono'
import { recordKeyUse } from '#actions/accounts/record-key-use.ts'
import type { RunAction } from '#actions/run-action.ts'
import { hasScope, isLiveKey, type KeyRecord, type KeyScope } from '#core/access/api-key.ts'
import { isWellFormedApiKey, hashSecret } from '#core/access/key-format.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'

const RECORDED_EVERY_MS = 60_000

/** Stands for the ingestion session of whichever key is given. */
export const OWN_SESSION = 'current'

/**
 * Asks for a key: who it belongs to, if it may do what is asked. The key of an ingestion session is good for that
 * `session` and for nothing else, and no other key is good for it.
 */
export type RequireKey = (context: Context, scope: KeyScope, session?: string | null) => Promise<KeyRecord>

type KeyPorts = { store: Store; clock: Clock; log: Log; run: RunAction }

const assertSession = ({ ingestSession }: KeyRecord, session: string | null): void => {
  if (session === null && ingestSession !== null)
    throw new Failure('scope_missing', `This API key is good for the ingestion session ${ingestSession} alone.`)
  if (session === null || (session === OWN_SESSION ? ingestSession !== null : ingestSession === session)) return
  throw new Failure('scope_missing', 'This API key is not the one of this ingestion session.')
}

/** Throws `key_missing`, `key_invalid` (also revoked and expired) or `scope_missing`. Keys come in the header only. */
export const requireKey = ({ store, clock, log, run }: KeyPorts): RequireKey => {
  const recordUse = (key: KeyRecord, now: Date): void => {
    if (key.lastUsedAt !== null && now.getTime() - Date.parse(key.lastUsedAt) < RECORDED_EVERY_MS) return
    run(recordKeyUse, key).catch((error: unknown) => log.warn({ err: error }, 'the use of a key could not be recorded'))
  }
  return async (context, scope, session = null) => {
    const given = context.req.header('x-api-key')
    if (given === undefined || given === '')
      throw new Failure('key_missing', 'This needs an API key in the X-API-Key header; the operator gives them out.')
    const key = isWellFormedApiKey(given) ? await store.private.keys.findByHash(hashSecret(given)) : null
    const now = clock.now()
    if (key === null || !isLiveKey(key, now))
      throw new Failure('key_invalid', 'This API key is not valid: mistyped, expired or revoked.')
    if (!hasScope(key, scope))
      throw new Failure('scope_missing', `This API key lacks the scope "${scope}"; it has ${key.scopes.join(', ')}.`)
    assertSession(key, session)
    recordUse(key, now)
    return key
  }
}
