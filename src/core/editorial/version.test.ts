import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { changedFields, assertVersion } from './version.ts'

test('a change from the current version, or from any, is accepted', () => {
  assertVersion('The paper p1', 3, 3)
  assertVersion('The paper p1', null, 3)
})

test('a change from any other version is refused with the current one', () => {
  for (const expected of [2, 4, 0])
    assert.throws(
      () => assertVersion('The paper p1', expected, 3),
      (error) =>
        error instanceof Failure &&
        error.code === 'stale' &&
        error.members.version === 3 &&
        error.message.includes(`version ${expected}`),
    )
})

test('only fields that differ are named, lists by their members', () => {
  const before = { title: 'A', authors: ['x', 'y'], year: 2025, note: null }
  assert.equal(changedFields(before, { ...before, authors: ['x', 'y'] }), null)
  assert.deepEqual(changedFields(before, { ...before, title: 'B', authors: ['y', 'x'] }), {
    before: { title: 'A', authors: ['x', 'y'] },
    after: { title: 'B', authors: ['y', 'x'] },
  })
})
