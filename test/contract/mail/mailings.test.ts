import assert from 'node:assert/strict'
import { erasePersonalData } from '#actions/mail/erase-personal-data.ts'
import { changeMailing } from '#actions/mailings/change-mailing.ts'
import { sendBrief } from '#actions/mailings/send-brief.ts'
import { pruneExpired } from '#actions/prune-expired.ts'
import { advanceAll } from '#jobs/deliver-mailings.ts'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { BRIEF, putSubscribers, readers } from '../../support/mail/mailing-corpus.ts'
import { end, hasWork, prepare, progress, queue, sendAll, take } from '../../support/mail/mailing-run.ts'

for (const engine of engines) {
  const promise = contractFor(engine)

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
      const message = 'is over: leave it out to send the brief now'
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
