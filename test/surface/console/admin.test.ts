import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordBounce } from '#actions/suppressions.ts'
import { erasePersonalData } from '#actions/own-data.ts'
import { createKey } from '#actions/api-keys.ts'
import { isWellFormedApiKey } from '#core/access/api-key.ts'
import { actsOf } from '../../support/service/editing.ts'
import { putSubscribers } from '../../support/mail/mailings.ts'
import { sessionOf, signedIn } from '../../support/service/editor-session.ts'
import { formAt, markupOf, wordsOf } from '../../support/markup.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { undoStep } from '#actions/ingest-sessions.ts'
import { shownDumps } from '../../support/service/shown-dumps.ts'

const open = async (t: Parameters<typeof startTestService>[0], role: 'editor' | 'admin' = 'editor') => {
  const service = await startTestService(t)
  const editor = await signedIn(service, role)
  const page = async (path: string, status = 200) => markupOf(await editor.get(path), status)
  return { service, editor, page }
}

test('a message is read, answered or spam, and shown as harmless text', async (t) => {
  const { service, editor, page } = await open(t)
  const message = '<img src=x onerror=alert(1)>\nSecond line'
  for (const name of ['Ada', 'Ben'])
    await service.send('POST', '/api/contact', { name, email: 'a@example.org', message, subject: `Of ${name}` })
  const shown = await page('/console/messages')
  assert.doesNotMatch(shown, /<img/u)
  assert.match(wordsOf(shown), /new \(2\) read \(0\) answered \(0\) spam \(0\)/u)
  assert.match(shown, /href="mailto:a@example\.org\?subject=Re%3A%20Of%20Ben"/u)
  const id = /<li id="(?<id>m_\w+)">/u.exec(shown)?.groups?.id ?? ''
  const marked = await editor.post(`/console/messages/${id}`, { state: 'answered', at: '' })
  assert.deepEqual([marked.status, marked.headers.get('location')], [303, '/console/messages'])
  const spam = await editor.post(`/console/messages/${id}`, { state: 'spam', at: 'answered' })
  assert.equal(spam.headers.get('location'), '/console/messages?state=answered')
  assert.doesNotMatch(await page('/console/messages'), new RegExp(id, 'u'))
  assert.match(await page('/console/messages?state=spam'), new RegExp(id, 'u'))
  await markupOf(await editor.post(`/console/messages/${id}`, { state: 'burnt' }), 400)
  await markupOf(await editor.post('/console/messages/m_none', { state: 'read' }), 404)
  assert.deepEqual(
    (await actsOf(service, 'message.spam')).map(({ subject, before }) => [subject, before]),
    [[id, { state: 'answered' }]],
  )
})

test('an email that was given up shows its error and is tried again', async (t) => {
  const { service, editor, page } = await open(t, 'admin')
  await service.send('POST', '/api/subscribe', { email: 'zoe@example.org' })
  const at = service.clock.now().toISOString()
  const leased = await service.store.transact((tx) => tx.outbox.lease(at, at, 10, true))
  const email = leased.find(({ kind }) => kind === 'confirmation')
  await service.store.transact((tx) => tx.outbox.markFailed(email?.seq ?? 0, '550 <no> such mailbox', null))
  const words = wordsOf(await page('/console/outbox?state=failed'))
  assert.match(words, /confirmation zoe@example\.org .* failed 1 550 <no> such mailbox/u)
  // The other one notifies the admin of being added.
  assert.match(words, /waiting \(1\) failed \(1\) sent \(0\)/u)
  const retried = await editor.post(`/console/outbox/${email?.seq}/retry`)
  assert.equal(retried.headers.get('location'), `/console/outbox?retried=${email?.seq}`)
  assert.match(wordsOf(await page('/console/outbox')), /confirmation zoe@example\.org [^]*? of House waiting, due/u)
  await markupOf(await editor.post('/console/outbox/99/retry'), 409)
  await markupOf(await editor.post('/console/outbox/x/retry'), 404)
})

