import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptPending } from '#actions/decisions.ts'
import { createKey, revokeKey } from '#actions/api-keys.ts'
import { leastPaper } from '../support/service/papers.ts'
import { openPostOffice } from '../support/mail/smtp-sink.ts'
import { readEmail } from '../support/mail/read-email.ts'
import { decide, submit } from '../support/service/review.ts'
import { startTestService } from '../support/service/test-service.ts'

const ADDRESS = 'ada@example.org'

const opened = async (t: Parameters<typeof startTestService>[0], email: string | null = ADDRESS) => {
  const service = await startTestService(t)
  const office = await openPostOffice(t, service)
  const { key, record } = await service.run(createKey, {
    label: 'A lab',
    scopes: ['submit'],
    expiresAt: null,
    email,
    actor: 'test',
  })
  const emails = async () => {
    while ((await office.deliver()).more);
    return office.sink.emails.map(({ to, raw }) => ({ to, ...readEmail(raw) }))
  }
  return { service, key, id: record.id, emails }
}

test('a submitter is notified of each decision with its note, but not of who decided', async (t) => {
  const { service, key, emails } = await opened(t)
  await submit(service, key, leastPaper({ title: 'Ünïcode agents' }))
  await decide(service, 'p1', 'ask', 'Which data\nwere used?')
  await service.send('PUT', '/api/submissions/p1', leastPaper({ title: 'Ünïcode agents' }), { 'x-api-key': key })
  await decide(service, 'p1', 'accept')
  await decide(service, 'p1', 'retract', 'It was wrong.')
  const sent = await emails()
  assert.deepEqual(
    sent.map((email) => [email.to, email.textField('subject')]),
    [
      [[ADDRESS], '[House] p1 needs changes: Ünïcode agents'],
      [[ADDRESS], '[House] p1 is accepted: Ünïcode agents'],
      [[ADDRESS], '[House] p1 is retracted: Ünïcode agents'],
    ],
  )
  assert.match(sent[0]?.text ?? '', /Ünïcode agents\n {2}http:\/\/127\.0\.0\.1:\d+\/api\/submissions\/p1\n/u)
  assert.match(sent[0]?.text ?? '', /The editors wrote:\n\nWhich data\nwere used\?\n/u)
  assert.match(sent[0]?.text ?? '', /Send the paper again with PUT/u)
  assert.doesNotMatch(sent[1]?.text ?? '', /The editors wrote/u)
  for (const { text } of sent) assert.doesNotMatch(text, /editor:/u)
})

test('many papers of one key with one outcome make one email', async (t) => {
  const { service, key, id, emails } = await opened(t)
  for (const paper of ['p1', 'p2', 'p3']) await submit(service, key, leastPaper({ id: paper, title: `Title ${paper}` }))
  const filter = { submittedBy: id, session: null, maxRisk: null }
  assert.equal((await service.run(acceptPending, { filter, note: 'Welcome.', actor: 'cli', after: null })).accepted, 3)
  const sent = await emails()
  assert.deepEqual(
    sent.map((email) => email.textField('subject')),
    ['[House] 3 papers are accepted'],
  )
  for (const paper of ['p1', 'p2', 'p3']) assert.ok(sent[0]?.text.includes(`Title ${paper}\n`), paper)
})

test('a key without an address, or one that was revoked, gets no email', async (t) => {
  for (const revoked of [false, true]) {
    const { service, key, id, emails } = await opened(t, revoked ? ADDRESS : null)
    await submit(service, key, leastPaper())
    if (revoked) await service.run(revokeKey, { id, actor: 'test' })
    await decide(service, 'p1', 'accept')
    assert.deepEqual(await emails(), [])
    assert.deepEqual(await service.store.private.outbox.counts(), { waiting: 0, sent: 0, failed: 0 })
  }
})

test('a decision that is refused sends nothing', async (t) => {
  const { service, key, emails } = await opened(t)
  await submit(service, key, leastPaper())
  await assert.rejects(decide(service, 'p1', 'retract'))
  await assert.rejects(decide(service, 'p1', 'reject', ' '))
  assert.deepEqual(await emails(), [])
})
