import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteSize, median } from './numbers.ts'

test('bytes are given in the largest unit they fill, with a decimal where few would say too little', () => {
  const sizes = [0, 512, 1_024, 32 * 1_024, 493_568, 2.5 * 1_024 ** 2, 50 * 1_024 ** 2, 10 * 1_024 ** 3].map(byteSize)
  assert.deepEqual(sizes, ['0 bytes', '512 bytes', '1 KiB', '32 KiB', '482 KiB', '2.5 MiB', '50 MiB', '10 GiB'])
})

test('the median lies in the middle, of an even number too', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(median([7]), 7)
})

test('of nothing, or with something that was not measured, there is no median', () => {
  assert.ok(Number.isNaN(median([])))
  assert.ok(Number.isNaN(median([1, Number.NaN, 2])))
})
