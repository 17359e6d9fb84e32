import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { bodyBudget, drainBudget } from './body-budget.ts'

const MEBIBYTE = 1_024 * 1_024

const refuses = (work: () => void): void =>
  assert.throws(work, (error) => error instanceof Failure && error.code === 'unavailable')

test('one client may hold 24 MiB of bodies and all together 48, and refused bytes are not counted', () => {
  const budget = bodyBudget()
  budget.hold('a', 24 * MEBIBYTE)
  refuses(() => budget.hold('a', 1))
  budget.hold('b', 14 * MEBIBYTE)
  refuses(() => budget.hold('c', 11 * MEBIBYTE))
  budget.hold('c', 10 * MEBIBYTE)
  refuses(() => budget.hold('d', 1))
  budget.release('a', 24 * MEBIBYTE)
  budget.hold('d', 24 * MEBIBYTE)
  refuses(() => budget.hold('a', 1))
})

test('a client that has released everything is forgotten', () => {
  const budget = bodyBudget()
  for (let round = 0; round < 1_000; round += 1) {
    budget.hold(`client ${round}`, 24 * MEBIBYTE)
    budget.release(`client ${round}`, 24 * MEBIBYTE)
  }
  budget.hold('a', 24 * MEBIBYTE)
  budget.hold('b', 24 * MEBIBYTE)
})

test('four mebibytes a second are discarded, and no more', () => {
  let now = 0
  const mayDrain = drainBudget(() => now)
  const drained = (bytes: number): number => {
    let sum = 0
    while (mayDrain(bytes)) sum += bytes
    return sum
  }
  assert.equal(drained(MEBIBYTE), 4 * MEBIBYTE)
  assert.equal(drained(64 * 1_024), 0)
  now = 500
  assert.equal(drained(64 * 1_024), 2 * MEBIBYTE)
  // What was not used does not add up.
  now = 60_000
  assert.equal(drained(64 * 1_024), 4 * MEBIBYTE)
  now = 60_001
  assert.equal(mayDrain(4_500), false)
  assert.equal(mayDrain(4_000), true)
})
