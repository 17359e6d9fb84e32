import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexedMarks, indexedText, inOneRow, type Room } from './search-index.ts'
import { BREAK } from './search-text.ts'

const roomy: Room = { positions: 100, repeats: 100, bytes: 10_000 }

test('words keep their order, values are kept apart, joined forms are loose', () => {
  assert.deepEqual(indexedText(['Long-horizon planning', 'tool use'], roomy), {
    inOrder: ['long', 'horizon', 'plan', BREAK, 'tool', 'us'],
    loose: ['longhorizon'],
  })
  assert.deepEqual(inOneRow({ inOrder: ['a', 'b'], loose: ['c', 'd'] }), ['a', 'b', BREAK, 'c', BREAK, 'd'])
})

test('what has no position left is still found, one word at a time', () => {
  const { inOrder, loose } = indexedText(['one two three four'], { ...roomy, positions: 2 })
  assert.equal(inOrder.length, 2)
  assert.deepEqual(loose, ['three', 'four'])
})

test('a word that comes too often leaves gaps instead of bringing its neighbours together', () => {
  const { inOrder, loose } = indexedText(['a b a c a d'], { ...roomy, repeats: 2 })
  assert.deepEqual(inOrder, ['a', 'b', 'a', 'c', BREAK, 'd'])
  assert.deepEqual(loose, [])
})

test('words beyond the bytes are left out, and nothing closes up over them', () => {
  const { inOrder } = indexedText(['alpha beta alpha'], { ...roomy, bytes: 18 })
  assert.deepEqual(inOrder, ['alpha', BREAK, 'alpha'])
})

test('marks begin with a sign that no typed word can have', () => {
  assert.deepEqual(indexedMarks(['c3', 'y2025']), ['§all', '§c3', '§y2025'])
})
