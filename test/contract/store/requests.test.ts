import assert from 'node:assert/strict'
import { submitPolicy } from '#core/quota.ts'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { AT } from '../../support/database/stored.ts'

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('limits are exact, also for requests that come at once', async (store) => {
    const policy = { ...submitPolicy, limit: 5 }
    const now = new Date(AT)
    const counted = await Promise.all(
      Array.from({ length: 12 }, () => store.transact((tx) => tx.quota.consume('bucket', policy, now))),
    )
    assert.equal(counted.filter(({ allowed }) => allowed).length, 5)
    assert.equal((await store.private.quota.peek('bucket', policy, now)).remaining, 0)
    const later = new Date(now.getTime() + 3_600_000)
    assert.equal((await store.transact((tx) => tx.quota.consume('bucket', policy, later))).remaining, 4)
    await store.transact((tx) => tx.quota.prune(new Date(later.getTime() + 2 * 86_400_000)))
    assert.equal((await store.private.quota.peek('bucket', policy, later)).remaining, 5)
  })

  contract('a stored response is replayed until it is pruned', async (store) => {
    const key = { scope: 'k1 POST /api/papers', key: 'abc', fingerprint: 'f' }
    const response = { status: 201, headers: { Location: '/x' }, body: '{"ü":1}' }
    await store.transact((tx) => tx.idempotency.put(key, response, AT))
    assert.deepEqual(await store.private.idempotency.find(key.scope, 'abc'), { fingerprint: 'f', response })
    assert.equal(await store.transact((tx) => tx.idempotency.prune(AT)), 0)
    assert.equal(await store.transact((tx) => tx.idempotency.prune('2026-11-21T00:00:00.000Z')), 1)
    assert.equal(await store.private.idempotency.find(key.scope, 'abc'), null)
  })
}
