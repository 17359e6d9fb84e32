import { isLiveKey } from '#core/access/api-key.ts'
import { formatApiKey, hashSecret } from '#core/access/key-format.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store/store.ts'

const HOUR_MS = 3_600_000

/**
 * Gives a key another secret, which is in the result and nowhere else; what it submitted stays its own. The secret
 * before is good for so many hours more, so that whoever uses it can change over. Throws `not_found` for a key that is
 * not live.
 */
export const rotateKey = (
  { store, clock, ids }: { store: Store; clock: Clock; ids: Ids },
  { id, overlapHours, actor }: { id: string; overlapHours: number; actor: string },
): Promise<string> => {
  const key = formatApiKey(ids.secret())
  return store.transact(async (tx) => {
    const now = clock.now()
    const found = await tx.keys.find(id)
    if (found === null || !isLiveKey(found, now)) throw new Failure('not_found', `There is no live key ${id}.`)
    const previousUntil = new Date(now.getTime() + overlapHours * HOUR_MS).toISOString()
    await tx.keys.rotate(id, hashSecret(key), previousUntil)
    const at = now.toISOString()
    await tx.audit.record({ at, actor, act: 'key.rotate', subject: id, before: null, after: { previousUntil } })
    return key
  })
}
