import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drainingBudget } from './draining-budget.ts'

const MEBIBYTE = 1_024 * 1_024

test('four mebibytes a second are read past, whatever comes', () => {
  let now = 0
  const mayDrain = drainingBudget(() => now)
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
