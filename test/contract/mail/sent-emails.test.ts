import assert from 'node:assert/strict'
import { recordSentEmail } from '#actions/outbox/record-sent-email.ts'
import { pruneExpired } from '#actions/prune-expired.ts'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'

const DAY = 86_400

for (const engine of engines)
  contractFor(engine)('of an email that was sent nobody’s address is kept for longer than 30 days', async (store) => {
    const clock = fakeClock()
    const run = await testRunner({ store, clock })
    const at = clock.now().toISOString()
    const email = { kind: 'contact' as const, subject: 'Hello', text: 'Words', html: '<p>Words', headers: {} }
    await store.transact(async (tx) => {
      for (const name of ['sent', 'waiting'])
        await tx.outbox.add(
          {
            ...email,
            messageId: `<${name}@library.example>`,
            to: `${name}@example.org`,
            replyTo: { name: 'Ada', address: `ada-${name}@example.org` },
          },
          at,
        )
    })
    const leased = await store.transact((tx) => tx.outbox.lease(at, at, 10, true))
    const sent = leased.find(({ to }) => to === 'sent@example.org')
    assert.ok(sent)
    await run(recordSentEmail, sent)
    // A sent email has no more than its subject: not even who is to be answered.
    assert.equal(await store.transact((tx) => tx.outbox.erase('ada-sent@example.org')), 0)
    const listed = async () => (await store.private.outbox.list(null, null, 10)).emails.map(({ to }) => to)
    clock.advance(29 * DAY)
    await run(pruneExpired, null)
    assert.deepEqual(await listed(), ['waiting@example.org', 'sent@example.org'])
    clock.advance(2 * DAY)
    await run(pruneExpired, null)
    assert.deepEqual(await listed(), ['waiting@example.org'])
    assert.equal(await store.transact((tx) => tx.outbox.erase('ada-waiting@example.org')), 1)
  })
