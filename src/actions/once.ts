import { Failure } from '#core/failure.ts'
import type { IdempotentRequest, StoredResponse } from '#ports/store/access.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store, Transaction } from '#ports/store/store.ts'

/** How an action that stores is asked for: at most once under a key, with its answer kept for retries. */
export type Asked<Result> = {
  once: IdempotentRequest | null
  /** The answer as it will be given, byte for byte. */
  seal: (result: Result) => StoredResponse
}

export type Answered = { receipt: StoredResponse; replayed: boolean }

/**
 * Runs `work` in one transaction together with the receipt of its answer: a retry under the same key gets that
 * answer again and changes nothing. `work` refuses by throwing, which undoes all, or by returning a failure, which
 * keeps what was noted on the way. Throws `idempotency_key_reused` when the key came with another request before.
 */
export const transactOnce = async <Result>(
  { store, clock }: { store: Store; clock: Clock },
  { once, seal }: Asked<Result>,
  work: (tx: Transaction) => Promise<Result | Failure>,
): Promise<Answered> => {
  const answered = await store.transact(async (tx) => {
    if (once !== null) {
      const kept = await tx.idempotency.find(once.scope, once.key)
      if (kept?.fingerprint === once.fingerprint) return { receipt: kept.response, replayed: true }
      if (kept !== null)
        throw new Failure(
          'idempotency_key_reused',
          'This Idempotency-Key came with another request before; use a new key for a new request.',
        )
    }
    const result = await work(tx)
    if (result instanceof Failure) return result
    const receipt = seal(result)
    if (once !== null) await tx.idempotency.save(once, receipt, clock.now().toISOString())
    return { receipt, replayed: false }
  })
  if (answered instanceof Failure) throw answered
  return answered
}
