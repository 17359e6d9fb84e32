import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contactPolicy, evaluateQuota, submitPolicy, subscribePolicy, type QuotaPolicy } from './quota.ts'
import { budget } from '../../test/support/budgets.ts'

const policy: QuotaPolicy = { name: 'test', limit: 3, windowSeconds: 10 }
const WINDOW = 10_000
const START = 1_700_000_000_000

test('the limits are those of the contract: 100 papers and 10 messages in an hour', () => {
  assert.deepEqual(submitPolicy, { name: 'submit', limit: 100, windowSeconds: 3_600 })
  assert.deepEqual(contactPolicy, { name: 'contact', limit: 10, windowSeconds: 3_600 })
  assert.equal(subscribePolicy.windowSeconds, 3_600)
})

test('a client without requests has all of its limit, and no reset', () => {
  assert.deepEqual(evaluateQuota(policy, [], START), { policy, allowed: true, remaining: 3, resetSeconds: null })
})

test('the window is open behind: a request counts until exactly one window later', () => {
  const counted = [START, START, START]
  assert.equal(evaluateQuota(policy, counted, START + WINDOW - 1).allowed, false)
  assert.equal(evaluateQuota(policy, counted, START + WINDOW).allowed, true)
  assert.equal(evaluateQuota(policy, counted, START + WINDOW).remaining, 3)
})

test('the reset gives whole seconds until the oldest counted request leaves the window, never too few', () => {
  const waits = [0, 1, 999, 1_000, 9_000, 9_001, 9_999, 10_000].map(
    (ago) => evaluateQuota(policy, [START - ago, START], START).resetSeconds,
  )
  assert.deepEqual(waits, [10, 10, 10, 9, 1, 1, 1, 10])
})

/** Arrivals as pauses in milliseconds, often none and often about a window long. */
const pauses = fc.array(fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 5_000 }), fc.constantFrom(0, 1, 9_999, WINDOW)), {
  maxLength: 80,
})

/** What was let through of the requests that arrive after these pauses. */
const accepted = (given: readonly number[]): { let: number[]; refused: number[] } => {
  const through: number[] = []
  const refused: number[] = []
  let now = START
  for (const pause of given) {
    now += pause
    if (evaluateQuota(policy, through, now).allowed) through.push(now)
    else refused.push(now)
  }
  return { let: through, refused }
}

const within = (instants: readonly number[], from: number, to: number): number =>
  instants.filter((at) => at >= from && at < to).length

test('however requests arrive, no window of any position holds more than the limit', () => {
  fc.assert(
    fc.property(pauses, (given) => {
      const { let: through } = accepted(given)
      for (const from of through) assert.ok(within(through, from, from + WINDOW) <= policy.limit)
    }),
    { numRuns: budget('properties') },
  )
})

test('a client that used less than the limit in the last window is never refused', () => {
  fc.assert(
    fc.property(pauses, (given) => {
      const { let: through, refused } = accepted(given)
      for (const at of refused) assert.equal(within(through, at - WINDOW + 1, at + 1), policy.limit)
    }),
    { numRuns: budget('properties') },
  )
})

test('a client that waits as long as the header says is served', () => {
  fc.assert(
    fc.property(pauses, (given) => {
      const { let: through, refused } = accepted(given)
      for (const at of refused) {
        const then = through.filter((instant) => instant <= at)
        const { resetSeconds } = evaluateQuota(policy, then, at)
        assert.ok(resetSeconds !== null && resetSeconds >= 1 && resetSeconds <= policy.windowSeconds)
        assert.equal(evaluateQuota(policy, then, at + resetSeconds * 1_000).allowed, true)
      }
    }),
  )
})

test('the remaining number falls by one with each request, and never below 0', () => {
  const counted: number[] = []
  const remaining: number[] = []
  for (let request = 0; request < 5; request += 1) {
    remaining.push(evaluateQuota(policy, counted, START).remaining)
    counted.push(START)
  }
  assert.deepEqual(remaining, [3, 2, 1, 0, 0])
})

test('the order in which requests are counted does not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: START - 2 * WINDOW, max: START + WINDOW }), { maxLength: 6 }), (counted) => {
      assert.deepEqual(evaluateQuota(policy, counted.toReversed(), START), evaluateQuota(policy, counted, START))
    }),
  )
})

test('a clock that was set back locks nobody out for longer than one window, and lets nobody through the limit', () => {
  const day = 86_400_000
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: day }), { minLength: 3, maxLength: 3 }), (ahead) => {
      const evaluated = evaluateQuota(
        policy,
        ahead.map((by) => START + by),
        START,
      )
      assert.deepEqual(evaluated, { policy, allowed: false, remaining: 0, resetSeconds: 10 })
      // As the store does, what was ahead counts as made at the first look.
      const pulledBack = ahead.map(() => START)
      assert.equal(evaluateQuota(policy, pulledBack, START + WINDOW).allowed, true)
    }),
  )
})
