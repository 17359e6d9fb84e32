import assert from 'node:assert/strict'
import { takeDelivery, type MailRates } from '#actions/mailings/take-delivery.ts'
import { MAX_DELIVERY_ATTEMPTS } from '#core/mail/retry-delay.ts'
import { advanceAll } from '#jobs/deliver-mailings.ts'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { readers } from '../../support/mail/mailing-corpus.ts'
import { end, hasWork, prepare, progress, queue, sendAll, take } from '../../support/mail/mailing-run.ts'

for (const engine of engines) {
  const promise = contractFor(engine)

  promise('a delivery that one connection has leased goes to no other until the lease ends', async (store) => {
    const setting = await prepare(store, readers(2))
    await queue(setting)
    await advanceAll(setting)
    const [first, second] = [await take(setting), await take(setting)]
    assert.ok(first && second)
    assert.notEqual(first.to, second.to)
    assert.equal(await take(setting), null)
    assert.equal(await hasWork(setting), false)
    await end(setting, second, { result: 'interrupted' })
    assert.deepEqual(await take(setting), second, 'an attempt that we ended does not count')
    setting.clock.advance(60)
    assert.equal(await hasWork(setting), true)
    // The process of the first one was killed; the one that took over sends it under the same Message-ID.
    const again = [await take(setting), await take(setting)]
    assert.deepEqual(new Set(again.map((one) => one?.messageId)), new Set([first.messageId, second.messageId]))
    await end(setting, first, { result: 'sent' })
    await end(setting, first, { result: 'refused', isFinal: true, reason: '550 no' })
    assert.equal((await progress(setting)).deliveries.sent, 1, 'what was sent stays sent')
  })

  promise(
    'a temporary refusal is tried again with growing waits for two days, a permanent one is not',
    async (store) => {
      const setting = await prepare(store, ['never@example.org', 'later@example.org'])
      const { clock, run } = setting
      await queue(setting)
      await advanceAll(setting)
      const both = [await take(setting), await take(setting)]
      const never = both.find((one) => one?.to === 'never@example.org')
      let later = both.find((one) => one?.to === 'later@example.org') ?? null
      assert.ok(never && later)
      await end(setting, never, { result: 'refused', isFinal: true, reason: '550 <never@example.org> is unknown' })
      assert.deepEqual((await progress(setting)).deliveries, { waiting: 1, sent: 0, failed: 1, bounced: 0, left: 0 })
      const begun = clock.now().getTime()
      for (let attempt = 1; later !== null; attempt += 1) {
        assert.ok(attempt <= MAX_DELIVERY_ATTEMPTS)
        assert.equal(later.attempts, attempt - 1)
        await end(setting, later, { result: 'refused', isFinal: false, reason: '450 later@example.org: come back' })
        assert.equal(await take(setting), null)
        later = null
        for (let hour = 0; hour < 5 && later === null; hour += 1) {
          clock.advance(hour === 0 ? 1_800 : 3_600)
          later = await take(setting)
        }
      }
      assert.ok(clock.now().getTime() - begun > 2 * 86_400_000)
      assert.deepEqual((await progress(setting)).deliveries, { waiting: 0, sent: 0, failed: 2, bounced: 0, left: 0 })
      await advanceAll({ run })
      assert.equal((await progress(setting)).state, 'sent')
    },
  )

  promise('rates hold in all and for each domain, and a domain at its rate holds up no other', async (store) => {
    const setting = await prepare(store, [...readers(30, 'big.example'), ...readers(3, 'small.example')])
    const { clock, run } = setting
    await queue(setting)
    await advanceAll(setting)
    const byDomain: MailRates = { total: null, domain: 60 }
    const first = await sendAll(setting, byDomain)
    assert.deepEqual(new Set(first.map((to) => to.split('@')[1])), new Set(['big.example', 'small.example']))
    assert.equal(first.length, 2)
    const full = await run(takeDelivery, { done: null, rates: byDomain })
    assert.deepEqual(full, { delivery: null, roomAt: clock.now().getTime() + 1_000 })
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1)
      await sendAll(setting, byDomain)
    }
    assert.deepEqual((await progress(setting)).deliveries, { waiting: 19, sent: 14, failed: 0, bounced: 0, left: 0 })
    const inAll: MailRates = { total: 120, domain: null }
    let sent = 0
    for (let second = 0; second < 5; second += 1) {
      clock.advance(1)
      sent += (await sendAll(setting, inAll)).length
    }
    assert.equal(sent, 10)
    assert.equal((await progress(setting)).sentLately, 24)
  })

  promise(
    'a domain over which the server closes the connection rests, in briefs and digests, and no other',
    async (store) => {
      const setting = await prepare(store, [...readers(3, 'busy.example'), 'one@other.example'])
      const { clock } = setting
      await queue(setting)
      await advanceAll(setting)
      const order = [await take(setting), await take(setting), await take(setting), await take(setting)]
      const busy = order.filter((one) => one?.to.endsWith('@busy.example') === true)
      const [first, second, third] = busy
      assert.ok(first && second && third && busy.length === 3)
      await end(setting, first, { result: 'refused', isFinal: false, reason: '421 closing', restsDomain: true })
      await end(setting, second, { result: 'interrupted' })
      await end(setting, third, { result: 'interrupted' })
      for (const one of order)
        if (one !== null && !busy.includes(one)) await end(setting, one, { result: 'interrupted' })
      assert.deepEqual(await sendAll(setting), ['one@other.example'])
      assert.equal(await hasWork(setting), false)
      clock.advance(29)
      assert.equal(await hasWork(setting), false)
      clock.advance(1)
      assert.equal(await hasWork(setting), true)
      assert.deepEqual((await sendAll(setting)).toSorted(), readers(3, 'busy.example'))
      const digest = { id: 'd_1', subscriberId: first.subscriberId, messageId: '<d@library.example>', sections: [] }
      const at = clock.now().toISOString()
      await store.transact(async (tx) => {
        await tx.following.follow(
          { subscriberId: first.subscriberId, address: '/?sort=newest', frequency: 'daily' },
          at,
        )
        await tx.following.addDigest({ ...digest, domain: 'busy.example', at })
        await tx.mailings.setUsedUntil('rest:busy.example', clock.now().getTime() + 30_000)
      })
      assert.equal(await store.private.following.hasDueDigest(at), false)
      clock.advance(-86_400)
      const before = clock.now().toISOString()
      assert.equal(await store.private.following.hasDueDigest(before), false, 'it is not due yet')
      await store.transact((tx) =>
        tx.following.addDigest({
          ...digest,
          id: 'd_2',
          messageId: '<d2@library.example>',
          domain: 'busy.example',
          at: before,
        }),
      )
      assert.equal(await store.private.following.hasDueDigest(before), true, 'a clock that was set back stops nothing')
    },
  )
}
