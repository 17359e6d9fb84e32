import assert from 'node:assert/strict'
import { liftByConfirming, liftSuppression, recordBounce, type RecordBounceInput } from '#actions/suppressions.ts'
import { confirmFollow, requestFollow } from '#actions/follows.ts'
import { confirmSubscription, subscribe, unsubscribe } from '#actions/subscribers.ts'
import { erasePersonalData } from '#actions/own-data.ts'
import { recordDelivery, sendBrief, takeDelivery } from '#actions/mailings.ts'
import {
  composeRequest,
  composeConfirmation,
  leaseEmails,
  recordFailedEmail,
  recordSentEmail,
} from '#actions/outbox.ts'
import { pruneExpired } from '#actions/housekeeping.ts'
import { deliveryName } from '#core/mail/keyed-address.ts'
import type { LeasedDelivery } from '#core/mail/mailing.ts'
import { advanceAll } from '#jobs/mailings.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../../support/database/engines.ts'
import { BRIEF, publishSampleBrief, putSubscribers, readers } from '../../support/mail/mailings.ts'
import { testRunner, fakeClock } from '../../support/ports.ts'

const ADA = 'ada@example.org'
const DAY = 86_400

const prepare = async (store: Store, emails: readonly string[] = [ADA]) => {
  const clock = fakeClock()
  const run = await testRunner({ store, clock })
  await putSubscribers(store, emails, { at: clock.now().toISOString() })
  const idOf = async (email = ADA): Promise<string> => (await store.private.subscribers.findByEmail(email))?.id ?? ''
  const bounce = async (kind: RecordBounceInput['kind'], delivery: string, email = ADA) =>
    run(recordBounce, { subscriberId: await idOf(email), delivery, kind })
  const stateOf = async (email = ADA) => (await store.private.subscribers.findByEmail(email))?.state
  /** Asks for a subscription, and sends what that queued; the link of the email, null when none was sent. */
  const ask = async (email = ADA): Promise<string | null> => {
    assert.equal(await run(subscribe, { email, name: null, client: [] }), null)
    const { emails: leased } = await run(leaseEmails, { leaseMs: 1_000, limit: 10, withTeam: false })
    const queued = leased.find(({ to }) => to === email)
    const composed = queued === undefined ? null : await run(composeConfirmation, queued)
    if (composed === null) return null
    await run(recordSentEmail, composed)
    return /token=(?<token>\w+)/u.exec(composed.text)?.groups?.token ?? null
  }
  return { store, run, clock, bounce, stateOf, ask, idOf }
}

const refused = (kind: 'hard' | 'soft' | null, isFinal = true) =>
  ({ result: 'refused', isFinal, reason: '550', bounce: kind }) as const

type Setting = Awaited<ReturnType<typeof prepare>>

const recipients = async ({ run }: Setting): Promise<LeasedDelivery[]> => {
  await publishSampleBrief(run)
  await run(sendBrief, { id: BRIEF, at: null, actor: 'test' })
  await advanceAll({ run })
  const taken: LeasedDelivery[] = []
  for (;;) {
    const { delivery } = await run(takeDelivery, { done: null, rates: { total: null, domain: null } })
    if (delivery === null) return taken
    taken.push(delivery)
  }
}

const progress = async ({ store, clock }: Setting) =>
  (await store.private.mailings.progress([BRIEF], clock.now()))[0]?.deliveries

