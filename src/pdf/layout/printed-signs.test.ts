import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textError } from '#core/text/normalize-text.ts'
import { readSigns } from './printed-signs.ts'

test('ligatures are letters, and accents that stand alone sit on theirs', () => {
  const read: [string, string][] = [
    ['ﬁrst eﬀect, oﬃce', 'first effect, office'],
    ['G¨odel', 'Gödel'],
    ['Mart´ın ´Angel', 'Martín Ángel'],
    ['Rodr´ıguez Franc¸ois', 'Rodríguez François'],
    ['solu¸c˜ao, Fran¸cois', 'solução, François'],
    ['cafe\u0301', 'café'],
    ['a ¨ b, 5 ˜ 6', 'a ¨ b, 5 ˜ 6'],
    ['x² ½ ℝ', 'x² ½ ℝ'],
    ['two \u00a0\u2003 spaces', 'two spaces'],
  ]
  for (const [given, wanted] of read) assert.equal(readSigns(given), wanted, given)
})

test('what is no text goes, and marks are bounded as in every other text', () => {
  assert.equal(readSigns('a\u200bb\ue123c\ufffd\ud800d'), 'abcd')
  const marks = readSigns(`e${'\u0301'.repeat(400)}`)
  assert.equal(textError(marks, 'line'), null)
  assert.ok(marks.length < 10)
})

test('numbers of glyphs are ligatures within words, and gaps in formulas', () => {
  assert.equal(readSigns('an e\u000ecient \u000crst o\u000ber'), 'an efficient first offer')
  assert.equal(readSigns('VC\u0002e\u0003 < \u000b'), 'VC e < ')
})
