import assert from 'node:assert/strict'
import type { Message } from '#core/mail/message.ts'
import type { Subscriber } from '#core/mail/subscriber.ts'
import { hashSecret } from '#core/access/api-key.ts'
import type { Email } from '#core/mail/email.ts'
import { submitPolicy } from '#core/quota.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { AT } from '../support/database/stored.ts'

const message = (id: string, given: Partial<Message> = {}): Message => ({
  id,
  name: 'Zoë',
  email: 'zoe@example.org',
  organisation: null,
  subject: null,
  message: 'Hello.',
  receivedAt: AT,
  ...given,
})

const subscriber = (id: string, email: string, state: Subscriber['state'] = 'active'): Subscriber => ({
  id,
  email,
  name: null,
  state,
  confirmHash: null,
  confirmExpiresAt: null,
  wantsBrief: true,
})

const email = (messageId: string, given: Partial<Email> = {}): Email => ({
  messageId,
  kind: 'confirmation',
  to: 'zoe@example.org',
  replyTo: null,
  subject: 'Hello',
  text: 'A text.',
  headers: {},
  ...given,
})

const everyEmail = async (store: Store) => (await store.private.outbox.list(null, null, 100)).emails

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('messages are listed newest first by state, page by page, and spam only when asked for', async (store) => {
    await store.transact(async (tx) => {
      for (const [index, id] of ['m1', 'm2', 'm3', 'm4'].entries())
        await tx.messages.add(message(id, { receivedAt: index < 2 ? AT : `2026-11-2${index}T10:00:00.000Z` }))
      await tx.messages.setState('m3', 'spam')
      await tx.messages.setState('m1', 'answered')
    })
    const first = await store.private.messages.list(null, null, 2)
    assert.deepEqual(
      first.messages.map(({ id }) => id),
      ['m4', 'm2'],
    )
    const second = await store.private.messages.list(null, first.next, 2)
    assert.deepEqual(
      second.messages.map(({ id }) => id),
      ['m1'],
    )
    assert.equal(second.next, null)
    assert.deepEqual(
      (await store.private.messages.list('spam', null, 5)).messages.map(({ id }) => id),
      ['m3'],
    )
    assert.deepEqual(await store.private.messages.counts(), { new: 2, read: 0, answered: 1, spam: 1 })
    assert.deepEqual(await store.private.messages.find('m1'), { ...message('m1'), state: 'answered' })
    assert.equal(await store.private.messages.find('m9'), null)
  })

  contract('subscribers are listed by address and counted by state', async (store) => {
    await store.transact(async (tx) => {
      await tx.subscribers.put(subscriber('s1', 'B@example.org'), AT)
      await tx.subscribers.put(subscriber('s2', 'a@example.org'), AT)
      await tx.subscribers.put(subscriber('s3', 'c@example.org', 'pending'), AT)
    })
    const first = await store.private.subscribers.list(null, null, 2)
    assert.deepEqual(
      first.subscribers.map(({ id }) => id),
      ['s2', 's1'],
    )
    assert.deepEqual(first.subscribers[0], {
      id: 's2',
      email: 'a@example.org',
      name: null,
      state: 'active',
      wantsBrief: true,
      since: AT,
    })
    assert.deepEqual(
      (await store.private.subscribers.list(null, first.next, 2)).subscribers.map(({ id }) => id),
      ['s3'],
    )
    assert.deepEqual(
      (await store.private.subscribers.list('pending', null, 2)).subscribers.map(({ id }) => id),
      ['s3'],
    )
    assert.deepEqual(await store.private.subscribers.counts(), {
      pending: 1,
      active: 2,
      unsubscribed: 0,
      bounced: 0,
      complained: 0,
    })
  })

  contract(
    'an erased address is gone from subscribers, messages and emails, and no other is touched',
    async (store) => {
      await store.transact(async (tx) => {
        await tx.subscribers.put(subscriber('s1', 'Zoe_x@example.org'), AT)
        await tx.subscribers.put(subscriber('s2', 'zoeax@example.org'), AT)
        await tx.messages.add(message('m1', { email: 'zoe_X@example.org' }))
        await tx.messages.add(message('m2', { email: 'zoeax@example.org' }))
        await tx.outbox.add(email('1', { to: 'Zoe_x@example.org' }), AT)
        await tx.outbox.add(
          email('2', { kind: 'contact', to: null, replyTo: { name: 'Z', address: 'zoe_X@example.org' } }),
          AT,
        )
        await tx.outbox.add(email('3', { to: 'zoeax@example.org' }), AT)
        await tx.outbox.add(
          email('4', { kind: 'contact', to: null, replyTo: { name: 'Z', address: 'zoeax@example.org' } }),
          AT,
        )
      })
      await store.transact(async (tx) => {
        assert.equal(await tx.subscribers.erase('zoe_x@example.org'), true)
        assert.equal(await tx.messages.erase('zoe_x@example.org'), 1)
        assert.equal(await tx.outbox.erase('zoe_x@example.org'), 2)
        assert.equal(await tx.subscribers.erase('zoe_x@example.org'), false)
      })
      assert.deepEqual(
        (await store.private.subscribers.list(null, null, 9)).subscribers.map(({ id }) => id),
        ['s2'],
      )
      assert.deepEqual(
        (await store.private.messages.list(null, null, 9)).messages.map(({ id }) => id),
        ['m2'],
      )
      assert.deepEqual(
        (await everyEmail(store)).map(({ to }) => to),
        [null, 'zoeax@example.org'],
      )
    },
  )

  contract(
    'an email that was given up is tried again on request; one that was sent or is leased is not',
    async (store) => {
      await store.transact(async (tx) => {
        for (const id of ['1', '2', '3']) await tx.outbox.add(email(id), AT)
      })
      const [third, second, first] = (await everyEmail(store)).map(({ seq }) => seq)
      assert.ok(first !== undefined && second !== undefined && third !== undefined)
      await store.transact(async (tx) => {
        await tx.outbox.markFailed(first, '550 no such mailbox', null)
        await tx.outbox.markSent(second, AT)
        await tx.outbox.lease(AT, '2026-11-20T10:10:00.000Z', 1, true)
      })
      assert.deepEqual(await store.private.outbox.counts(), { waiting: 1, sent: 1, failed: 1 })
      const [failed] = (await store.private.outbox.list('failed', null, 5)).emails
      assert.deepEqual([failed?.seq, failed?.lastError, failed?.attempts], [first, '550 no such mailbox', 1])
      const page = await store.private.outbox.list(null, null, 2)
      assert.deepEqual(
        (await store.private.outbox.list(null, page.next, 2)).emails.map(({ seq }) => seq),
        [first],
      )
      const retried = await store.transact(async (tx) => ({
        first: await tx.outbox.retry(first, AT),
        second: await tx.outbox.retry(second, AT),
        third: await tx.outbox.retry(third, AT),
      }))
      assert.deepEqual(retried, { first: true, second: false, third: false })
      assert.deepEqual(await store.private.outbox.counts(), { waiting: 2, sent: 1, failed: 0 })
    },
  )

  contract('after a rotation both keys are the same key, the one before until its time is up', async (store) => {
    const key = {
      id: 'k1',
      label: 'lab',
      scopes: ['submit' as const],
      createdAt: AT,
      revokedAt: null,
      lastUsedAt: null,
      email: null,
      ingestSession: null,
    }
    const [a, b, c] = ['a', 'b', 'c'].map(hashSecret)
    assert.ok(a !== undefined && b !== undefined && c !== undefined)
    await store.transact(async (tx) => {
      await tx.keys.add({ ...key, expiresAt: '2026-12-01T00:00:00.000Z', hash: a })
      await tx.keys.rotate('k1', b, '2026-11-21T00:00:00.000Z')
    })
    assert.equal((await store.private.keys.findByHash(b))?.expiresAt, '2026-12-01T00:00:00.000Z')
    assert.equal((await store.private.keys.findByHash(a))?.expiresAt, '2026-11-21T00:00:00.000Z')
    assert.equal((await store.private.keys.findByHash(a))?.id, 'k1')
    await store.transact((tx) => tx.keys.rotate('k1', c, '2027-01-01T00:00:00.000Z'))
    assert.equal(await store.private.keys.findByHash(a), null)
    assert.equal((await store.private.keys.findByHash(b))?.expiresAt, '2026-12-01T00:00:00.000Z')
    assert.equal((await store.private.keys.find('k1'))?.label, 'lab')
    assert.equal(await store.private.keys.find('k2'), null)
  })

  contract('the requests counted in a bucket can be cleared', async (store) => {
    const now = new Date(AT)
    await store.transact((tx) => tx.quota.consume('a', submitPolicy, now))
    await store.transact((tx) => tx.quota.consume('b', submitPolicy, now))
    await store.transact((tx) => tx.quota.clear('a'))
    assert.equal((await store.private.quota.peek('a', submitPolicy, now)).remaining, 100)
    assert.equal((await store.private.quota.peek('b', submitPolicy, now)).remaining, 99)
  })
}
