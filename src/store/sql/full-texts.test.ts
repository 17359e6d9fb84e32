import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText, PART_LENGTH } from './full-texts.ts'

test('a text is cut into parts of equal length, never within a character', () => {
  assert.deepEqual(cutText('', 4), [''])
  assert.deepEqual(cutText('abcd', 4), ['abcd'])
  assert.deepEqual(cutText('abcdefghi', 4), ['abcd', 'efgh', 'i'])
  assert.deepEqual(cutText('abc😀defg', 4), ['abc', '😀de', 'fg'])
  assert.deepEqual(cutText('abc😀', 4), ['abc', '😀'])
})

test('parts of any text are as long as they may be, and joined are the text', () => {
  const text = `${'x'.repeat(PART_LENGTH - 1)}${'😀'.repeat(PART_LENGTH)}`
  const parts = cutText(text)
  assert.equal(parts.join(''), text)
  assert.equal(parts.length, 3)
  assert.ok(parts.every((part) => part.length <= PART_LENGTH && part.isWellFormed()))
})
