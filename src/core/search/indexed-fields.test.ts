import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIndexTokens, indexedText, joinIndexedText, splitTokens, type FieldLimits } from './indexed-fields.ts'
import { PHRASE_BREAK, tokenize } from '#core/text/tokenize.ts'

const roomy: FieldLimits = { positions: 100, repeats: 100, bytes: 10_000 }

const wordsOf = (values: readonly string[]) => values.map((value) => tokenize(value))

test('words keep their order, values are kept apart, joined forms are loose', () => {
  assert.deepEqual(indexedText(wordsOf(['Long-horizon planning', 'tool use']), roomy), {
    positioned: `long horizon plan ${PHRASE_BREAK} tool us`,
    unpositioned: 'longhorizon',
  })
  assert.equal(joinIndexedText({ positioned: 'a b', unpositioned: 'c d' }), `a b ${PHRASE_BREAK} c ${PHRASE_BREAK} d`)
  assert.equal(joinIndexedText({ positioned: 'a b', unpositioned: '' }), 'a b')
})

test('what has no position left is still found, one word at a time', () => {
  const { positioned, unpositioned } = indexedText(wordsOf(['one two three four']), { ...roomy, positions: 2 })
  assert.deepEqual(splitTokens(positioned), ['on', 'two'])
  assert.deepEqual(splitTokens(unpositioned), ['three', 'four'])
})

test('a word that comes too often leaves gaps instead of bringing its neighbours together', () => {
  const { positioned, unpositioned } = indexedText(wordsOf(['a b a c a d']), { ...roomy, repeats: 2 })
  assert.equal(positioned, `a b a c ${PHRASE_BREAK} d`)
  assert.deepEqual(splitTokens(unpositioned), [])
})

test('words beyond the bytes are left out, and nothing closes up over them', () => {
  const { positioned } = indexedText(wordsOf(['alpha beta alpha']), { ...roomy, bytes: 18 })
  assert.equal(positioned, `alpha ${PHRASE_BREAK} alpha`)
})

test('marks begin with a sign that no typed word can have', () => {
  assert.deepEqual(toIndexTokens(['c3', 'y2025']), ['§all', '§c3', '§y2025'])
})
