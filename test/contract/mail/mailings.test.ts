import assert from 'node:assert/strict'
import {
  recordDelivery,
  type RecordDeliveryInput,
  sendBrief,
  takeDelivery,
  type MailRates,
  changeMailing,
} from '#actions/mailings.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { DeliveryOutcome, LeasedDelivery, MailingProgress } from '#core/mail/mailing.ts'
import type { Store } from '#ports/store/store.ts'
import { BRIEF, publishSampleBrief, putSubscribers, readers } from '../../support/mail/mailings.ts'
import { setSettings } from '../../support/service/settings.ts'
import { testRunner, fakeClock, type FakeClock } from '../../support/ports.ts'
import { erasePersonalData } from '#actions/own-data.ts'
import { pruneExpired } from '#actions/housekeeping.ts'
import { advanceAll } from '#jobs/mailings.ts'
import { contractFor, engines } from '../../support/database/engines.ts'
import { MAX_DELIVERY_ATTEMPTS } from '#core/mail/outbox.ts'

const NO_RATES: MailRates = { total: null, domain: null }

type Setting = { store: Store; run: RunAction; clock: FakeClock }

/** A published brief, and subscribers with these addresses. */
const prepare = async (store: Store, emails: readonly string[]): Promise<Setting> => {
  const clock = fakeClock()
  const run = await testRunner({ store, clock })
  await publishSampleBrief(run)
  await putSubscribers(store, emails, { at: clock.now().toISOString() })
  return { store, run, clock }
}

/** Queues the brief, for now or for a later time. */
const queue = ({ run }: Setting, at: Date | null = null) => run(sendBrief, { id: BRIEF, at, actor: 'test' })

/** Takes the next email that is due, as a connection does. */
const take = async ({ run }: Setting, rates = NO_RATES): Promise<LeasedDelivery | null> =>
  (await run(takeDelivery, { done: null, rates })).delivery

/** Says what became of an email that was taken. */
const end = ({ run }: Setting, delivery: LeasedDelivery, outcome: DeliveryOutcome) =>
  run(recordDelivery, { delivery, outcome })

/** Takes and sends what is due. @returns the recipients */
const sendAll = async (setting: Setting, rates = NO_RATES): Promise<string[]> => {
  const to: string[] = []
  for (let done: RecordDeliveryInput | null = null; ;) {
    const { delivery }: Awaited<ReturnType<typeof takeDelivery>> = await setting.run(takeDelivery, { done, rates })
    if (delivery === null) return to
    to.push(delivery.to)
    done = { delivery, outcome: { result: 'sent' } }
  }
}

/** How far the brief has got. */
const progress = async ({ store, clock }: Setting): Promise<MailingProgress> => {
  const [found] = await store.private.mailings.progress([BRIEF], clock.now())
  assert.ok(found)
  return found
}

/** Whether there is something to do for the job. */
const hasWork = ({ store, clock }: Setting): Promise<boolean> =>
  store.private.mailings.hasWork(clock.now().toISOString())

