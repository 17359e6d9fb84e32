import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { checkSender } from './check-sender.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const key = {
  domain: 'example.org',
  selector: 'lv',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  algorithm: 'rsa' as const,
}
const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

const good: Record<string, string[]> = {
  'example.org': ['some other text', 'v=spf1 include:mail.example.net -all'],
  'lv._domainkey.example.org': [`v=DKIM1; k=rsa; p=${p.slice(0, 100)} ${p.slice(100)}`],
  '_dmarc.example.org': ['v=DMARC1; p=quarantine'],
}

const check = (change: Record<string, string[]>, given: typeof key | null = key) =>
  checkSender(
    { domain: 'example.org', keys: given === null ? [] : [given] },
    async (name) => ({ ...good, ...change })[name] ?? [],
  )

test('a sender whom DNS vouches for has no fault', async () => {
  const found = await check({})
  assert.deepEqual(
    found.map(({ name, ok }) => [name, ok]),
    [
      ['SPF', true],
      ['DKIM', true],
      ['DMARC', true],
    ],
  )
})

test('what is missing or wrong is told with its remedy', async () => {
  const faults: [Record<string, string[]>, typeof key | null, string, RegExp][] = [
    [{ 'example.org': [] }, key, 'SPF', /^example\.org has no such record: add /u],
    [{ 'example.org': ['v=spf1 -all', 'v=spf1 ~all'] }, key, 'SPF', /has 2 SPF records/u],
    [{ 'example.org': ['v=spf1 +all'] }, key, 'SPF', /lets anybody send/u],
    [{ 'example.org': ['v=spf10 -all'] }, key, 'SPF', /no such record/u],
    [{ 'lv._domainkey.example.org': [] }, key, 'DKIM', new RegExp(`p=${p.replaceAll('+', '\\+')}$`, 'u')],
    [{ 'lv._domainkey.example.org': ['v=DKIM1; p=AAAA'] }, key, 'DKIM', /a different key from DKIM_KEY_FILE/u],
    [{}, null, 'DKIM', /^Emails are not signed: set DKIM_DOMAIN/u],
    [{ '_dmarc.example.org': ['v=spf1'] }, key, 'DMARC', /^_dmarc\.example\.org has no such record/u],
  ]
  for (const [change, given, name, told] of faults) {
    const wrong = (await check(change, given)).filter(({ ok }) => !ok)
    assert.deepEqual(
      wrong.map((found) => found.name),
      [name],
    )
    assert.match(wrong[0]?.told ?? '', told)
  }
})

test('a failed DNS lookup is reported, and nothing is taken for right', async () => {
  const found = await checkSender({ domain: 'example.org', keys: [key] }, () => Promise.reject(new Error('ETIMEOUT')))
  assert.deepEqual(
    found.map(({ ok, told }) => [ok, told.includes('DNS lookup')]),
    [
      [false, true],
      [false, true],
      [false, true],
    ],
  )
})

test('an Ed25519 key has a record of its own, and envelopes of another domain an SPF record there', async () => {
  const pair = generateKeyPairSync('ed25519')
  const modern = {
    domain: 'example.org',
    selector: 'lv2',
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    algorithm: 'ed25519' as const,
  }
  const raw = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
  const records: Record<string, string[]> = { ...good, 'lv2._domainkey.example.org': [`v=DKIM1; k=ed25519; p=${raw}`] }
  const sender = { domain: 'example.org', bounceDomain: 'bounces.example.org', keys: [key, modern] }
  const checked = async (more: Record<string, string[]> = {}) => {
    const found = await checkSender(sender, async (name) => ({ ...records, ...more })[name] ?? [])
    return found.map(({ name, ok, told }) => ({ name, ok, told }))
  }
  const good2 = await checked({ 'bounces.example.org': ['v=spf1 mx -all'] })
  assert.deepEqual(
    good2.map(({ name, ok }) => [name, ok]),
    [
      ['SPF', true],
      ['SPF', true],
      ['DKIM', true],
      ['DKIM', true],
      ['DMARC', true],
    ],
  )
  const wrong = (await checked({ 'lv2._domainkey.example.org': [`v=DKIM1; p=${raw}`] })).filter(({ ok }) => !ok)
  assert.match(wrong[0]?.told ?? '', /^bounces\.example\.org has no such record/u)
  assert.match(wrong[1]?.told ?? '', /^lv2\._domainkey\.example\.org says that the key is rsa: add .* k=ed25519; p=/u)
})