test('only admins read who gets an email, also in what the mail server answered', async (t) => {
  const { service, page } = await open(t)
  await service.send('POST', '/api/subscribe', { email: 'zoe@example.org' })
  const at = service.clock.now().toISOString()
  const leased = await service.store.transact((tx) => tx.outbox.lease(at, at, 10, true))
  const email = leased.find(({ kind }) => kind === 'confirmation')
  await service.store.transact((tx) => tx.outbox.markFailed(email?.seq ?? 0, '550 <zoe@example.org> unknown', null))
  const shown = await page('/console/outbox')
  assert.match(wordsOf(shown), /confirmation z…@… .* failed 1 550 <z…@…> unknown/u)
  assert.doesNotMatch(shown, /zoe|example\.org/u)
  const admin = await signedIn(service, 'admin')
  assert.match(await (await admin.get('/console/outbox')).text(), /zoe@example\.org/u)
})

test('subscribers are counted, exported, and erased with all that holds their address', async (t) => {
  const { service, editor, page } = await open(t, 'admin')
  await service.send('POST', '/api/subscribe', { email: 'Zoe@example.org', name: 'Zoë' })
  await service.send('POST', '/api/contact', { name: 'Z', email: 'zoe@example.org', message: 'Hello.' })
  const input = { label: 'Lab', scopes: ['submit' as const], expiresAt: null, email: 'zoe@example.org', actor: 'test' }
  await service.run(createKey, input)
  const at = service.clock.now().toISOString()
  await service.store.transact(async (tx) => {
    const found = await tx.subscribers.findByEmail('zoe@example.org')
    if (found !== null) await tx.subscribers.put({ ...found, state: 'active', confirmHash: null }, at)
  })
  assert.match(wordsOf(await page('/console/subscribers')), /active \(1\).* Zoe@example\.org Zoë active/u)
  assert.match(wordsOf(await page('/console/subscribers/export')), /addresses of up to 1 active subscriber will be/u)
  const csv = await editor.post('/console/subscribers/export')
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="subscribers.csv"')
  assert.equal(await csv.text(), 'email,name,since\r\nZoe@example.org,Zoë,2026-11-20\r\n')
  const wrong = await markupOf(await editor.post('/console/subscribers/erase', { email: 'nobody' }), 400)
  assert.equal(new Map(formAt(wrong, '/console/subscribers/erase')).get('email'), 'nobody')
  const erased = await markupOf(await editor.post('/console/subscribers/erase', { email: 'zoe@example.org' }))
  assert.match(wordsOf(erased), /Erased: 1 subscriptions, 2 emails, 1 contact messages, and the address of 1 keys\./u)
  const rest = JSON.stringify([
    await service.store.private.subscribers.list(null, null, 9),
    await service.store.private.outbox.list(null, null, 9),
    await service.store.private.messages.list(null, null, 9),
    await service.store.private.keys.list(),
    await actsOf(service, 'address.erase'),
  ])
  assert.doesNotMatch(rest, /zoe/iu)
  const nothing = await markupOf(await editor.post('/console/subscribers/erase', { email: 'zoe@example.org' }))
  assert.match(wordsOf(nothing), /No data of that address was found/u)
})

test('who is suppressed is counted, and an admin lifts it, also for an address that was erased', async (t) => {
  const { service, editor, page } = await open(t, 'admin')
  const at = service.clock.now().toISOString()
  await putSubscribers(service.store, ['ada@example.org', 'ben@example.org', 'eve@example.org'], { at })
  for (const [email, kind] of [
    ['ada@example.org', 'hard'],
    ['ben@example.org', 'complaint'],
    ['eve@example.org', 'complaint'],
  ] as const) {
    const subscriber = await service.store.private.subscribers.findByEmail(email)
    await service.run(recordBounce, { subscriberId: subscriber?.id ?? '', delivery: 'one', kind })
  }
  await service.run(erasePersonalData, { email: 'eve@example.org', actor: 'test' })
  const shown = await page('/console/subscribers')
  assert.match(wordsOf(shown), /bounced \(1\) complained \(1\)/u)
  assert.match(wordsOf(shown), /1 because emails bounced, 2 after a complaint/u)
  const lift = async (email: string, status = 200) =>
    markupOf(await editor.post('/console/subscribers/lift', { email }), status)
  assert.match(wordsOf(await lift('eve@example.org')), /Lifted: eve@example\.org can subscribe again despite/u)
  assert.match(wordsOf(await lift('ada@example.org')), /Lifted: ada@example\.org can subscribe again\./u)
  const again = await lift('ada@example.org', 404)
  assert.match(wordsOf(again), /This address is not suppressed/u)
  assert.match(again, /id="lift-email" name="email" value="ada@example\.org"/u)
  assert.match(again, /id="erase-email" name="email" value=""/u)
  await lift('nobody', 400)
  assert.match(wordsOf(await page('/console/subscribers')), /0 because emails bounced, 1 after a complaint/u)
  assert.equal((await actsOf(service, 'subscriber.lift')).length, 2)
})

