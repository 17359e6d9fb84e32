import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMailbox, baseMailbox, recipientDomain, maskAddresses } from './mailbox.ts'

test('an address stands alone or behind a name', () => {
  const address = 'team@example.org'
  for (const [text, name] of [
    [address, ''],
    [`<${address}>`, ''],
    [`Team <${address}>`, 'Team'],
    [`Äther & Söhne <${address}>`, 'Äther & Söhne'],
    [`"Team, Example" <${address}>`, 'Team, Example'],
    [`"a@b" <${address}>`, 'a@b'],
  ] as const)
    assert.deepEqual(parseMailbox(text), { name, address }, text)
})

test('several addresses, line breaks and unfinished names are no mailbox', () => {
  for (const text of [
    '',
    'team',
    'a@b@c',
    'a@example.org, b@example.org',
    'A <a@example.org>, B <b@example.org>',
    'A, B <a@example.org>',
    'A <a@example.org',
    'A a@example.org',
    '"A <a@example.org>',
    'A <>',
    'a@example.org <b@example.org>',
    'A\r\nBcc: b@c.org <a@example.org>',
    'a@example.org\r\nBcc: b@c',
    '"A\nB" <a@example.org>',
  ])
    assert.equal(parseMailbox(text), null, text)
})

test('addresses that lead to one mailbox have one base', () => {
  for (const [address, base] of [
    ['victim@example.org', 'victim@example.org'],
    ['Victim+0@Example.org', 'victim@example.org'],
    ['victim+0+1@example.org', 'victim@example.org'],
    ['vic.tim@example.org', 'vic.tim@example.org'],
    ['vic.tim+a@gmail.com', 'victim@gmail.com'],
    ['Vic.Tim@GoogleMail.com', 'victim@gmail.com'],
    ['vic.tim@googlemail.com.example.org', 'vic.tim@googlemail.com.example.org'],
    ['"a@b"@example.org', '"a@b"@example.org'],
  ])
    assert.equal(baseMailbox(address ?? ''), base)
  assert.equal(recipientDomain('a@Example.ORG'), 'example.org')
})

test('of an address only its first character is left, wherever it stands', () => {
  for (const [text, masked] of [
    ['zoe@example.org', 'z…@…'],
    ['Ünal+list@mail.example.org', 'Ü…@…'],
    ['550 <zoe@example.org>: no such mailbox; ask x@y.org', '550 <z…@…>: no such mailbox; ask x…@…'],
    ['no address', 'no address'],
  ])
    assert.equal(maskAddresses(text ?? ''), masked)
})
