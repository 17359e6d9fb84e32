import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_FOLLOWS } from './follow.ts'
import { MOST_IN_SECTION, MOST_NAMED, shareOut } from './digest-size.ts'

test('a digest names all of little, and of much the same from each search', () => {
  assert.deepEqual(shareOut([]), [])
  assert.deepEqual(shareOut([3]), [3])
  assert.deepEqual(shareOut([5_000]), [MOST_IN_SECTION])
  assert.deepEqual(shareOut([900, 7, 40, 900]), [31, 7, 31, 31])
  assert.deepEqual(
    shareOut(Array.from({ length: MAX_FOLLOWS }, () => 9)),
    Array.from({ length: MAX_FOLLOWS }, () => 1),
  )
})

test('no digest names more than it holds, no search is left out, and none is cut while there is room', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: MAX_FOLLOWS })
  fc.assert(
    fc.property(counts, (given) => {
      const shares = shareOut(given)
      const named = shares.reduce((sum, share) => sum + share, 0)
      assert.ok(named <= MOST_NAMED)
      const cut = shares.filter((share, index) => share < Math.min(given[index] ?? 0, MOST_IN_SECTION))
      if (cut.length > 0) assert.equal(named, MOST_NAMED)
      for (const share of shares) assert.ok(share >= 1 && share <= MOST_IN_SECTION)
      assert.ok(Math.max(0, ...cut) - Math.min(...cut, Math.max(0, ...cut)) <= 1)
    }),
  )
})
