import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { jsonOf } from '../support/service/responses.ts'
import { testSeed } from '../support/generated/random.ts'
import { budget, isThorough } from '../support/budgets.ts'
import { MAIL_FROM, openPostOffice, TEAM, type ReceivedEmail } from '../support/mail/smtp-sink.ts'
import { readEmail, type ReadEmail } from '../support/mail/read-email.ts'
import { startTestService } from '../support/service/test-service.ts'

const [numRuns, seed] = [budget('roundsOfEmails'), testSeed()]
const IN_A_ROUND = 8
/** Between two rounds, so that no limit per hour or day is ever reached. */
const PAUSE_SECONDS = 86_400

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u
const ALWAYS = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

/** What has opened header fields, lists and envelopes elsewhere, and no line may hold. */
const lineEnd = fc.constantFrom(
  '\r\nBcc: victim@evil.example',
  '\nBcc: victim@evil.example',
  '\rBcc: victim@evil.example',
  '\r\n\r\n<script>',
  '\u0000',
  '\u000b',
  '\t',
  '\u0085Bcc: victim@evil.example',
  '\u2028Bcc: victim@evil.example',
  '\ud800',
)

/** The same with characters that a line may hold and that headers treat in a special way. */
const special = fc.constantFrom(
  '嘊嘍Bcc: victim@evil.example',
  '%0d%0aBcc: victim@evil.example',
  '=?utf-8?Q?=0D=0ABcc:_victim@evil.example?=',
  '=?utf-8?B?DQpCY2M6IHZpY3RpbUBldmlsLmV4YW1wbGU=?=',
  '=?',
  '?=',
  ', victim@evil.example',
  '; victim@evil.example',
  ' <victim@evil.example>',
  '"',
  '\\',
  '\\"',
  "'",
  '(comment)',
  'group: victim@evil.example;',
  '<',
  '>',
  '@',
  ':',
  '..',
  '   ',
  'é',
  '李',
  '🤖',
  '\u202e',
  'a\u0301',
  'x'.repeat(90),
  'long word '.repeat(12),
)

const word = fc.constantFrom('Ada', 'Example', 'chapter', '4', ' ', ' ', '-', 'Zoë')
const typed = fc
  .array(fc.oneof({ arbitrary: word, weight: 3 }, { arbitrary: special, weight: 2 }), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''))
