import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseByteRange } from './byte-range.ts'

test('one range of bytes is understood, from a place, up to a place, or the last so many', () => {
  assert.deepEqual(parseByteRange('bytes=0-0', 10), { first: 0, last: 0 })
  assert.deepEqual(parseByteRange('bytes=2-5', 10), { first: 2, last: 5 })
  assert.deepEqual(parseByteRange('Bytes= 2-', 10), { first: 2, last: 9 })
  assert.deepEqual(parseByteRange('bytes=2-99', 10), { first: 2, last: 9 })
  assert.deepEqual(parseByteRange('bytes=-3', 10), { first: 7, last: 9 })
  assert.deepEqual(parseByteRange('bytes=-30', 10), { first: 0, last: 9 })
})

test('what lies behind the end cannot be had', () => {
  for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999-'])
    assert.equal(parseByteRange(header, 10), 'unsatisfiable', header)
  assert.equal(parseByteRange('bytes=0-', 0), 'unsatisfiable')
})

test('several ranges and what cannot be read ask for all', () => {
  for (const header of [
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,4-5',
    'items=0-1',
    'bytes=a-b',
  ])
    assert.equal(parseByteRange(header, 10), null, String(header))
})