test('a key is made and shown once, shows its use, is rotated and revoked', async (t) => {
  const { service, editor, page } = await open(t, 'admin')
  const made = await markupOf(await editor.post('/console/keys', { label: 'A lab', scopes: 'submit', days: '30' }))
  const key = /<code class="secret">(?<key>[^<]+)</u.exec(made)?.groups?.key ?? ''
  assert.ok(isWellFormedApiKey(key), key)
  await submit(service, key, leastPaper())
  const shown = await page('/console/keys')
  assert.doesNotMatch(shown, /(?:lv|rc)_live_/u)
  assert.match(wordsOf(shown), /A lab submit live until 2026-12-20 10:00 .* 1 of 100/u)
  const id = /<tr id="(?<id>k_\w+)">/u.exec(shown)?.groups?.id ?? ''
  const ask = async (secret: string) => (await service.get('/api/submissions', { 'x-api-key': secret })).status
  const rotated = await markupOf(await editor.post(`/console/keys/${id}/rotate`, { overlapHours: '1' }))
  const second = /<code class="secret">(?<key>[^<]+)</u.exec(rotated)?.groups?.key ?? ''
  assert.deepEqual([await ask(key), await ask(second)], [200, 200])
  service.clock.advance(3_600)
  assert.deepEqual([await ask(key), await ask(second)], [401, 200])
  // A session does not last an hour without a request.
  const later = await sessionOf(service, editor.editor)
  const refused = await markupOf(await later.post(`/console/keys/${id}/rotate`, { overlapHours: 'x' }), 400)
  assert.match(wordsOf(refused), /overlapHours: must be a whole number/u)
  await markupOf(await later.post(`/console/keys/${id}/renew`, { days: '0' }), 400)
  const renewed = await later.post(`/console/keys/${id}/renew`, { days: '7' })
  assert.equal(renewed.headers.get('location'), `/console/keys?renewed=${id}`)
  assert.match(wordsOf(await markupOf(await later.get('/console/keys'))), /A lab submit live until 2026-11-27 11:00/u)
  const revoked = await later.post(`/console/keys/${id}/revoke`)
  assert.equal(revoked.headers.get('location'), `/console/keys?revoked=${id}`)
  assert.equal(await ask(second), 401)
  assert.match(wordsOf(await markupOf(await later.get('/console/keys'))), /A lab submit revoked 2026-11-20 11:00/u)
  await markupOf(await later.post(`/console/keys/${id}/revoke`), 404)
  await markupOf(await later.post(`/console/keys/${id}/renew`, { days: '' }), 404)
  await markupOf(await later.post(`/console/keys/${id}/rotate`, { overlapHours: '1' }), 404)
  assert.deepEqual(
    (await actsOf(service, 'key.rotate')).map(({ subject, actor }) => [subject, actor]),
    [[id, `editor:${editor.editor.id}`]],
  )
})

test('a key form with errors comes back as it was sent and creates nothing', async (t) => {
  const { service, editor } = await open(t, 'admin')
  for (const [fields, words] of [
    [{ label: 'x', days: '' }, /Scopes: must contain at least one entry/u],
    [{ label: 'x', scopes: 'all', days: '' }, /Scopes: must be one of submit, review, .*, ingest/u],
    [{ label: 'x', scopes: 'submit', days: 'soon' }, /days: must be a whole number from 1/u],
    [{ label: ' ', scopes: 'submit', days: '' }, /Owner: must not be empty/u],
    [
      { label: 'x', email: 'nobody', scopes: 'submit', days: '' },
      /Email address for decisions: must be one email address/u,
    ],
  ] as const) {
    const again = await markupOf(await editor.post('/console/keys', fields), 400)
    assert.match(wordsOf(again), words)
    assert.equal(new Map(formAt(again, '/console/keys')).get('label'), fields.label)
  }
  assert.deepEqual(await service.store.private.keys.list(), [])
})

