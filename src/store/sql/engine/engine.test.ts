import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paddedKeys } from './engine.ts'

test('lists of any length come in few lengths and name the same keys', () => {
  const lengths = new Set<number>()
  for (let count = 1; count <= 600; count += 1) {
    const keys = Array.from({ length: count }, (_, index) => `key ${index}`)
    const padded = paddedKeys(keys)
    assert.deepEqual([...new Set(padded)], keys)
    lengths.add(padded.length)
  }
  assert.deepEqual([...lengths], [1, 3, 10, 30, 100, 200, 500, 1_000])
})

test('no keys stay none', () => {
  assert.deepEqual(paddedKeys([]), [])
})
