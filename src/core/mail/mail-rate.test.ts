import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullFrom, takeFromRate } from './mail-rate.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')

/** How many emails a rate lets leave within so many seconds, asked as often as there is room. */
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
