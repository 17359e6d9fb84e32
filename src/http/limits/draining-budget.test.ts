import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drainingBudget } from './draining-budget.ts'

const MEBIBYTE = 1_024 * 1_024

test('eight mebibytes a second are read past, whatever comes', () => {
  let now = 0
  const mayDrain = drainingBudget(() => now)
  const drained = (bytes: number): number => {
    let sum = 0
    while (mayDrain(bytes)) sum += bytes
    return sum
  }
  assert.equal(drained(MEBIBYTE), 8 * MEBIBYTE)
  assert.equal(drained(64 * 1_024), 0)
  now = 500
  assert.equal(drained(64 * 1_024), 4 * MEBIBYTE)
  // What was not used does not add up.
  now = 60_000
  assert.equal(drained(64 * 1_024), 8 * MEBIBYTE)
  now = 60_001
  assert.equal(mayDrain(9_000), false)
  assert.equal(mayDrain(8_000), true)
})
