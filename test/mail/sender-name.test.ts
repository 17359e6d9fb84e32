import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smtpMailer } from '#mail/smtp.ts'
import { parseMailbox, type Mailbox } from '#core/mail/mailbox.ts'
import { readEmail } from '../support/mail/read-email.ts'
import { startSmtpSink } from '../support/mail/smtp-sink.ts'

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
