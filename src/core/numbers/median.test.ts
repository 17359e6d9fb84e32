import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from './median.ts'

test('the median lies in the middle, of an even number too', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(median([7]), 7)
})

test('of nothing, or with something that was not measured, there is no median', () => {
  assert.ok(Number.isNaN(median([])))
  assert.ok(Number.isNaN(median([1, Number.NaN, 2])))
})
