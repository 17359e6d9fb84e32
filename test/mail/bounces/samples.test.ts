import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiveEmail } from '#jobs/receive-email.ts'
import { parseEmail } from '#mail/bounces/parse-email.ts'
import { addressed, sampleBounces } from '../../support/mail/bounces.ts'
import { openEmailQueue } from '../../support/mail/email-queue.ts'
import { putSubscribers } from '../../support/mail/mailing-corpus.ts'

const EXPECTED: Record<string, { counted: boolean; suppressed: boolean; state: string }> = {
  hard: { counted: true, suppressed: true, state: 'bounced' },
  soft: { counted: true, suppressed: false, state: 'active' },
  complaint: { counted: true, suppressed: true, state: 'complained' },
  unsubscribe: { counted: true, suppressed: false, state: 'unsubscribed' },
  notice: { counted: false, suppressed: false, state: 'active' },
  'auto-reply': { counted: false, suppressed: false, state: 'active' },
  other: { counted: false, suppressed: false, state: 'active' },
}

test('what servers and providers send back is told apart and counts for its subscriber, once, and never when it is forged', async (t) => {
  const { store, run, clock } = await openEmailQueue(t)
  const secret = await store.private.secret()
  const receive = receiveEmail({ run, secret, parseEmail })
  const samples = sampleBounces()
  assert.ok(samples.length >= 40, `${samples.length} samples`)
  const emails = samples.map((_, index) => `reader${index}@reader.example`)
  await putSubscribers(store, emails, { at: clock.now().toISOString() })
  const subscriber = (index: number) => store.private.subscribers.findByEmail(emails[index] ?? '')
  const idOf = async (index: number): Promise<string> => (await subscriber(index))?.id ?? ''

  // With the tokens of another corpus all of them are about nobody.
  const other = Buffer.alloc(32, 1)
  for (const [index, { kind, name, text }] of samples.entries()) {
    const forged = addressed(text, other, await idOf(index), 'u')
    const { counted, kind: found } = await receive(forged, null)
    assert.equal(counted, false, name)
    // Who wrote to an address that is none did not ask to leave.
    if (kind !== 'unsubscribe') assert.equal(found, kind, name)
  }
  assert.equal((await store.private.subscribers.counts()).active, samples.length)

  for (const [index, { kind, name, text }] of samples.entries()) {
    const { state, ...changes } = EXPECTED[kind] ?? assert.fail(kind)
    const raw = addressed(text, secret, await idOf(index), 'u')
    assert.deepEqual(await receive(raw, null), { kind, ...changes }, name)
    assert.equal((await subscriber(index))?.state, state, name)
    if (kind === 'unsubscribe') continue
    assert.deepEqual(await receive(raw, null), { kind, counted: false, suppressed: false }, `${name}, once more`)
  }
})
