import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { MAX_DELIVERY_ATTEMPTS } from '#core/mail/outbox.ts'
import { deliverOutboxJob } from '#jobs/outbox.ts'
import type { Mailer } from '#ports/mailer.ts'
import { recordingLog, testRunner } from '../support/ports.ts'
import { openEmailQueue, type EmailQueue } from '../support/mail/mailings.ts'
import { openPostOffice, TEAM, type SmtpSink } from '../support/mail/smtp-sink.ts'
import { readEmail } from '../support/mail/read-email.ts'

const LEASE_SECONDS = 600
const FOUR_HOURS = 14_400

const messageIds = ({ emails }: SmtpSink): string[] => emails.map(({ raw }) => readEmail(raw).field('message-id'))

/** The same corpus in another process. */
const another = async (queue: EmailQueue) => ({
  clock: queue.clock,
  run: await testRunner({ store: await queue.openAgain(), clock: queue.clock }),
})

const inTime = { timeout: 240_000 }

test('contact emails wait while no research team is named, and other emails go', inTime, async (t) => {
  const queue = await openEmailQueue(t)
  const { sink, deliver } = await openPostOffice(t, queue)
  await queue.add(null, 'reader@example.org', null)
  assert.deepEqual(await deliver(null), { tried: 1, more: false })
  assert.deepEqual(
    sink.emails.map(({ to }) => to),
    [['reader@example.org']],
  )
  assert.deepEqual(await queue.store.private.outbox.counts(), { waiting: 2, sent: 1, failed: 0 })

  assert.deepEqual(await deliver('new-team@library.example'), { tried: 2, more: false })
  assert.deepEqual(
    sink.emails.slice(1).map(({ to }) => to),
    [['new-team@library.example'], ['new-team@library.example']],
  )
})

test('many emails waiting for a research team do not hold up the others', inTime, async (t) => {
  const queue = await openEmailQueue(t)
  const { deliver } = await openPostOffice(t, queue)
  await queue.add(...Array.from({ length: 25 }, () => null))
  await queue.add('reader@example.org')
  assert.deepEqual(await deliver(null), { tried: 1, more: false })
})

test('a round takes some emails, oldest first, and says that more are waiting', inTime, async (t) => {
  const queue = await openEmailQueue(t)
  const { sink, deliver } = await openPostOffice(t, queue)
  const ids: string[] = []
  for (let hour = 0; hour < 12; hour += 1) {
    ids.push(...(await queue.add(`reader${hour}@example.org`)))
    queue.clock.advance(3_600)
  }
  const { tried, more } = await deliver()
  assert.equal(more, true)
  assert.deepEqual(messageIds(sink), ids.slice(0, tried))
  assert.deepEqual(await deliver(), { tried: ids.length - tried, more: false })
  assert.deepEqual(messageIds(sink), ids)
})

test('what could not be written while the database was gone is written first when it is back', inTime, async (t) => {
  const queue = await openEmailQueue(t)
  const { sink, mailer } = await openPostOffice(t, queue)
  const ids = await queue.add(...Array.from({ length: 4 }, (_, index) => `reader${index}@example.org`))
  let isGone = false
  const run: RunAction = (action, input) =>
    isGone ? Promise.reject(new Failure('unavailable', 'The primary is gone.')) : queue.run(action, input)
  const going: Mailer = {
    ...mailer,
    send: async (email) => {
      await mailer.send(email)
      // It goes when the second email was sent and not yet recorded.
      isGone ||= sink.emails.length === 2
    },
  }
  const job = deliverOutboxJob({ run, clock: queue.clock, log: recordingLog([]), mailer: going }, TEAM)
  const { signal } = new AbortController()
  await assert.rejects(job.run(signal), { code: 'unavailable' })
  await assert.rejects(job.run(signal), { code: 'unavailable' })
  assert.deepEqual(await queue.store.private.outbox.counts(), { waiting: 3, sent: 1, failed: 0 })
  isGone = false
  await job.run(signal)
  assert.deepEqual(messageIds(sink), ids, 'each once, and none waits for its lease')
  assert.deepEqual(await queue.store.private.outbox.counts(), { waiting: 0, sent: 4, failed: 0 })
})