const evilText = fc.oneof(
  { arbitrary: typed, weight: 14 },
  { arbitrary: fc.tuple(typed, lineEnd, typed).map((parts) => parts.join('')), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
)

const cleanAddress = fc.constantFrom(
  'ada@example.org',
  'ada+long=tag@sub.example.org',
  'ada@bücher.example',
  'jürgen@example.org',
  "o'brien@example.org",
  'a..b@example.org',
  '=?utf-8?q?ada?=@example.org',
  `${'a'.repeat(60)}@${'b'.repeat(60)}.example.org`,
)
const address = fc.oneof(
  { arbitrary: cleanAddress, weight: 3 },
  { arbitrary: fc.emailAddress(), weight: 1 },
  {
    arbitrary: fc
      .tuple(cleanAddress, fc.oneof(special, lineEnd), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([clean, evil, where]) => {
        const at = Math.round(where * clean.length)
        return clean.slice(0, at) + evil + clean.slice(at)
      }),
    weight: 2,
  },
)

const sometimes = (text: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> => fc.option(text, { nil: undefined })

const stored = (text: string): string => text.normalize('NFC').trim()
const lines = (text: string): string => text.normalize('NFC').replaceAll(/\r\n?/gu, '\n')

/** As it is sent: the domain in ASCII. */
const carried = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`
}

/** A text that would be read as an encoded word is broken up. */
const shown = (text: string): string => stored(text).replaceAll('=?', '= ?')

type Stored<Form> = { form: Form; id: string }

/** Runs rounds of forms; the emails of a round are under way at the same time. */
const everyRound = async <Form extends Record<string, unknown>>(
  t: TestContext,
  { path, forms, check }: { path: string; forms: fc.Arbitrary<Form[]>; check: Check<Form> },
): Promise<void> => {
  const service = await startTestService(t)
  const { sink, deliver } = await openPostOffice(t, service)
  const seen = { accepted: 0, refused: 0 }
  const round = async (given: Form[]): Promise<void> => {
    service.clock.advance(PAUSE_SECONDS)
    sink.emails.length = 0
    const accepted: Stored<Form>[] = []
    const delivering: Promise<unknown>[] = []
    for (const form of given) {
      const response = await service.send('POST', path, form)
      const body = await jsonOf<{ id?: string }>(response)
      assert.ok(response.status === 202 || response.status === 400, JSON.stringify(body))
      if (response.status === 202) accepted.push({ form, id: body.id ?? '' })
      delivering.push(deliver())
    }
    await Promise.all(delivering)
    seen.accepted += accepted.length
    seen.refused += given.length - accepted.length
    assert.equal(sink.emails.length, accepted.length)
    check(accepted, sink.emails)
  }
  await fc.assert(fc.asyncProperty(forms, round), { numRuns, seed })
  t.diagnostic(`seed ${seed}: ${seen.accepted + seen.refused} forms tried to add headers`)
  if (isThorough) assert.ok(seen.accepted > numRuns && seen.refused > numRuns / 2, JSON.stringify(seen))
}

type Check<Form> = (accepted: Stored<Form>[], emails: ReceivedEmail[]) => void

type Contact = { name: string; email: string; organisation?: string; subject?: string; message: string }

const contact = fc.record<Contact>(
  {
    name: evilText,
    email: address,
    organisation: sometimes(evilText),
    subject: sometimes(evilText),
    message: evilText.map((text) => `Hello${text}`),
  },
  { requiredKeys: ['name', 'email', 'message'] },
)

const checkContact = ({ form, id }: Stored<Contact>, emails: ReadEmail[]): void => {
  const { name, email, organisation = '', subject = '', message } = form
  for (const line of [name, email, organisation, subject]) assert.doesNotMatch(line, CONTROL)
  const [sent, ...more] = emails.filter(({ text }) => text.includes(`\nMessage ${id}.`))
  assert.ok(sent !== undefined && more.length === 0)
  const answerable = /^[!-~]+@/u.test(stored(email))
  assert.deepEqual(sent.names, answerable ? [...ALWAYS, 'reply-to'].toSorted() : ALWAYS)
  assert.deepEqual(sent.mailbox('to'), { name: '', address: TEAM })
  assert.deepEqual(sent.mailbox('from'), { name: '', address: MAIL_FROM })
  assert.equal(sent.textField('subject'), `[House] ${shown(subject) || `Message from ${shown(name)}`}`)
  if (answerable) assert.deepEqual(sent.mailbox('reply-to'), { name: shown(name), address: carried(stored(email)) })
  assert.ok(sent.text.includes(`\n\n${lines(message)}\n`))
}

test('no input of the contact form adds a header or a recipient', async (t) => {
  await everyRound(t, {
    path: '/api/contact',
    forms: fc.array(contact, { minLength: 1, maxLength: IN_A_ROUND, size: 'max' }),
    check: (accepted, emails) => {
      for (const { from, to } of emails) assert.deepEqual({ from, to }, { from: MAIL_FROM, to: [TEAM] })
      const read = emails.map(({ raw }) => readEmail(raw))
      for (const message of accepted) checkContact(message, read)
    },
  })
})

type Subscription = { email: string; name?: string }

const subscription = fc.record<Subscription>({ email: address, name: sometimes(evilText) }, { requiredKeys: ['email'] })

test('no input of the subscription form adds a header or a recipient', async (t) => {
  await everyRound(t, {
    path: '/api/subscribe',
    // No address twice in a round: the number of emails to each is limited.
    forms: fc
      .array(subscription, { minLength: 1, maxLength: IN_A_ROUND, size: 'max' })
      .map((forms) => forms.map((form, index) => ({ ...form, email: `${index}${form.email}` }))),
    check: (accepted, emails) => {
      const addresses = accepted.map(({ form }) => carried(stored(form.email))).toSorted()
      for (const { to } of emails) assert.equal(to.length, 1)
      assert.deepEqual(emails.map(({ to }) => carried(to[0] ?? '')).toSorted(), addresses)
      const read = emails.map(({ raw }) => readEmail(raw, { smtpUtf8: true }))
      assert.deepEqual(
        read
          .map((email) => email.mailbox('to').address)
          .map(carried)
          .toSorted(),
        addresses,
      )
      for (const { names } of read)
        assert.deepEqual(
          names,
          [
            ...ALWAYS,
            'auto-submitted',
            'feedback-id',
            'list-id',
            'list-unsubscribe',
            'list-unsubscribe-post',
          ].toSorted(),
        )
    },
  })
})
