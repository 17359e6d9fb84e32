import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { bodyBudget } from './body-budget.ts'

const MEBIBYTE = 1_024 * 1_024

const refuses = (work: () => void): void =>
  assert.throws(work, (error) => error instanceof Failure && error.code === 'unavailable')

test('a client has 24 MiB of bodies in work, all have 48, and what is refused counts for nobody', () => {
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
