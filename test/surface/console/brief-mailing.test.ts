import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formAt } from '../../support/markup.ts'
import { saveBriefDraft } from '#actions/editorial/briefs.ts'
import { advanceAll } from '#jobs/mailings.ts'
import { BRIEF, putSubscribers, readers } from '../../support/mail/mailings.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const saveDraft = async (service: TestService) => {
  await service.accept(leastPaper())
  const words = { title: 'What checkpoints cost', summary: 'S', take: 'T', featured: ['p1'] }
  const brief = { id: BRIEF, week: { year: 2026, week: 47 }, ...words }
  return service.run(saveBriefDraft, { id: brief.id, words: brief, version: 0, actor: 'test' })
}

const EMAIL = `/console/briefs/${BRIEF}/email`
const PUBLISH = `/console/briefs/${BRIEF}/publish`

test('publishing a brief offers not by email, now, or at a time, and refuses a time that is none', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  await saveDraft(service)
  const form = await (await editor.get(PUBLISH)).text()
  assert.match(form, /value="none" checked/u)
  assert.match(form, /type="datetime-local"[^]*name="zone" value="Z"[^]*In UTC/u)
  for (const [at, message] of [
    ['2026-11-23T09:00', /Time: must be a date and a time/u],
    ['2020-01-01T00:00Z', /is in the past; choose now, or a later time/u],
  ] as const) {
    const refused = await editor.post(PUBLISH, { version: '1', email: 'at', at })
    assert.equal(refused.status, 400)
    const page = await refused.text()
    assert.match(page, message)
    assert.match(page, new RegExp(`value="at" checked[\\s\\S]*value="${at}"`, 'u'))
  }
  assert.equal(await service.store.private.briefs.find(BRIEF), null, 'nothing is published by a refused form')
  const asked = await editor.post(PUBLISH, { version: '1', email: 'at', at: '2026-11-23T09:00', zone: '+01:00' })
  const question = await asked.text()
  assert.match(question, /It goes to 0 subscribers at 2026-11-23 08:00 UTC/u)
  assert.equal(await service.store.private.briefs.find(BRIEF), null, 'not before it was asked again')
  assert.match(question, /value="at" checked/u)
  const done = await editor.post(PUBLISH, formAt(question, PUBLISH, { email: 'at', zone: '+01:00' }))
  assert.equal(done.status, 303)
  const mailing = await service.store.private.mailings.find(BRIEF)
  assert.deepEqual([mailing?.state, mailing?.startAt], ['scheduled', '2026-11-23T08:00:00.000Z'])
})

test('the page of a mailing shows how far it is, pauses, goes on and cancels', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  await putSubscribers(service.store, readers(3), { at: service.clock.now().toISOString() })
  await saveDraft(service)
  assert.match(await (await editor.get(EMAIL)).text(), /This is a draft/u)
  assert.equal((await editor.post(EMAIL, { email: 'now' })).status, 404)
  assert.equal((await editor.post(PUBLISH, { version: '1', email: 'none', sure: 'yes' })).status, 303)
  assert.equal(await service.store.private.mailings.find(BRIEF), null)
  assert.match(await (await editor.get(EMAIL)).text(), /Sent now, it would go to 3 confirmed subscribers/u)
  for (let time = 0; time < 2; time += 1) {
    const question = await (await editor.post(EMAIL, { email: 'now' })).text()
    assert.match(question, /goes to \d+ subscribers? now\. An email that has left cannot be called back/u)
    assert.equal((await editor.post(EMAIL, formAt(question, EMAIL))).headers.get('location'), EMAIL)
  }
  await advanceAll(service)
  const page = await (await editor.get(EMAIL)).text()
  assert.match(page, /<dt>State<\/dt><dd>sending<\/dd>[\s\S]*<dt>Still to send<\/dt><dd>3<\/dd>[\s\S]*not known yet/u)
  assert.doesNotMatch(page, /reader1/u)
  const change = async (made: string): Promise<number> =>
    (await editor.post(`${EMAIL}/change`, { change: made })).status
  assert.deepEqual([await change('pause'), await change('pause'), await change('nothing')], [303, 409, 400])
  assert.match(await (await editor.get(EMAIL)).text(), /<dd>paused<\/dd>[\s\S]*Resume/u)
  assert.deepEqual([await change('resume'), await change('cancel'), await change('resume')], [303, 303, 409])
  assert.equal((await service.store.private.mailings.find(BRIEF))?.state, 'cancelled')
})

test('without a mail server the console says so where one would send, and publishes without', async (t) => {
  const service = await startTestService(t, { canMail: false })
  const editor = await signedIn(service, 'editor')
  await saveDraft(service)
  const off = /cannot be sent by email: <code>SMTP_URL<\/code> is not set/u
  assert.match(await (await editor.get(PUBLISH)).text(), off)
  assert.equal((await editor.post(PUBLISH, { version: '1', email: 'now' })).status, 400)
  assert.equal((await editor.post(PUBLISH, formAt(await (await editor.get(PUBLISH)).text(), PUBLISH))).status, 303)
  assert.match(await (await editor.get(EMAIL)).text(), off)
  assert.equal((await editor.post(EMAIL, { email: 'now' })).status, 400)
  assert.match(await (await editor.get(`${EMAIL}/preview`)).text(), off)
  assert.equal((await editor.post(`${EMAIL}/preview`, {})).status, 400)
  assert.equal(await service.store.private.mailings.find(BRIEF), null)
})

test('an email can be previewed with its faults, and sent to oneself as a test', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  await putSubscribers(service.store, readers(3), { at: service.clock.now().toISOString() })
  await saveDraft(service)
  const preview = `${EMAIL}/preview`
  const seen = await editor.get(preview)
  assert.match(seen.headers.get('content-security-policy') ?? '', /; frame-src 'self'$/u)
  const text = await seen.text()
  assert.match(text, /<dt>Subject<\/dt><dd>What checkpoints cost \(House, Week 47, 2026\)<\/dd>/u)
  assert.match(text, /It links to http:\/\/127\.0\.0\.1:\d+\/briefs\/2026-w47 and 4 more places without https\./u)
  assert.match(text, /<pre class="email-text" tabindex="0">What checkpoints cost\n/u)
  const email = await editor.get(`${preview}/page`)
  assert.match(
    email.headers.get('content-security-policy') ?? '',
    /style-src 'unsafe-inline'; .*; sandbox allow-popups$/u,
  )
  assert.match(
    await email.text(),
    /@media \(prefers-color-scheme: dark\) [^]*<h1 style="[^"]*">What checkpoints cost<\/h1>/u,
  )
  assert.match(await (await editor.get(`${preview}/page?theme=dark`)).text(), /@media all /u)
  assert.match(await (await editor.get(`${preview}/page?theme=light`)).text(), /@media not all /u)
  assert.equal((await editor.get('/console/briefs/2020-w01/email/preview')).status, 404)
  assert.equal((await editor.post(preview, {})).headers.get('location'), `${preview}?saved=1`)
  assert.match(
    await (await editor.get(`${preview}?saved=1`)).text(),
    /A test email is on its way to editor\.\d+@example\.org/u,
  )
  const queued = await service.run((tx) => tx.outbox.lease('9999', '9999', 10, true), {})
  assert.deepEqual(
    queued
      .filter(({ kind }) => kind === 'notice')
      .map(({ kind, to, subject, html }) => [kind, to?.split('.')[0], subject, html?.includes('checkpoints')]),
    [['notice', 'editor', 'Test: What checkpoints cost (House, Week 47, 2026)', true]],
  )
})
