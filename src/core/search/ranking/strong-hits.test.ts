import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countStrong, countStrongFused } from './strong-hits.ts'

const UNITS = 100

const count = (exact: readonly number[], further: readonly number[]): number =>
  countStrong(
    exact.map((score) => ({ score })),
    further.map((score) => ({ score: score * UNITS })),
    UNITS,
  )

test('a hit is strong with half of the average score of the ten best', () => {
  assert.equal(count([10, 8, 6, 4, 4, 2, 1, 1, 1, 1, 1], []), 6)
  assert.equal(count([10, 8, 6, 4, 4, 1.8, 1, 1, 1, 1, 1], []), 5)
  assert.equal(count([3, 3, 3], []), 3)
  assert.equal(count([7], []), 1)
  assert.equal(count([], []), 0)
})

test('a paper that repeats the question is strong alone if it stands out of all others', () => {
  assert.equal(count([100, ...Array.from({ length: 20 }, () => 5)], []), 1)
  assert.equal(count([20, ...Array.from({ length: 20 }, () => 5)], []), 21)
})

test('hits that were not scored exactly count only after all that were', () => {
  const exact = Array.from({ length: 80 }, () => 4)
  assert.equal(count(exact, [3, 2.1, 1.9, 3]), 82)
  assert.equal(count([...exact.slice(1), 1], [3, 3]), 79)
  assert.equal(count([], [4, 3, 1]), 2)
})

test('with an order by meaning, at least ten of the first are strong', () => {
  assert.equal(countStrongFused(1), 10)
  assert.equal(countStrongFused(34), 34)
})
