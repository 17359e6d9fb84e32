import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastDigestTime } from './digest-slot.ts'

const due = (frequency: 'daily' | 'weekly', now: string) => lastDigestTime(frequency, new Date(now))

test('digests are due at six o’clock UTC, weekly ones on Mondays', () => {
  // 2026-11-23 is a Monday.
  assert.equal(due('daily', '2026-11-22T05:59:59.999Z'), '2026-11-21T06:00:00.000Z')
  assert.equal(due('daily', '2026-11-22T06:00:00.000Z'), '2026-11-22T06:00:00.000Z')
  assert.equal(due('weekly', '2026-11-22T23:00:00.000Z'), '2026-11-16T06:00:00.000Z')
  assert.equal(due('weekly', '2026-11-23T05:59:59.999Z'), '2026-11-16T06:00:00.000Z')
  assert.equal(due('weekly', '2026-11-23T06:00:00.000Z'), '2026-11-23T06:00:00.000Z')
  assert.equal(due('weekly', '2027-01-01T12:00:00.000Z'), '2026-12-28T06:00:00.000Z')
})
