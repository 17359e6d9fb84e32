import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonOf } from '../support/service/responses.ts'
import { MAIL_FROM, openPostOffice, TEAM, startSmtpSink } from '../support/mail/smtp-sink.ts'
import { readEmail } from '../support/mail/read-email.ts'
import { startTestService } from '../support/service/test-service.ts'
import { smtpMailer } from '#mail/smtp.ts'
import { parseMailbox, type Mailbox } from '#core/mail/mailbox.ts'

const message = (given: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Ada Example',
  email: 'ada@example.org',
  organisation: 'Example University',
  subject: 'A question about chapter 4',
  message: 'Dear team,\n\nwhich papers measure recovery?\n.\nAda',
  ...given,
})

const FIELDS = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]

/** Sends one contact message and reads the one email that comes of it. */
const emailOf = async (t: Parameters<typeof startTestService>[0], given: Record<string, unknown>) => {
  const service = await startTestService(t)
  const { sink, deliver } = await openPostOffice(t, service)
  const response = await service.send('POST', '/api/contact', message(given))
  assert.equal(response.status, 202, await response.clone().text())
  assert.deepEqual(await deliver(), { tried: 1, more: false })
  assert.equal(sink.emails.length, 1)
  const [{ from, to, raw } = { from: '', to: [], raw: Buffer.alloc(0) }] = sink.emails
  const { id } = await jsonOf<{ id: string }>(response)
  return { from, to, email: readEmail(raw), id, service }
}

test('a contact message reaches the research team, and answering it answers the sender', async (t) => {
  const { from, to, email, id, service } = await emailOf(t, {})
  assert.equal(from, MAIL_FROM)
  assert.deepEqual(to, [TEAM])
  assert.deepEqual(email.mailbox('to'), { name: '', address: TEAM })
  assert.deepEqual(email.mailbox('reply-to'), { name: 'Ada Example', address: 'ada@example.org' })
  assert.equal(email.textField('subject'), '[House] A question about chapter 4')
  assert.match(email.text, /^Ada Example <ada@example\.org> wrote on 2026-11-20T10:00:00\.000Z:\n/u)
  assert.match(email.text, /\nOrganisation: Example University\n/u)
  assert.match(email.text, /\n\nDear team,\n\nwhich papers measure recovery\?\n\.\nAda\n/u)
  assert.ok(email.text.includes(id))
  assert.deepEqual(await service.store.private.outbox.counts(), { waiting: 0, sent: 1, failed: 0 })
})

test('an email comes from MAIL_FROM and has no superfluous headers, such as X-Mailer', async (t) => {
  const begun = Math.floor(Date.now() / 1_000) * 1_000
  const { email } = await emailOf(t, {})
  assert.deepEqual(email.names, FIELDS)
  assert.deepEqual(email.mailbox('from'), { name: '', address: MAIL_FROM })
  assert.match(email.field('message-id'), /^<[\da-f-]{36}@127\.0\.0\.1>$/u)
  const written = Date.parse(email.field('date'))
  assert.ok(written >= begun && written <= Date.now(), email.field('date'))
})

test('a message without subject and organisation is named after its sender', async (t) => {
  const { email } = await emailOf(t, { subject: undefined, organisation: undefined })
  assert.equal(email.textField('subject'), '[House] Message from Ada Example')
  assert.doesNotMatch(email.text, /Organisation/u)
})

test('names, subjects and texts in any script arrive unchanged', async (t) => {
  const subject = '质问：第四章 — Wiederherstellung für Agenten 🤖 وكلاء'
  const text = 'Grüße, 你好, שלום 👩‍🔬\n\tindented\nlast'
  const { email } = await emailOf(t, { name: 'Zoë Ünal-Ångström 李', subject, message: text })
  assert.equal(email.textField('subject'), `[House] ${subject}`)
  assert.deepEqual(email.mailbox('reply-to'), { name: 'Zoë Ünal-Ångström 李', address: 'ada@example.org' })
  assert.ok(email.text.includes(`\n\n${text}\n`))
})

test('a sender at a domain in another script is answered under its ASCII form', async (t) => {
  const { email } = await emailOf(t, { email: 'ada@bücher.example' })
  assert.deepEqual(email.mailbox('reply-to'), { name: 'Ada Example', address: 'ada@xn--bcher-kva.example' })
  assert.match(email.text, /<ada@xn--bcher-kva\.example> wrote/u)
})

test('an address that a header cannot hold without SMTPUTF8 appears in the text only', async (t) => {
  const { email } = await emailOf(t, { email: 'jürgen@example.org' })
  assert.deepEqual(
    email.names,
    FIELDS.filter((name) => name !== 'reply-to'),
  )
  assert.ok(email.text.includes('jürgen@example.org'))
  assert.doesNotMatch(email.text, /Reply to this email to answer the sender/u)
})

test('an address that no mail server accepts is refused with 400 and brings no email', async (t) => {
  const service = await startTestService(t)
  const addresses = [
    'ada',
    '@example.org',
    'ada@',
    'ada@localhost',
    'ada@example.org, victim@example.org',
    'ada@example.org\r\nBcc: victim@example.org',
    'Ada <ada@example.org>',
    '"ada"@example.org',
    'a..b@example.org',
    '.ada@example.org',
    'ada.@example.org',
    `${'a'.repeat(65)}@example.org`,
    'ada@example..org',
    'ada@example.org.',
    'ada@-example.org',
    'ada@ex_ample.org',
    'ada@ex%61mple.org',
    'ada@example.org/x',
    'ada@example.org:25',
    'ada@127.0.0.1',
    'ada@1.2',
    'ada@[127.0.0.1]',
    `ada@${'b'.repeat(64)}.org`,
  ]
  for (const path of ['/api/contact', '/api/subscribe'])
    for (const email of addresses) {
      const response = await service.send('POST', path, message({ email }))
      assert.equal(response.status, 400, `${path} took ${email}`)
      const { details } = await jsonOf<{ details: { path: string }[] }>(response)
      assert.deepEqual(
        details.map((error) => error.path),
        ['email'],
      )
    }
  assert.deepEqual(await service.store.private.outbox.counts(), { waiting: 0, sent: 0, failed: 0 })
})

test('an email carries the name of its sender, and its envelope the address alone', async (t) => {
  const sink = await startSmtpSink(t)
  for (const text of ['Example Team <team@library.example>', '"Äther, Söhne & Co" <team@library.example>']) {
    const from: Mailbox | null = parseMailbox(text)
    assert.ok(from !== null)
    const mailer = smtpMailer({ url: sink.url, from })
    t.after(async () => mailer.close())
    await mailer.send({
      to: 'ada@example.org',
      replyTo: null,
      subject: 'Hello',
      text: 'Hello.',
      headers: {},
      messageId: '<1@library.example>',
    })
    const received = sink.emails.at(-1)
    assert.equal(received?.from, 'team@library.example')
    assert.deepEqual(readEmail(received.raw).mailbox('from'), from)
  }
})
