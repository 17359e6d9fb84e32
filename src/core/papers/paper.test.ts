import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAPER_ID, sameNumberIds } from './paper.ts'

test('ids of one number differ by leading zeros', () => {
  assert.deepEqual(sameNumberIds('p0950012').slice(0, 2), ['p950012', 'p00950012'])
  assert.ok(sameNumberIds('p950012').includes('p0950012'))
  for (const id of ['p0', 'p7', 'p007', 'p000000000000000', 'p123456789012345']) {
    const others = sameNumberIds(id)
    assert.ok(!others.includes(id))
    assert.ok(others.length < 15)
    for (const other of others) {
      assert.match(other, PAPER_ID)
      assert.equal(Number(other.slice(1)), Number(id.slice(1)))
    }
  }
})
