import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NumberIndex } from './number-index.ts'

const numbers = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })))

test('an index of numbers has the first place of each that it was made of, and of nothing else', () => {
  fc.assert(
    fc.property(numbers, numbers, (kept, asked) => {
      const index = new NumberIndex(kept)
      for (const number of [0, ...kept, ...asked]) assert.equal(index.placeOf(number), kept.indexOf(number))
    }),
  )
})
