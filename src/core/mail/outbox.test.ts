import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_DELIVERY_ATTEMPTS, backoffDelay, retryDelay, fullFrom, takeFromRate } from './outbox.ts'

test('pauses between attempts grow from half a minute to four hours, and stay there', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, MAX_DELIVERY_ATTEMPTS - 1].map(retryDelay),
    [30, 120, 600, 1_800, 3_600, 14_400, 14_400, 14_400],
  )
  for (let attempts = 2; attempts < MAX_DELIVERY_ATTEMPTS; attempts += 1)
    assert.ok((retryDelay(attempts) ?? 0) >= (retryDelay(attempts - 1) ?? 0))
})

test('an email is given up after the last attempt', () => {
  assert.equal(retryDelay(MAX_DELIVERY_ATTEMPTS), null)
  assert.equal(retryDelay(MAX_DELIVERY_ATTEMPTS + 1), null)
})

test('a mail server may be away for two days before an email is given up', () => {
  let seconds = 0
  for (let attempts = 1; attempts < MAX_DELIVERY_ATTEMPTS; attempts += 1) seconds += retryDelay(attempts) ?? 0
  assert.ok(seconds > 2 * 86_400, String(seconds))
})

test('who rests is asked again within five minutes', () => {
  assert.deepEqual([1, 2, 3, 4, MAX_DELIVERY_ATTEMPTS].map(backoffDelay), [30, 120, 300, 300, 300])
})

const NOW = Date.parse('2026-11-20T10:00:00Z')

/** How many emails a rate lets leave within this many seconds, when one is sent as soon as there is room. */
const leavingWithin = (perMinute: number, seconds: number): number => {
  let usedUntil: number | null = null
  let count = 0
  for (let now = NOW; now < NOW + seconds * 1_000;) {
    const taken = takeFromRate(perMinute, usedUntil, now)
    if ('roomAt' in taken) {
      assert.ok(taken.roomAt > now, 'there is room, and yet there is none')
      now = taken.roomAt
    } else {
      usedUntil = taken.usedUntil
      count += 1
    }
  }
  return count
}

test('a rate is kept over time, with a second of it at once at the beginning', () => {
  for (const perMinute of [1, 7, 60, 600, 6_000]) {
    const count = leavingWithin(perMinute, 600)
    const burst = Math.max(1, perMinute / 60)
    assert.ok(count <= 10 * perMinute + burst + 1 && count >= 9.9 * perMinute, `${perMinute} a minute: ${count}`)
  }
})

test('a bucket that is used beyond a point has no room, and any other has', () => {
  for (const perMinute of [1, 7, 60, 6_000])
    for (const usedUntil of [-120_000, -1_000, -10, 0, 5].map((ms) => NOW + ms))
      assert.equal(
        'roomAt' in takeFromRate(perMinute, usedUntil, NOW),
        usedUntil > fullFrom(perMinute, NOW),
        `${perMinute} ${usedUntil - NOW}`,
      )
})

test('a clock that was set back does not stop mail', () => {
  assert.deepEqual(takeFromRate(60, NOW + 86_400_000, NOW), { usedUntil: NOW })
})
