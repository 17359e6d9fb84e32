import assert from 'node:assert/strict'
import type { Email } from '#core/mail/email.ts'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { AT } from '../../support/database/stored.ts'

const email = (messageId: string, given: Partial<Email> = {}): Email => ({
  messageId,
  kind: 'contact',
  to: 'reader@example.org',
  replyTo: { name: 'Zoë', address: 'zoe@example.org' },
  subject: 'Hello',
  text: 'A text.',
  headers: { 'X-Test': '1' },
  ...given,
})

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('an email is leased by one process, tried again later, and counted', async (store) => {
    await store.transact(async (tx) => {
      await tx.outbox.add(email('1'), AT)
      await tx.outbox.add(email('2', { to: null }), AT)
    })
    const lease = (now: string, team: boolean) =>
      store.transact((tx) => tx.outbox.lease(now, '2026-11-20T10:10:00.000Z', 10, team))
    const [first, second] = await Promise.all([lease(AT, true), lease(AT, true)])
    assert.equal(first.length + second.length, 2)
    const leased = [...first, ...second].find(({ messageId }) => messageId === '1')
    assert.deepEqual(leased?.replyTo, { name: 'Zoë', address: 'zoe@example.org' })
    assert.deepEqual(await lease('2026-11-20T10:09:00.000Z', true), [])
    assert.deepEqual(
      (await lease('2026-11-20T10:11:00.000Z', false)).map(({ messageId }) => messageId),
      ['1'],
    )
    const seq = leased?.seq ?? 0
    await store.transact((tx) => tx.outbox.markFailed(seq, 'refused', '2026-11-20T11:00:00.000Z'))
    await store.transact((tx) => tx.outbox.markSent(seq, AT))
    assert.deepEqual(await store.private.outbox.counts(), { waiting: 1, sent: 1, failed: 0 })
    assert.equal(await store.transact((tx) => tx.outbox.requeue('2026-11-20T12:00:00.000Z')), 1)
  })

  contract('subscribers are known by address without regard to case, and keys by their hash', async (store) => {
    const subscriber = {
      id: 's1',
      email: 'Reader@Example.org',
      name: null,
      state: 'pending' as const,
      confirmHash: 'h',
      confirmExpiresAt: AT,
      wantsBrief: true,
    }
    await store.transact((tx) => tx.subscribers.put(subscriber, AT))
    await store.transact((tx) => tx.subscribers.put({ ...subscriber, name: 'R' }, AT))
    assert.equal((await store.private.subscribers.findByEmail('reader@example.ORG'))?.name, 'R')
    assert.equal((await store.private.subscribers.findByConfirmHash('h'))?.id, 's1')
    assert.equal(await store.transact((tx) => tx.subscribers.prunePending('2026-11-21T00:00:00.000Z')), 1)
    const key = {
      id: 'k1',
      label: 'l',
      scopes: ['submit' as const],
      createdAt: AT,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      email: 'ada@example.org',
      ingestSession: null,
    }
    await store.transact((tx) => tx.keys.add({ ...key, hash: 'x' }))
    assert.deepEqual(await store.private.keys.findByHash('x'), key)
    assert.deepEqual(await store.private.keys.find('k1'), key)
    assert.equal(await store.private.keys.find('k2'), null)
    assert.equal(await store.transact((tx) => tx.keys.revoke('k1', AT)), true)
    assert.equal(await store.transact((tx) => tx.keys.revoke('k1', AT)), false)
    assert.equal((await store.private.secret()).length, 32)
  })
}
