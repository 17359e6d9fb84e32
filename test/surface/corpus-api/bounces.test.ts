import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { addressed, sampleBounces } from '../../support/mail/read-email.ts'
import { putSubscribers } from '../../support/mail/mailings.ts'
import { startTestService, WEBHOOK_SECRET, type TestService } from '../../support/service/test-service.ts'

const PATH = '/api/mail/bounces'

const signed = (service: TestService, body: string | Buffer, secret: string | Buffer = WEBHOOK_SECRET, id = 'w1') => {
  const timestamp = String(Math.floor(service.clock.now().getTime() / 1_000))
  const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${mac}` }
}

const post = (service: TestService, body: string | Buffer, headers: Record<string, string>, type = 'message/rfc822') =>
  fetch(service.url + PATH, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': type, ...headers },
  })

const prepare = async (service: TestService) => {
  const at = service.clock.now().toISOString()
  await putSubscribers(service.store, ['ada@reader.example', 'ben@reader.example', 'eve@reader.example'], { at })
  const secret = await service.store.private.secret()
  const email = async (name: string, of: string): Promise<Buffer> => {
    const { text } = sampleBounces().find((sample) => sample.name.endsWith(`/${name}.eml`)) ?? assert.fail(name)
    const subscriber = await service.store.private.subscribers.findByEmail(of)
    return addressed(text, secret, subscriber?.id ?? '', 'u')
  }
  const states = async () => {
    const { active, bounced, complained, unsubscribed } = await service.store.private.subscribers.counts()
    return { active, bounced, complained, unsubscribed }
  }
  return { email, states }
}

test('signed bounces are taken, as they are and in JSON, and a repeated one changes nothing', async (t) => {
  const service = await startTestService(t)
  const { email, states } = await prepare(service)
  const bounce = await email('postfix-unknown-user', 'ada@reader.example')
  const first = await post(service, bounce, signed(service, bounce))
  assert.deepEqual(
    [first.status, await first.json()],
    [200, { success: true, kind: 'hard', counted: true, suppressed: true }],
  )
  const again = await post(service, bounce, signed(service, bounce))
  assert.deepEqual(await again.json(), { success: true, kind: 'hard', counted: false, suppressed: false })

  const complaint = await email('arf-abuse', 'ben@reader.example')
  const body = JSON.stringify({ message: complaint.toString('base64'), encoding: 'base64' })
  const answer = await post(service, body, signed(service, body), 'application/json')
  assert.deepEqual(await answer.json(), { success: true, kind: 'complaint', counted: true, suppressed: true })

  // A server that passes the envelope separately: the header names a list, the envelope our address.
  const leave = await email('by-mail-program', 'eve@reader.example')
  const recipient = /bounces\+u[a-z2-7]+@library\.example/u.exec(leave.toString())?.[0] ?? ''
  const message = leave.toString().replaceAll(recipient, 'BOUNCES@library.example')
  const json = JSON.stringify({ message, recipient: recipient.toUpperCase() })
  const left = await post(service, json, signed(service, json), 'application/json; charset=utf-8')
  assert.deepEqual(await left.json(), { success: true, kind: 'unsubscribe', counted: true, suppressed: false })
  assert.deepEqual(await states(), { active: 0, bounced: 1, complained: 1, unsubscribed: 1 })
})

test('a request without a timely signature of its own is refused and changes nothing', async (t) => {
  const service = await startTestService(t)
  const { email, states } = await prepare(service)
  const bounce = await email('postfix-unknown-user', 'ada@reader.example')
  const good = signed(service, bounce)
  const before = await states()
  const refused: [Record<string, string>, RegExp][] = [
    [{}, /headers webhook-id, webhook-timestamp and webhook-signature are required/u],
    [{ ...good, 'webhook-id': 'w2' }, /does not match this request/u],
    [{ ...good, 'webhook-signature': '' }, /does not match this request/u],
    [
      { ...good, 'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,').replace(' v1,', ' v1a,') },
      /does not match/u,
    ],
    [{ ...good, 'webhook-timestamp': `0${good['webhook-timestamp']}` }, /does not match this request/u],
    [{ ...good, 'webhook-timestamp': 'now' }, /within 300 seconds/u],
    [signed(service, `${bounce.toString()} `), /does not match this request/u],
    [signed(service, bounce, 'another secret'), /does not match this request/u],
  ]
  for (const [headers, words] of refused) {
    const response = await post(service, bounce, headers)
    const { code, error } = (await response.json()) as { code: string; error: string }
    assert.deepEqual([response.status, code], [401, 'signature_invalid'])
    assert.match(error, words)
  }
  for (const seconds of [301, -602]) {
    service.clock.advance(seconds)
    assert.equal((await post(service, bounce, good)).status, 401)
  }
  assert.deepEqual(await states(), before)
  service.clock.advance(1)
  assert.equal((await post(service, bounce, good)).status, 200, 'the other edge of the window')
})

test('bodies that are no email are refused: other types, wrong JSON, too large, compressed', async (t) => {
  const service = await startTestService(t)
  const status = async (body: string | Buffer, type: string, more: Record<string, string> = {}) =>
    (await post(service, body, { ...signed(service, body), ...more }, type)).status
  assert.equal(await status('x', 'text/plain'), 415)
  assert.equal(await status('{"message": 1}', 'application/json'), 400)
  assert.equal(await status('{"message": "x", "more": 1}', 'application/json'), 400)
  assert.equal(await status('{', 'application/json'), 400)
  assert.equal(await status('x', 'message/rfc822', { 'content-encoding': 'gzip' }), 415)
  assert.equal(await status(Buffer.alloc(2 * 1_024 * 1_024 + 1, 'x'), 'message/rfc822'), 413)
  // Of a message longer than any report, only as much is read as a report may have.
  assert.equal(await status(Buffer.alloc(1_500_000, 'x: y\r\n'), 'message/rfc822'), 200)
})

test('a secret in the form of the specification is decoded; without a secret there is nothing', async (t) => {
  const key = Buffer.alloc(24, 7)
  const service = await startTestService(t, { webhookSecret: `whsec_${key.toString('base64')}` })
  assert.equal((await post(service, 'Subject: x\r\n\r\n', signed(service, 'Subject: x\r\n\r\n', key))).status, 200)
  const off = await startTestService(t, { webhookSecret: null })
  const response = await post(off, 'x', signed(off, 'x'))
  assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [404, 'not_found'])
})
