import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/any-text.ts'
import { lengthInCharacters, storedText, textMistake } from './normalize-text.ts'

const LONE = /lone surrogates/u
const form = fc.constantFrom<'line' | 'block'>('line', 'block')

test('a text with a NUL character is refused in lines and blocks', () => {
  for (const text of ['\0', 'a\0b', 'a\0\n', '\ud800\0'])
    for (const kind of ['line', 'block'] as const)
      assert.equal(textMistake(text, kind), 'must not contain a NUL character')
})

test('a text with half a surrogate pair is refused, a whole pair is not', () => {
  for (const text of ['\ud800', 'a\udc00b', '\udc00\ud800', 'x\ud83d', '\ud83d\ud83d\ude00'])
    for (const kind of ['line', 'block'] as const) assert.match(textMistake(text, kind) ?? '', LONE)
  assert.equal(textMistake('\ud83d\ude00', 'line'), null)
})

test('a line holds no control characters and no breaks of any kind', () => {
  const controls = Array.from('\t\n\v\f\r\u0001\u001b\u007f\u0080\u0085\u009f\u2028\u2029')
  for (const sign of controls)
    assert.equal(textMistake(`a${sign}b`, 'line'), 'must be one line without control characters', JSON.stringify(sign))
  assert.equal(textMistake('Größe × 2 – “ok” 漢字 🙂', 'line'), null)
})

test('a block may hold tabs and line breaks, but no other control characters', () => {
  assert.equal(textMistake('a\tb\nc\r\nd', 'block'), null)
  for (const sign of '\u0001\b\v\f\u000e\u001b\u001f\u007f')
    assert.equal(textMistake(`a${sign}b`, 'block'), 'must not contain control characters', JSON.stringify(sign))
})

test('text is stored in NFC, so that equal texts are equal bytes', () => {
  assert.equal(storedText('cafe\u0301', 'line'), 'caf\u00e9')
  assert.equal(storedText('\u1112\u1161\u11ab', 'block'), '\ud55c')
  assert.equal(storedText('\u212b', 'line'), '\u00c5')
})

test('a line loses white space at its ends, a block keeps it', () => {
  assert.equal(storedText(' \u00a0a  b\u3000', 'line'), 'a  b')
  assert.equal(storedText('  indented\n', 'block'), '  indented\n')
})

test('what is stored is stored again unchanged, and without a mistake', () => {
  fc.assert(
    fc.property(anyText, form, (text, kind) => {
      if (textMistake(text, kind) !== null) return
      const stored = storedText(text, kind)
      assert.equal(storedText(stored, kind), stored)
      assert.equal(textMistake(stored, kind), null)
      assert.equal(storedText(text.normalize('NFD'), kind), stored)
    }),
    { numRuns: 1_000 },
  )
})

test('length is counted in characters, not in UTF-16 units', () => {
  assert.equal(lengthInCharacters(''), 0)
  assert.equal(lengthInCharacters('漢字'), 2)
  assert.equal(lengthInCharacters('🙂🙂'), 2)
  assert.equal(lengthInCharacters('\ud800'), 1)
})
