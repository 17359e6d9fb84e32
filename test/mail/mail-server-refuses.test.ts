import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishSampleBrief, readers } from '../support/mail/mailing-corpus.ts'
import { counts, prepare, queue, recipients } from '../support/mail/sending-briefs.ts'

const inTime = { timeout: 240_000 }
const never = new AbortController().signal

test(
  'one domain greylists, one closes the connection over each recipient: all others get their email',
  inTime,
  async (t) => {
    const setting = await prepare(t, 3)
    const { sink, job, service } = setting
    await publishSampleBrief(service.run)
    const others = readers(30)
    const greylisted = readers(4, 'grey.example')
    const closed = readers(9, 'busy.example')
    const tried = new Map<string, number>()
    const triedOf = (some: readonly string[]): number => some.reduce((sum, one) => sum + (tried.get(one) ?? 0), 0)
    sink.refuse((address) => {
      const times = (tried.get(address) ?? 0) + 1
      tried.set(address, times)
      if (address.endsWith('@grey.example')) return times === 1 ? 450 : null
      return address.endsWith('@busy.example') ? 421 : null
    })
    await queue(setting, [...others, ...greylisted, ...closed])
    await job.run(never)
    assert.deepEqual(recipients(sink), others.toSorted())
    assert.equal(triedOf(greylisted), 4)
    // Those in flight when the first is refused; each may be tried again on a connection that was not used before.
    const atOnce = triedOf(closed)
    const inFlight = closed.filter((address) => tried.has(address)).length
    assert.ok(inFlight >= 1 && inFlight <= 3, String(inFlight))
    assert.deepEqual(await counts(setting), { state: 'sending', waiting: 13, sent: 30, failed: 0, bounced: 0, left: 0 })
    await job.run(never)
    assert.equal(triedOf(closed), atOnce, 'the domain rests')

    service.clock.advance(30)
    await job.run(never)
    assert.deepEqual(recipients(sink), [...others, ...greylisted].toSorted())
    assert.ok(triedOf(closed) > atOnce, 'it is asked again')
    sink.refuse(() => null)
    for (let round = 0; round < 5; round += 1) {
      service.clock.advance(120)
      await job.run(never)
    }
    assert.deepEqual(recipients(sink), [...others, ...greylisted, ...closed].toSorted())
    assert.deepEqual(await counts(setting), { state: 'sent', waiting: 0, sent: 43, failed: 0, bounced: 0, left: 0 })
    assert.equal(
      service.logged.filter(({ message }) => message.includes('could not be reached')).length,
      0,
      'the mail server as such was never left alone',
    )
  },
)

test('a mail server that turns everybody away is left alone for a while', inTime, async (t) => {
  // Of several connections, it would be chance how many emails the others try before they hear of it.
  const setting = await prepare(t, 1)
  const { sink, job, service } = setting
  await publishSampleBrief(service.run)
  await queue(setting, 3)
  sink.turnAway(true)
  await job.run(never)
  assert.equal(sink.troubled(), 1)
  assert.deepEqual(await counts(setting), { state: 'sending', waiting: 3, sent: 0, failed: 0, bounced: 0, left: 0 })
  sink.turnAway(false)
  service.clock.advance(29)
  await job.run(never)
  assert.equal(sink.emails.length, 0)
  service.clock.advance(1)
  await job.run(never)
  assert.deepEqual(recipients(sink), readers(3).toSorted())
})

test(
  'a mail server that breaks off again and again is asked with growing pauses, and nobody is given up',
  inTime,
  async (t) => {
    const setting = await prepare(t, 2)
    const { sink, job, service } = setting
    await publishSampleBrief(service.run)
    await queue(setting, 10)
    sink.behave('drop')
    await job.run(never)
    assert.deepEqual((await counts(setting)).failed, 0)
    const tried = sink.troubled()
    assert.ok(tried >= 3 && tried <= 4, String(tried))
    service.clock.advance(29)
    await job.run(never)
    assert.equal(sink.troubled(), tried, 'asked again before its pause was over')
    sink.behave('take')
    service.clock.advance(31)
    await job.run(never)
    assert.deepEqual(await counts(setting), { state: 'sent', waiting: 0, sent: 10, failed: 0, bounced: 0, left: 0 })
  },
)
