import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, fromBase32 } from './base32.ts'

test('base32 is that of RFC 4648, section 10, without padding', () => {
  for (const [text, encoded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    assert.equal(base32(Buffer.from(text)), encoded)
    assert.equal(fromBase32(encoded.toLowerCase()).toString(), text)
  }
})
