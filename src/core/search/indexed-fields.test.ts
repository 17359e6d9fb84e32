import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexedMarks, indexedText, inOneRow, tokensOf, type Room } from './indexed-fields.ts'
import { BREAK } from '#core/text/tokenize.ts'

const roomy: Room = { positions: 100, repeats: 100, bytes: 10_000 }

test('words keep their order, values are kept apart, joined forms are loose', () => {
  assert.deepEqual(indexedText(['Long-horizon planning', 'tool use'], roomy), {
    inOrder: `long horizon plan ${BREAK} tool us`,
    loose: 'longhorizon',
  })
  assert.equal(inOneRow({ inOrder: 'a b', loose: 'c d' }), `a b ${BREAK} c ${BREAK} d`)
  assert.equal(inOneRow({ inOrder: 'a b', loose: '' }), 'a b')
})

test('what has no position left is still found, one word at a time', () => {
  const { inOrder, loose } = indexedText(['one two three four'], { ...roomy, positions: 2 })
  assert.deepEqual(tokensOf(inOrder), ['on', 'two'])
  assert.deepEqual(tokensOf(loose), ['three', 'four'])
})

test('a word that comes too often leaves gaps instead of bringing its neighbours together', () => {
  const { inOrder, loose } = indexedText(['a b a c a d'], { ...roomy, repeats: 2 })
  assert.equal(inOrder, `a b a c ${BREAK} d`)
  assert.deepEqual(tokensOf(loose), [])
})

test('words beyond the bytes are left out, and nothing closes up over them', () => {
  const { inOrder } = indexedText(['alpha beta alpha'], { ...roomy, bytes: 18 })
  assert.equal(inOrder, `alpha ${BREAK} alpha`)
})

test('marks begin with a sign that no typed word can have', () => {
  assert.deepEqual(indexedMarks(['c3', 'y2025']), ['§all', '§c3', '§y2025'])
})
