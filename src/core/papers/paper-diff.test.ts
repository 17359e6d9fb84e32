import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corePaper } from '../../../test/support/database/stored.ts'
import { paperDiff } from './paper-diff.ts'
import { labelledFields } from './paper-fields.ts'

test('only fields that differ are named, in the order of reading', () => {
  const before = corePaper({ topics: ['a', 'b'], year: 2024, abstract: 'One text.' })
  const after = { ...before, topics: ['a'], year: 2025, abstract: null, title: 'New' }
  assert.deepEqual(
    paperDiff(before, after).map(({ field, before: old, after: young, parts }) => [field, old, young, parts.length]),
    [
      ['title', before.title, 'New', 2],
      ['year', 2024, 2025, 0],
      ['abstract', 'One text.', null, 0],
      ['topics', ['a', 'b'], ['a'], 2],
    ],
  )
  assert.deepEqual(paperDiff(before, { ...before }), [])
})

test('every field of a paper is compared', () => {
  const { id: _, ...fields } = corePaper()
  assert.deepEqual([...labelledFields].toSorted(), Object.keys(fields).toSorted())
})
