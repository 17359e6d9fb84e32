import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskAddresses } from './mask-address.ts'

test('of an address only its first character is left, wherever it stands', () => {
  for (const [text, masked] of [
    ['zoe@example.org', 'z…@…'],
    ['Ünal+list@mail.example.org', 'Ü…@…'],
    ['550 <zoe@example.org>: no such mailbox; ask x@y.org', '550 <z…@…>: no such mailbox; ask x…@…'],
    ['no address', 'no address'],
  ])
    assert.equal(maskAddresses(text ?? ''), masked)
})