for (const engine of engines) {
  const promise = contractFor(engine)

  promise('a brief waits while briefs are switched off, and is mailed once they are on again', async (store) => {
    const setting = await prepare(store, readers(2))
    await queue(setting)
    await advanceAll(setting)
    const first = await take(setting)
    assert.ok(first)
    await setSettings(setting, { off: ['briefs'] })
    await end(setting, first, { result: 'sent' })
    await advanceAll(setting)
    assert.deepEqual(await sendAll(setting), [])
    await assert.rejects(queue(setting), { code: 'wrong_state', message: /^Briefs are switched off in the settings/u })
    await setSettings(setting, {})
    assert.equal((await sendAll(setting)).length, 1)
    await advanceAll(setting)
    assert.equal((await progress(setting)).state, 'sent')
  })

  promise('a brief goes once to each who is confirmed when its time comes, and to nobody else', async (store) => {
    // More than are given their deliveries in one transaction.
    const early = readers(201)
    const setting = await prepare(store, early)
    const { clock, run } = setting
    const at = (): string => clock.now().toISOString()
    await putSubscribers(store, ['pending@example.org'], { at: at(), state: 'pending' })
    const follower = {
      confirmHash: null,
      confirmExpiresAt: null,
      name: null,
      state: 'active' as const,
      wantsBrief: false,
    }
    await store.transact((tx) => tx.subscribers.put({ ...follower, id: 's_f', email: 'follower@example.org' }, at()))
    assert.equal(
      await store.private.mailings.countRecipients(),
      early.length,
      'who only follows searches gets no brief',
    )
    await putSubscribers(store, ['gone@example.org'], { at: at(), state: 'unsubscribed' })
    assert.equal(await hasWork(setting), false)
    assert.equal((await queue(setting, new Date(clock.now().getTime() + 3_600_000))).state, 'scheduled')
    clock.advance(3_599)
    assert.equal(await hasWork(setting), false)
    await putSubscribers(store, ['just@example.org'], { at: at() })
    clock.advance(1)
    assert.equal(await hasWork(setting), true)
    await advanceAll({ run })
    clock.advance(1)
    await putSubscribers(store, ['late@example.org'], { at: at() })
    await advanceAll({ run })
    assert.deepEqual((await sendAll(setting)).toSorted(), [...early, 'just@example.org'].toSorted())

    assert.equal((await progress(setting)).state, 'sending')
    assert.equal(await hasWork(setting), true)
    await advanceAll({ run })
    const { state, deliveries, sentLately } = await progress(setting)
    assert.deepEqual(
      [state, deliveries, sentLately],
      ['sent', { waiting: 0, sent: 202, failed: 0, bounced: 0, left: 0 }, 0],
    )
    assert.equal(await hasWork(setting), false)
    assert.equal((await queue(setting)).state, 'sent')
    assert.deepEqual(await sendAll(setting), [])
  })

  promise(
    'a brief without subscribers is sent at once; what is not published, or for a time that is over, is refused',
    async (store) => {
      const setting = await prepare(store, [])
      const { run, clock } = setting
      await assert.rejects(run(sendBrief, { id: '2026-w46', at: null, actor: 'test' }), { code: 'not_found' })
      const over = new Date(clock.now().getTime() - 1)
      const message = 'is in the past; omit it to send now'
      await assert.rejects(queue(setting, over), { code: 'invalid', details: [{ path: 'at', message }] })
      assert.equal(await store.private.mailings.find(BRIEF), null)
      await queue(setting)
      await advanceAll({ run })
      assert.equal((await progress(setting)).state, 'sent')
    },
  )

  promise('subscribers who leave or are erased while a brief is sent get nothing more', async (store) => {
    const setting = await prepare(store, readers(4))
    const { run, clock } = setting
    await queue(setting)
    await advanceAll({ run })
    const first = await take(setting)
    assert.ok(first)
    const [one = '', other = ''] = readers(4).filter((email) => email !== first.to)
    await putSubscribers(store, [one], { at: clock.now().toISOString(), state: 'unsubscribed' })
    await run(erasePersonalData, { email: other, actor: 'test' })
    await end(setting, first, { result: 'sent' })
    const rest = await sendAll(setting)
    assert.equal(rest.length, 1)
    assert.equal(new Set([first.to, one, other, ...rest]).size, 4)
    await advanceAll({ run })
    const { state, deliveries } = await progress(setting)
    assert.deepEqual([state, deliveries], ['sent', { waiting: 0, sent: 2, failed: 0, bounced: 0, left: 1 }])
  })

  promise('a mailing is paused, resumed and cancelled; a delivery under way is finished', async (store) => {
    const setting = await prepare(store, readers(5))
    const { run } = setting
    const change = (made: 'pause' | 'resume' | 'cancel') =>
      run(changeMailing, { id: BRIEF, change: made, actor: 'test' })
    await assert.rejects(change('pause'), { code: 'not_found' })
    await queue(setting)
    await change('pause')
    await advanceAll({ run })
    assert.deepEqual([(await progress(setting)).state, (await progress(setting)).startedAt], ['paused', null])
    assert.equal(await hasWork(setting), false)
    await change('resume')
    assert.equal((await progress(setting)).state, 'scheduled')
    await advanceAll({ run })
    const first = await take(setting)
    assert.ok(first)
    await change('pause')
    await assert.rejects(change('pause'), { code: 'wrong_state' })
    assert.equal(await take(setting), null)
    await end(setting, first, { result: 'sent' })
    assert.equal(await hasWork(setting), false)
    assert.equal((await progress(setting)).deliveries.sent, 1)
    await change('resume')
    assert.ok(await take(setting))
    await change('cancel')
    assert.equal(await take(setting), null)
    for (const made of ['pause', 'resume', 'cancel'] as const)
      await assert.rejects(change(made), { code: 'wrong_state' })
    assert.equal((await queue(setting)).state, 'cancelled', 'some have it: it is not sent again')
    const acts = (await store.private.audit.list({ actor: null, act: null, subject: BRIEF }, null, 20)).records
    assert.deepEqual(acts.map(({ act }) => act).toReversed(), [
      'brief.publish',
      'mailing.queue',
      'mailing.pause',
      'mailing.resume',
      'mailing.pause',
      'mailing.resume',
      'mailing.cancel',
    ])
  })

  promise('a mailing that is cancelled before its time can be queued again', async (store) => {
    const setting = await prepare(store, readers(1))
    const { run, clock } = setting
    await queue(setting, new Date(clock.now().getTime() + 60_000))
    await run(changeMailing, { id: BRIEF, change: 'cancel', actor: 'test' })
    clock.advance(120)
    await advanceAll({ run })
    assert.equal((await progress(setting)).state, 'cancelled')
    assert.equal((await queue(setting)).state, 'scheduled')
    await advanceAll({ run })
    assert.deepEqual(await sendAll(setting), readers(1))
  })

  promise('the recipients of a brief are forgotten after 30 days, their number is kept', async (store) => {
    const setting = await prepare(store, readers(3))
    const { clock, run } = setting
    await queue(setting)
    await advanceAll(setting)
    await sendAll(setting, { total: 60_000, domain: 60_000 })
    await advanceAll(setting)
    clock.advance(29 * 86_400)
    await run(pruneExpired, null)
    assert.equal(await store.transact((tx) => tx.mailings.hasWaiting(BRIEF)), false)
    clock.advance(2 * 86_400)
    await run(pruneExpired, null)
    await run(pruneExpired, null)
    assert.deepEqual((await progress(setting)).deliveries, { waiting: 0, sent: 3, failed: 0, bounced: 0, left: 0 })
    assert.deepEqual(await store.transact((tx) => tx.mailings.bucketsUsedBeyond(0)), [])
    assert.equal((await queue(setting)).state, 'sent')
  })
}

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
