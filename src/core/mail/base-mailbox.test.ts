import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseMailbox, recipientDomain } from './base-mailbox.ts'

test('addresses that lead to one mailbox have one base', () => {
  for (const [address, base] of [
    ['victim@example.org', 'victim@example.org'],
    ['Victim+0@Example.org', 'victim@example.org'],
    ['victim+0+1@example.org', 'victim@example.org'],
    ['vic.tim@example.org', 'vic.tim@example.org'],
    ['vic.tim+a@gmail.com', 'victim@gmail.com'],
    ['"a@b"@example.org', '"a@b"@example.org'],
  ])
    assert.equal(baseMailbox(address ?? ''), base)
  assert.equal(recipientDomain('a@Example.ORG'), 'example.org')
})