const records = `@misc{a, title={A study of agents}, author={Ada Example}, year=2025}
@misc{b, title={=1+1}}
`

test('an admin opens a session, sees what came, closes and undoes it', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const refused = await markupOf(
    await admin.post('/console/ingestion', { label: 'crawl', max: 'x', until: 'soon' }),
    400,
  )
  assert.match(refused, /value="soon"/u)
  assert.match(wordsOf(refused), /Maximum records: must be a whole number from 1/u)
  const late = await markupOf(await admin.post('/console/ingestion', { label: 'crawl', max: '9', until: 'soon' }), 400)
  assert.match(wordsOf(late), /Open until: must look like 7d/u)
  const opened = await markupOf(await admin.post('/console/ingestion', { label: 'crawl', max: '9', until: '7d' }))
  const key = /lv_live_\w+/u.exec(opened)?.[0] ?? ''
  const [session] = await service.store.private.ingestion.list(1)
  const id = session?.id ?? ''
  assert.match(opened, new RegExp(`/api/ingest-sessions/${id}/papers`, 'u'))
  assert.doesNotMatch(await markupOf(await admin.get('/console/ingestion')), /lv_live_/u, 'shown once')
  await service.send('POST', '/api/ingest-sessions/current/papers?chunk=1', records, {
    'x-api-key': key,
    'content-type': 'application/x-bibtex',
  })
  const shown = wordsOf(await markupOf(await admin.get(`/console/ingestion/${id}`)))
  assert.match(shown, /Read 2 of at most 9 Stored 1 .* Refused 1 Stored up to chunk 1/u)
  assert.match(shown, /line 2 authors: is required/u)
  const file = await admin.get(`/console/ingestion/${id}/refused.csv`)
  assert.match(file.headers.get('content-disposition') ?? '', new RegExp(`refused-${id}.csv`, 'u'))
  assert.match(await file.text(), /^chunk,record,position,reason\r\n1,2,line 2,/u)
  const closed = await admin.post(`/console/ingestion/${id}/close`)
  assert.equal(closed.headers.get('location'), `/console/ingestion/${id}?done=closed`)
  assert.equal((await admin.post(`/console/ingestion/${id}/close`)).status, 409)
  const undone = await admin.post(`/console/ingestion/${id}/undo`)
  assert.equal(undone.headers.get('location'), `/console/ingestion/${id}?done=undone`)
  while (await service.run(undoStep, id));
  assert.match(wordsOf(await markupOf(await admin.get(`/console/ingestion/${id}`))), /undone .* Removed by undo 1/u)
  assert.equal(await service.store.private.papers.isEmpty(), true)
  await markupOf(await admin.get('/console/ingestion/none'), 404)
  await markupOf(await admin.post('/console/ingestion/none/close'), 404)
})

test('the console shows why the last dump was not made, and the dumps there are', async (t) => {
  const service = await startTestService(t, { dumps: shownDumps })
  const admin = await signedIn(service, 'admin')
  const page = await (await admin.get('/console/dumps')).text()
  assert.match(page, /failed:[^]*no space left on device/u)
  assert.match(page, /href="\/dumps\/longview-20261122T100000000Z-records\.jsonl\.gz"/u)
  assert.doesNotMatch(await (await service.get('/dumps', { accept: 'text/html' })).text(), /no space/u)
  const editor = await signedIn(service, 'editor')
  assert.equal((await editor.get('/console/dumps')).status, 403)
})

test('the console shows that dumps are off', async (t) => {
  const admin = await signedIn(await startTestService(t), 'admin')
  assert.match(await (await admin.get('/console/dumps')).text(), /Dumps are off/u)
})
