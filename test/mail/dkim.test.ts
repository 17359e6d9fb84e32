import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import dkimVerifier from 'dkim'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { dkimPublicPart, type DkimKey } from '#core/mail/dkim-key.ts'
import { smtpMailer } from '#mail/smtp.ts'
import { startSmtpSink } from '../support/mail/smtp-sink.ts'

type Signature = { domain: string; selector: string; algorithm: string; headers: string[] }
type Verified = { verified: boolean; status: string; signature: Signature }
type PublicKey = object

/** An independent implementation of RFC 6376, which looks keys up in DNS unless it is given them. */
type Verifier = {
  Key: { parse(record: string): PublicKey }
  getKey: (domain: string, selector: string, found: (error: Error | null, key: PublicKey | null) => void) => void
  verify(message: Buffer, done: (error: Error | null, results: Verified[]) => void): void
}
const verifier = dkimVerifier as unknown as Verifier

const keyOf = (selector: string, algorithm: DkimKey['algorithm'], privateKey: KeyObject): DkimKey => ({
  domain: 'library.example',
  selector,
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  algorithm,
})

const rsaKey = keyOf('s1', 'rsa', generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey)
const edKey = keyOf('s2', 'ed25519', generateKeyPairSync('ed25519').privateKey)
const recordOf = (key: DkimKey): string => `v=DKIM1; k=${key.algorithm}; p=${dkimPublicPart(key)}`
const record = recordOf(rsaKey)

const verify = (raw: Buffer): Promise<Verified[]> => {
  verifier.getKey = (domain, selector, found) => {
    assert.deepEqual([selector, domain], ['s1', 'library.example'])
    found(null, verifier.Key.parse(record))
  }
  return new Promise((resolve, reject) => {
    verifier.verify(raw, (error, results) => (error === null ? resolve(results) : reject(error)))
  })
}

const listHeaders = {
  'List-Id': '<brief.library.example>',
  'List-Unsubscribe': `<https://library.example/unsubscribe?token=${'x'.repeat(60)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'Feedback-ID': '2026-w47:library.example:brief:longview',
  Precedence: 'bulk',
  'Auto-Submitted': 'auto-generated',
}

/** The same with one of its bytes changed. */
const changed = (raw: Buffer, from: string, to: string): Buffer => {
  const text = raw.toString('latin1')
  assert.ok(text.includes(from), from)
  return Buffer.from(text.replace(from, to), 'latin1')
}

test('emails are signed so that an independent verifier takes them, also what ends a subscription', async (t) => {
  const sink = await startSmtpSink(t)
  const dkim = [rsaKey]
  const mailer = smtpMailer({ url: sink.url, from: { name: 'Äther', address: 'brief@library.example' }, dkim })
  t.after(async () => mailer.close())
  await mailer.send({
    to: 'ada@example.org',
    replyTo: null,
    subject: 'Größe “zählt”',
    text: `One  line \n\n.\nFrom here\t on.${' long'.repeat(300)}\n\n`,
    html: '<!doctype html><p>Größe</p>\n',
    headers: listHeaders,
    messageId: '<1@library.example>',
  })
  const [{ raw } = { raw: Buffer.alloc(0) }] = sink.emails
  const [result, ...more] = await verify(raw)
  assert.deepEqual([result?.verified, result?.status, more.length], [true, 'OK', 0])
  const { domain, algorithm, headers = [] } = result?.signature ?? {}
  assert.deepEqual([domain, algorithm], ['library.example', 'rsa-sha256'])
  const signed = new Set(headers.map((name) => name.toLowerCase()))
  for (const name of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'Content-Type', ...Object.keys(listHeaders)])
    assert.ok(signed.has(name.toLowerCase()), `${name} is not signed`)

  for (const [from, to] of [
    ['List-Unsubscribe=One-Click', 'List-Unsubscribe=One-Clack'],
    ['?token=xxx', '?token=xxy'],
    ['From here', 'From there'],
    ['ada@example.org', 'eve@example.org'],
  ] as const)
    assert.notEqual(
      (await verify(changed(raw, from, to)).catch(() => [])).at(0)?.verified,
      true,
      `${from} can be changed`,
    )
})

/** What another implementation says of each signature, by its selector. */
const verdicts = async (raw: Buffer): Promise<Record<string, string>> => {
  const records = new Map([rsaKey, edKey].map((key) => [`${key.selector}._domainkey.library.example`, recordOf(key)]))
  const { results } = await dkimVerify(raw, {
    resolver: async (name) => {
      const text = records.get(name)
      if (text === undefined) throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
      return [[text]]
    },
  })
  return Object.fromEntries(results.map(({ selector, algo, status }) => [`${selector} ${algo}`, status.result]))
}

const both = { 's1 rsa-sha256': 'pass', 's2 ed25519-sha256': 'pass' }

for (const [keys, expected] of [
  [[edKey], { 's2 ed25519-sha256': 'pass' }],
  [[rsaKey, edKey], both],
  [[edKey, rsaKey], both],
] as const)
  test(`${keys.map(({ algorithm }) => algorithm).join(' and ')}: each key signs, and each signature breaks with the email`, async (t) => {
    const sink = await startSmtpSink(t)
    const from = { name: 'Äther', address: 'brief@library.example' }
    const mailer = smtpMailer({ url: sink.url, from, dkim: keys, connections: 2 })
    t.after(async () => mailer.close())
    const texts = ['', 'One line', `Two  \t lines\n.\nFrom here.${' long'.repeat(300)}\n\n\n`]
    await Promise.all(
      texts.map((text, index) =>
        mailer.send({
          to: 'ada@example.org',
          replyTo: null,
          subject: `Größe ${index}`,
          text,
          ...(index === 2 ? { html: '<!doctype html><p>Größe</p>\n' } : {}),
          headers: listHeaders,
          messageId: `<${index}@library.example>`,
        }),
      ),
    )
    for (const { raw } of sink.emails) {
      assert.deepEqual(await verdicts(raw), expected)
      for (const [good, bad] of [
        ['One-Click', 'One-Clack'],
        ['?token=xxx', '?token=xxy'],
        ['ada@example.org', 'eve@example.org'],
      ] as const)
        for (const result of Object.values(await verdicts(changed(raw, good, bad)))) assert.notEqual(result, 'pass')
      const added = Buffer.concat([raw, Buffer.from('More.\r\n')])
      for (const result of Object.values(await verdicts(added))) assert.notEqual(result, 'pass')
    }
    assert.equal(sink.emails.length, texts.length)
  })
