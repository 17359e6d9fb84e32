import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sendTestEvent } from '#actions/webhooks.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { openReceiver, status, openWebhookDeliveries } from '../../support/webhooks.ts'

const receiver = await openReceiver({ after })
const wordsOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()

test('an admin adds a webhook, sees how it fares, tests, pauses, replays and removes it', async (t) => {
  const service = await startTestService(t, { allowedOutbound: [receiver.origin] })
  const webhooks = await openWebhookDeliveries(t, receiver, service)
  const admin = await signedIn(service, 'admin')
  const page = async (path: string) => (await admin.get(path)).text()
  assert.match(wordsOf(await page('/console/webhooks')), /There are no webhooks yet/u)

  const wrong = await admin.post('/console/webhooks', [
    ['url', 'http://hooks.example.org/'],
    ['description', 'The desk'],
    ['events', 'paper.accepted'],
  ])
  assert.equal(wrong.status, 400)
  const again = await wrong.text()
  assert.match(
    wordsOf(again),
    /Address: may not be contacted, because only https:\/\/ is allowed; OUTBOUND_ALLOW=http:\/\/hooks\.example\.org allows it/u,
  )
  assert.match(again, /value="The desk"/u)
  assert.match(again, /value="paper\.accepted" checked/u)
  assert.doesNotMatch(again, /value="paper\.merged" checked/u)
  assert.equal((await admin.post('/console/webhooks', { url: `${receiver.origin}/hook` })).status, 400, 'no event')

  const made = await admin.post('/console/webhooks', [
    ['url', `${receiver.origin}/hook`],
    ['description', '<b>The desk</b>'],
    ['events', 'paper.accepted'],
    ['events', 'gap.changed'],
  ])
  const shown = await made.text()
  const secret = /whsec_[\w+/=]+/u.exec(shown)?.[0] ?? assert.fail('the secret is not shown')
  assert.equal((await page('/console/webhooks')).includes(secret), false)
  assert.match(await page('/console/webhooks/1'), /&lt;b&gt;The desk/u)
  assert.match(wordsOf(await page('/console/webhooks/1')), /Nothing has been sent yet/u)

  await webhooks.accept('p1')
  receiver.answerWith(status(500, { 'X-Reason': '<script>' }))
  await webhooks.deliver()
  assert.match(wordsOf(await page('/console/webhooks')), /failing \(1\).*It answered 500\. 1 /u)
  const failed = await page('/console/webhooks/1')
  assert.match(failed, /x-reason: &lt;script&gt;/u)
  assert.match(wordsOf(failed), /paper\.accepted.*paper p1.*waiting until.*Request and response \(500\)/u)

  receiver.answerWith(null)
  assert.equal((await admin.post('/console/webhooks/1/test')).headers.get('location'), '/console/webhooks/1')
  await webhooks.deliverLater(10)
  assert.deepEqual(receiver.events().slice(1).toSorted(), ['paper.accepted p1', 'webhook.test'])
  const refused = await admin.post('/console/webhooks/1/replay', { since: 'May' })
  assert.equal(refused.status, 400)
  assert.match(wordsOf(await refused.text()), /All events since: must be a day such as/u)
  assert.equal((await admin.post('/console/webhooks/1/replay', { since: '2026-01-01' })).status, 303)
  assert.match(wordsOf(await page('/console/webhooks/1')), /Pending 1 /u)

  assert.match(await (await admin.post('/console/webhooks/1/rotate')).text(), /whsec_/u)
  await admin.post('/console/webhooks/1/pause')
  assert.match(wordsOf(await page('/console/webhooks/1')), /State paused .*Resume Resume and skip pending events/u)
  await assert.rejects(service.run(sendTestEvent, { id: 1, actor: 'test' }), /is paused/u)
  assert.equal((await admin.post('/console/webhooks/1/test')).status, 409)
  await admin.post('/console/webhooks/1/resume', { skip: 'yes' })
  assert.match(wordsOf(await page('/console/webhooks/1')), /Pending 0 /u)
  assert.equal((await admin.post('/console/webhooks/1/remove')).headers.get('location'), '/console/webhooks')
  assert.equal((await admin.get('/console/webhooks/1')).status, 404)
  assert.equal((await admin.get('/console/webhooks/x')).status, 404)
  const audit = await service.store.private.audit.list({ actor: null, act: null, subject: '1' }, null, 20)
  assert.deepEqual(audit.records.map(({ act }) => act.replace('webhook.', '')).toReversed(), [
    'add',
    'test',
    'replay',
    'rotate',
    'pause',
    'resume',
    'remove',
  ])
})

test('an address in an internal network is refused when it is entered, and nothing is stored', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  for (const address of [
    'https://127.0.0.1/x',
    'https://[::1]:8443/',
    'https://169.254.169.254/',
    'https://db.internal/',
  ]) {
    const hook = await admin.post('/console/webhooks', { url: address, events: 'paper.accepted' })
    assert.equal(hook.status, 400, address)
    assert.match(wordsOf(await hook.text()), /Address: may not be contacted, because .*OUTBOUND_ALLOW=https:/u, address)
    const source = await admin.post('/console/sources', { kind: 'feed', address })
    assert.equal(source.status, 400, address)
    assert.match(
      wordsOf(await source.text()),
      /Address: may not be contacted, because .*OUTBOUND_ALLOW=https:/u,
      address,
    )
  }
  assert.deepEqual(await service.store.private.webhooks.list(), [])
  assert.deepEqual(await service.store.private.sources.list(), [])
})

test('only who has just confirmed that it is them adds a webhook', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  service.clock.advance(601)
  const held = await admin.post('/console/webhooks', { url: 'https://hooks.example.org/', events: 'paper.accepted' })
  assert.match(await held.text(), /<h1>Confirm it is you/u)
  assert.deepEqual(await service.store.private.webhooks.list(), [])
  const editor = await signedIn(service, 'editor')
  assert.equal((await editor.get('/console/webhooks')).status, 403)
})
