import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meanInterval } from './evaluate-assessment.ts'

const halves = (count: number) => Array.from({ length: count }, (_, index) => ({ sum: index % 2, count: 1 }))

test('the range holds the mean, is the same in each run and narrows with the root of the papers', () => {
  const few = meanInterval(halves(50))
  const many = meanInterval(halves(800))
  assert.deepEqual(meanInterval(halves(50)), few)
  assert.equal(few.value, 0.5)
  assert.ok(few.low < 0.5 && few.high > 0.5)
  const ratio = (few.high - few.low) / (many.high - many.low)
  assert.ok(ratio > 3 && ratio < 5, `sixteen times the papers narrow it ${ratio} times`)
})

test('papers that do not count change nothing', () => {
  const none = { sum: 0, count: 0 }
  assert.equal(meanInterval([{ sum: 1, count: 1 }, none, none]).value, 1)
  assert.equal(meanInterval([none]).value, 0)
})