for (const engine of engines) {
  const promise = contractFor(engine)

  promise(
    'an email that comes back for good suppresses its address at once, until its owner confirms anew',
    async (store) => {
      const setting = await prepare(store, [ADA, ...readers(2)])
      const { run, clock, bounce, stateOf, ask } = setting
      assert.deepEqual(await bounce('hard', 'one'), { counted: true, suppressed: true })
      assert.equal(await stateOf(), 'bounced')
      assert.deepEqual((await recipients(setting)).map(({ to }) => to).toSorted(), readers(2))
      assert.deepEqual(await bounce('hard', 'one'), { counted: false, suppressed: false })

      const token = await ask()
      assert.ok(token)
      for (let day = 0; day < 3; day += 1) {
        assert.equal(await ask(), null, 'one confirmation at most')
        clock.advance(DAY / 4)
      }
      await run(confirmSubscription, { token })
      assert.equal(await stateOf(), 'active')
      assert.deepEqual(await store.private.suppressions.counts(), { bounce: 0, complaint: 0 })
      // The same report, once more, from before.
      await bounce('hard', 'one')
      assert.equal(await stateOf(), 'active')
      assert.deepEqual(await bounce('hard', 'two'), { counted: true, suppressed: true })
      assert.deepEqual(await store.private.suppressions.counts(), { bounce: 1, complaint: 0 })
    },
  )

  promise('a suppressed address gets one more confirmation, and none once that bounces, too', async (store) => {
    const { bounce, stateOf, ask, run, clock } = await prepare(store)
    await bounce('hard', 'one')
    const token = await ask()
    await bounce('hard', 'confirmation')
    assert.equal(await stateOf(), 'bounced')
    await assert.rejects(run(confirmSubscription, { token: token ?? '' }), { code: 'not_found' })
    clock.advance(30 * DAY)
    await run(pruneExpired, null)
    assert.equal(await ask(), null)
    assert.equal(await run(liftSuppression, { email: ADA, actor: 'test' }), 'bounce')
    assert.equal(await stateOf(), 'unsubscribed')
    assert.ok(await ask())
  })

  promise('five soft bounces within two weeks suppress an address, four do not', async (store) => {
    const { run, clock, bounce, stateOf } = await prepare(store, [ADA, 'ben@example.org'])
    for (let email = 0; email < 4; email += 1) {
      assert.deepEqual(await bounce('soft', `e${email}`), { counted: true, suppressed: false })
      assert.deepEqual(await bounce('soft', `e${email}`), { counted: false, suppressed: false }, 'reported twice')
    }
    clock.advance(14 * DAY)
    await bounce('soft', 'e4')
    assert.equal(await stateOf(), 'active', 'the first four are too old')
    for (let email = 5; email < 8; email += 1) await bounce('soft', `e${email}`)
    assert.equal(await stateOf(), 'active')
    clock.advance(14 * DAY - 1)
    assert.deepEqual(await bounce('soft', 'e8'), { counted: true, suppressed: true })
    assert.equal(await stateOf(), 'bounced')
    assert.equal(await stateOf('ben@example.org'), 'active')
    clock.advance(31 * DAY)
    await run(pruneExpired, null)
    assert.deepEqual(await bounce('soft', 'e8'), { counted: true, suppressed: false }, 'known for 30 days')
  })

  promise(
    'a complaint suppresses until an admin lifts it, also an address that was deleted meanwhile',
    async (store) => {
      const { run, bounce, stateOf, ask, idOf } = await prepare(store)
      const id = await idOf()
      assert.deepEqual(await bounce('complaint', 'one'), { counted: true, suppressed: true })
      assert.equal(await stateOf(), 'complained')
      assert.equal(await ask(), null)
      await run(unsubscribe, { subscriberId: id })
      assert.deepEqual(await bounce('hard', 'one'), { counted: true, suppressed: false })
      assert.equal(await stateOf(), 'complained')
      await run(erasePersonalData, { email: ADA, actor: 'test' })
      assert.deepEqual(await bounce('complaint', 'two'), { counted: false, suppressed: false })
      assert.equal(await ask('ADA@Example.org'), null)
      assert.equal(await stateOf(), undefined)

      assert.equal(await run(liftSuppression, { email: ADA, actor: 'test' }), 'complaint')
      await assert.rejects(run(liftSuppression, { email: ADA, actor: 'test' }), { code: 'not_found' })
      assert.ok(await ask())
      const { records } = await store.private.audit.list({ actor: null, act: null, subject: null }, null, 20)
      const kept = records.filter(({ act }) => act.startsWith('subscriber.'))
      assert.deepEqual(
        kept.map(({ actor, act, subject }) => [actor, act, subject]),
        [
          ['test', 'subscriber.lift', 'address'],
          ['mail', 'subscriber.suppress', id],
        ],
      )
      assert.doesNotMatch(JSON.stringify(records), /ada@/iu)
    },
  )

  promise('no link that was mailed before a complaint lifts it', async (store) => {
    const { run, bounce, stateOf } = await prepare(store)
    const search = { of: 'gaps', severity: null } as const
    await run(requestFollow, { email: ADA, search, frequency: 'daily', client: [] })
    const { emails } = await run(leaseEmails, { leaseMs: 1_000, limit: 10, withTeam: false })
    const composed = emails[0] === undefined ? null : await run(composeRequest, emails[0])
    assert.ok(composed)
    await run(recordSentEmail, composed)
    const token = /token=(?<token>\w+)/u.exec(composed.text)?.groups?.token ?? ''
    await bounce('complaint', 'one')
    await assert.rejects(run(confirmFollow, { token }), { code: 'not_found' })
    assert.equal(await stateOf(), 'complained')
    assert.deepEqual(await store.private.suppressions.counts(), { bounce: 0, complaint: 1 })
    await assert.rejects(run(liftByConfirming, ADA), { code: 'not_found' })
  })

  promise(
    'a reader who left is not brought back by a returned email, and is asked once more at most',
    async (store) => {
      const { run, bounce, stateOf, ask, idOf } = await prepare(store)
      await run(unsubscribe, { subscriberId: await idOf() })
      await bounce('hard', 'one')
      assert.equal(await stateOf(), 'unsubscribed')
      assert.ok(await ask())
      assert.equal(await ask(), null)
      assert.deepEqual(await bounce('complaint', 'one'), { counted: true, suppressed: true })
      assert.equal(await stateOf(), 'complained')
    },
  )

  promise('a delivery that came back is counted as such, and a refused address is suppressed', async (store) => {
    const setting = await prepare(store, readers(4))
    const { run, bounce, stateOf } = setting
    const [first, second, third, fourth] = await recipients(setting)
    assert.ok(first && second && third && fourth)
    await run(recordDelivery, { delivery: first, outcome: { result: 'sent' } })
    await run(recordDelivery, { delivery: second, outcome: refused('hard') })
    await run(recordDelivery, { delivery: third, outcome: refused('soft') })
    await run(recordDelivery, { delivery: fourth, outcome: refused('soft', false) })
    assert.deepEqual(await progress(setting), { waiting: 1, sent: 1, failed: 2, bounced: 0, left: 0 })
    assert.equal(await stateOf(second.to), 'bounced')
    assert.equal(await stateOf(third.to), 'active')
    await bounce('soft', deliveryName(first.messageId), first.to)
    await bounce('hard', 'another', third.to)
    assert.deepEqual(await progress(setting), { waiting: 1, sent: 0, failed: 2, bounced: 1, left: 0 })
    assert.equal(await stateOf(first.to), 'active')
    // One for each refusal for good; those for now are no bounces yet.
    const soft = await store.transact((tx) => tx.suppressions.softBounces(fourth.to, ''))
    assert.equal(soft, 0)
  })

  promise('a confirmation to an address that leads nowhere is given up and not asked for again', async (store) => {
    const { run, stateOf, ask } = await prepare(store, [])
    const confirmation = async () => {
      await run(subscribe, { email: ADA, name: null, client: [] })
      const { emails } = await run(leaseEmails, { leaseMs: 0, limit: 1, withTeam: false })
      assert.ok(emails[0])
      return emails[0]
    }
    const refused = await confirmation()
    assert.ok(await run(recordFailedEmail, { email: refused, reason: '451', bounce: null }), 'tried again')
    assert.equal(await run(recordFailedEmail, { email: refused, reason: '550 5.1.1', bounce: 'hard' }), null)
    assert.equal(await stateOf(), 'bounced')
    assert.ok(await ask(), 'once more, for an address that was mended')
    assert.equal(await ask(), null)
  })
}
