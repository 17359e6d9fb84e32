import assert from 'node:assert/strict'
import { test } from 'node:test'
import { negotiateEncoding } from './content-encoding.ts'

test('an Accept-Encoding header gets the best encoding it allows', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=0.5, br;q=0.2', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1, identity', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['deflate', 'identity'],
    ['identity;q=0', 'identity'],
    ['gzip;q=2', 'identity'],
    ['gzip;;, "br"', 'identity'],
  ]
  for (const [header, encoding] of cases) assert.equal(negotiateEncoding(header), encoding, header ?? 'none')
})

test('a flood of different headers is served, and not all of them are cached', () => {
  for (let number = 0; number < 1_000; number += 1) assert.equal(negotiateEncoding(`x-${number}, br`), 'br')
})
