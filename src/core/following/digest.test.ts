import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_FOLLOWS } from './follow.ts'
import { MAX_SECTION_ENTRIES, MAX_ENTRIES, allocateEntries, lastDigestTime } from './digest.ts'

test('a digest names all of little, and of much the same from each search', () => {
  assert.deepEqual(allocateEntries([]), [])
  assert.deepEqual(allocateEntries([3]), [3])
  assert.deepEqual(allocateEntries([5_000]), [MAX_SECTION_ENTRIES])
  assert.deepEqual(allocateEntries([900, 7, 40, 900]), [31, 7, 31, 31])
  assert.deepEqual(
    allocateEntries(Array.from({ length: MAX_FOLLOWS }, () => 9)),
    Array.from({ length: MAX_FOLLOWS }, () => 1),
  )
})

test('no digest names more than it holds, no search is left out, and none is cut while there is room', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: MAX_FOLLOWS })
  fc.assert(
    fc.property(counts, (given) => {
      const shares = allocateEntries(given)
      const named = shares.reduce((sum, share) => sum + share, 0)
      assert.ok(named <= MAX_ENTRIES)
      const cut = shares.filter((share, index) => share < Math.min(given[index] ?? 0, MAX_SECTION_ENTRIES))
      if (cut.length > 0) assert.equal(named, MAX_ENTRIES)
      for (const share of shares) assert.ok(share >= 1 && share <= MAX_SECTION_ENTRIES)
      assert.ok(Math.max(0, ...cut) - Math.min(...cut, Math.max(0, ...cut)) <= 1)
    }),
  )
})

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
