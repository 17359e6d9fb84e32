import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscribe } from '#actions/mail/subscribe.ts'
import { composeConfirmation } from '#actions/outbox/compose-confirmation.ts'
import { leaseEmails } from '#actions/outbox/lease-emails.ts'
import { recordSentEmail } from '#actions/outbox/record-sent-email.ts'
import { engines } from '../support/database/engines.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

const ask = (service: TestService, email: string, client = email) =>
  service.run(subscribe, { email, name: null, client: [client] })

/** Everything that is due leaves, as far as the pace allows; how many confirmations did, and what else. */
const deliver = async (service: TestService) => {
  const notices: string[] = []
  let confirmations = 0
  for (;;) {
    const { emails } = await service.run(leaseEmails, { leaseMs: 60_000, limit: 50, withTeam: true })
    if (emails.length === 0) return { confirmations, notices }
    for (const email of emails)
      if (email.text !== null) {
        if (email.kind === 'notice') notices.push(`${email.to}: ${email.subject}`)
        await service.run(recordSentEmail, email)
      } else if ((await service.run(composeConfirmation, email)) !== null) {
        confirmations += 1
        await service.run(recordSentEmail, email)
      }
  }
}

for (const engine of engines)
  test(`${engine.name}: one mailbox gets three confirmation emails a day, whatever stands after its plus`, async (t) => {
    const service = await startTestService(t, { engine })
    const answers = new Set<string>()
    for (let index = 0; index < 20; index += 1) {
      const response = await service.send('POST', '/api/subscribe', { email: `victim+${index}@example.org` })
      answers.add(`${response.status} ${await response.text()}`)
    }
    assert.equal(answers.size, 1)
    assert.equal((await service.store.private.outbox.counts()).waiting, 3)
  })

for (const engine of engines)
  test(`${engine.name}: many confirmations to one domain wait instead of being dropped, and admins are told once`, async (t) => {
    const service = await startTestService(t, { engine })
    const admin = await signedIn(service, 'admin')
    await signedIn(service, 'editor')
    for (let index = 0; index < 70; index += 1) await ask(service, `n${index}@example.org`)
    await ask(service, 'ada@elsewhere.example')
    const first = await deliver(service)
    assert.equal(first.confirmations, 61, 'sixty to one domain, one to another')
    assert.deepEqual(first.notices, [
      `${admin.editor.email}: [House] Many requests for the weekly brief at example.org`,
    ])
    assert.equal((await service.store.private.outbox.counts()).waiting, 10)
    service.clock.advance(3_600)
    assert.deepEqual(await deliver(service), { confirmations: 10, notices: [] })
  })

test('confirmations have a pace in all as well', async (t) => {
  const service = await startTestService(t)
  const now = service.clock.now()
  await service.store.transact(async (tx) => {
    const day = { name: 'confirmation', limit: 1_000, windowSeconds: 86_400 }
    for (let count = 0; count < 1_000; count += 1) await tx.quota.consume('confirmation-day', day, now)
  })
  const admin = await signedIn(service, 'admin')
  await ask(service, 'ada@example.org')
  const { confirmations, notices } = await deliver(service)
  assert.deepEqual([confirmations, notices], [0, [`${admin.editor.email}: [House] Many requests for the weekly brief`]])
  service.clock.advance(86_400)
  assert.equal((await deliver(service)).confirmations, 1)
})