test(
  'a refused email is tried again after growing pauses, then given up, and revived when requeued',
  inTime,
  async (t) => {
    const queue = await openEmailQueue(t)
    const { sink, deliver, logged } = await openPostOffice(t, queue)
    const [id] = await queue.add('reader@example.org')
    sink.refuse(() => 450)

    const pauses: number[] = []
    for (let attempt = 1; ; attempt += 1) {
      assert.deepEqual(await deliver(), { tried: 1, more: false })
      const retryAt = logged.at(-1)?.facts.retryAt as string | null
      if (retryAt === null) break
      assert.ok(attempt < MAX_DELIVERY_ATTEMPTS, 'an email is tried for ever')
      const pause = (Date.parse(retryAt) - queue.clock.now().getTime()) / 1_000
      pauses.push(pause)
      queue.clock.advance(pause - 1)
      assert.equal((await deliver()).tried, 0, `tried before its pause of ${pause} seconds was over`)
      queue.clock.advance(1)
    }
    assert.equal(pauses.length, MAX_DELIVERY_ATTEMPTS - 1)
    assert.ok((pauses[0] ?? Infinity) <= 60)
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    )
    assert.equal(pauses.at(-1), FOUR_HOURS)
    assert.deepEqual(await queue.store.private.outbox.counts(), { waiting: 0, sent: 0, failed: 1 })
    queue.clock.advance(365 * 86_400)
    assert.equal((await deliver()).tried, 0)
    assert.equal(sink.troubled(), MAX_DELIVERY_ATTEMPTS)

    sink.refuse(() => null)
    const now = queue.clock.now().toISOString()
    assert.equal(await queue.store.transact((tx) => tx.outbox.requeue(now)), 1)
    assert.deepEqual(await deliver(), { tried: 1, more: false })
    assert.deepEqual(messageIds(sink), [id])
    assert.equal(await queue.store.transact((tx) => tx.outbox.requeue(now)), 0, 'a sent email is not requeued')
  },
)

test('a requeued email need not wait for its pause', inTime, async (t) => {
  const queue = await openEmailQueue(t)
  const { sink, deliver } = await openPostOffice(t, queue)
  await queue.add('reader@example.org')
  sink.behave('refuse')
  await deliver()
  sink.behave('take')
  assert.equal((await deliver()).tried, 0)
  await queue.store.transact((tx) => tx.outbox.requeue(queue.clock.now().toISOString()))
  assert.equal((await deliver()).tried, 1)
})

test('what a mail server says is logged without the address that it repeats', inTime, async (t) => {
  const queue = await openEmailQueue(t)
  const { sink, deliver, logged } = await openPostOffice(t, queue)
  await queue.add('reader@example.org')
  sink.behave('refuse')
  await deliver()
  assert.equal(logged.length, 1)
  assert.match(String(logged[0]?.facts.reason), /550.*there is no such mailbox/u)
  assert.doesNotMatch(JSON.stringify(logged), /reader|example\.org/u)
})

test(
  'after a crash between sending and recording it, the email is sent again under the same Message-ID',
  inTime,
  async (t) => {
    const queue = await openEmailQueue(t)
    const { sink, mailer, deliver } = await openPostOffice(t, queue)
    const [id] = await queue.add('reader@example.org')
    const now = queue.clock.now()
    const leaseUntil = new Date(now.getTime() + LEASE_SECONDS * 1_000).toISOString()
    const [leased] = await queue.store.transact((tx) => tx.outbox.lease(now.toISOString(), leaseUntil, 10, true))
    assert.ok(leased?.text)
    await mailer.send({ ...leased, text: leased.text, to: leased.to ?? TEAM })
    // Here the process dies: nothing is recorded.
    queue.clock.advance(LEASE_SECONDS - 1)
    assert.equal((await deliver()).tried, 0)
    queue.clock.advance(1)
    assert.equal((await deliver()).tried, 1)
    assert.deepEqual(messageIds(sink), [id, id])
    queue.clock.advance(10 * LEASE_SECONDS)
    assert.equal((await deliver()).tried, 0)
  },
)

