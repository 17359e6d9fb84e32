import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMailbox } from './mailbox.ts'

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
