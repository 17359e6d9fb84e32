import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NumberSet } from './number-set.ts'

const numbers = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })))

test('a set of numbers has what it was made of, and nothing else', () => {
  fc.assert(
    fc.property(numbers, numbers, (kept, asked) => {
      const set = new NumberSet(kept)
      const plain = new Set(kept)
      for (const number of [0, ...kept, ...asked]) assert.equal(set.has(number), plain.has(number))
    }),
  )
})