test(
  'an email that a process leased and never sent is not lost, and no longer its own when it comes back late',
  inTime,
  async (t) => {
    const queue = await openEmailQueue(t)
    const { sink, deliver } = await openPostOffice(t, queue)
    const ids = await queue.add('a@example.org', null, 'b@example.org')
    sink.behave('hang')
    // A process that does not come back from its first email before its lease ends.
    const late = deliver()
    await sink.trouble(1)
    sink.behave('take')
    const survivor = await openPostOffice(t, await another(queue), sink)
    assert.equal((await survivor.deliver()).tried, 0)
    queue.clock.advance(LEASE_SECONDS)
    assert.equal((await survivor.deliver()).tried, 3)
    assert.deepEqual(messageIds(sink).toSorted(), ids.toSorted())

    sink.hangUp()
    assert.deepEqual(await late, { tried: 1, more: false })
    queue.clock.advance(FOUR_HOURS)
    assert.equal((await survivor.deliver()).tried, 0)
    assert.equal(sink.emails.length, ids.length)
    assert.deepEqual(await queue.store.private.outbox.counts(), { waiting: 0, sent: 3, failed: 0 })
  },
)

test(
  'a server that hangs up after it has the whole email gets it again under the same Message-ID',
  inTime,
  async (t) => {
    const queue = await openEmailQueue(t)
    const { sink, deliver } = await openPostOffice(t, queue)
    const [id] = await queue.add('reader@example.org')
    sink.behave('drop')
    assert.equal((await deliver()).tried, 1)
    assert.deepEqual(await queue.store.private.outbox.counts(), { waiting: 1, sent: 0, failed: 0 })
    sink.behave('take')
    queue.clock.advance(FOUR_HOURS)
    assert.equal((await deliver()).tried, 1)
    assert.deepEqual(messageIds(sink), [id, id])
    assert.deepEqual(await queue.store.private.outbox.counts(), { waiting: 0, sent: 1, failed: 0 })
  },
)

test('two processes that deliver at the same time never send the same email twice', inTime, async (t) => {
  const queue = await openEmailQueue(t)
  const one = await openPostOffice(t, queue)
  const other = await openPostOffice(t, await another(queue), one.sink)
  const ids = await queue.add(...Array.from({ length: 36 }, (_, index) => `reader${index}@example.org`))
  const tried: number[] = []
  const untilNothingIsLeft = async ({ deliver }: typeof one): Promise<void> => {
    for (let more = true; more;) {
      const round = await deliver()
      tried.push(round.tried)
      more = round.more
    }
  }
  await Promise.all([one, other, one, other].map(untilNothingIsLeft))
  assert.deepEqual(messageIds(one.sink).toSorted(), ids.toSorted())
  assert.ok(tried.filter((count) => count > 0).length >= 4, 'the emails were not shared')
})

test('a process that is stopped releases what it has not sent, for others at once', inTime, async (t) => {
  const queue = await openEmailQueue(t)
  const stopping = await openPostOffice(t, queue)
  const other = await openPostOffice(t, await another(queue), stopping.sink)
  const { sink } = stopping
  const ids = await queue.add('a@example.org', 'b@example.org', 'c@example.org')
  const stop = new AbortController()
  sink.behave('hang')
  const delivering = stopping.deliver(TEAM, stop.signal)
  await sink.trouble(1)
  assert.equal((await other.deliver()).tried, 0)

  stop.abort()
  stopping.mailer.close()
  assert.deepEqual(await delivering, { tried: 1, more: false })
  assert.deepEqual(stopping.logged, [])
  sink.behave('take')
  assert.equal((await other.deliver()).tried, 3)
  assert.deepEqual(messageIds(sink).toSorted(), ids.toSorted())
})

test('a mailer that is closed gives up the email that hangs, and accepts no other', inTime, async (t) => {
  const queue = await openEmailQueue(t)
  const { sink, mailer, deliver } = await openPostOffice(t, queue)
  await queue.add('reader@example.org')
  sink.behave('hang')
  const delivering = deliver()
  await sink.trouble(1)
  mailer.close()
  assert.equal((await delivering).tried, 1)
  assert.deepEqual(await queue.store.private.outbox.counts(), { waiting: 1, sent: 0, failed: 0 })
  sink.behave('take')
  queue.clock.advance(FOUR_HOURS)
  await deliver()
  assert.deepEqual(sink.emails, [])
})
