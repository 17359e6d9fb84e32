import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { indexTokens, tokensOf } from '../../../../test/support/search.ts'
import { anyText } from '../../../../test/support/generated/text.ts'
import { isLinear } from '../../../../test/support/parsing-cost.ts'
import { PHRASE_BREAK, fold, textKey, tokenize } from '../tokenize.ts'
import { budget } from '../../../../test/support/budgets.ts'

// What holds for every text, generated or of every character.

test('wherever a token is found, its span alone gives that token again', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { parts, joined } of tokenize(text)) {
        for (const { token, start, end } of parts) {
          const again = tokenize(text.slice(start, end)).flatMap((word) => word.parts)
          assert.ok(0 <= start && start < end && end <= text.length)
          assert.ok(
            again.some((other) => other.token === token),
            JSON.stringify(text),
          )
        }
        for (const { token, start, end } of joined)
          assert.deepEqual(
            tokenize(text.slice(start, end)).flatMap((word) => word.joined.map((other) => other.token)),
            [token],
          )
      }
    }),
    { numRuns: budget('properties') },
  )
})

test('parts of a text follow one another: offsets never go back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let before = -1
      for (const { start } of tokenize(text).flatMap((word) => word.parts)) {
        assert.ok(start > before)
        before = start
      }
    }),
    { numRuns: budget('properties') },
  )
})

test('no token of any text holds ASCII punctuation, upper case or white space, or is empty', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { token } of [...tokensOf(text), ...tokensOf(text, false)])
        assert.match(token, /^(?:[a-z0-9]|[^\u0000-\u00a0\s])+$/u)
      for (const token of indexTokens([text])) assert.doesNotMatch(token, /^[\u00a7"*]/u)
    }),
    { numRuns: budget('cheapProperties') },
  )
})

test('the same holds for every letter, digit and mark of Unicode, and folding any of them twice changes nothing', () => {
  const taken = /[\p{L}\p{N}\p{M}]/u
  const alikeInThousands = /[\p{Script=Han}\p{Script=Hangul}]/u
  const wrong: string[] = []
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (!taken.test(character) || alikeInThousands.test(character)) continue
    for (const token of indexTokens([`a${character}b ${character}`]))
      if (!/^(?:[a-z0-9]|[^\u0000-\u00a6\s])+$/u.test(token) && token !== PHRASE_BREAK) wrong.push(code.toString(16))
    const folded = fold(character)
    if (fold(folded) !== folded) wrong.push(`fold ${code.toString(16)}`)
  }
  assert.deepEqual(wrong, [])
})

test('folding what is folded changes nothing, nor does folding the key of a name', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = fold(text)
      assert.equal(fold(folded), folded)
      const key = textKey(text)
      if (/[\p{L}\p{N}]/u.test(key)) assert.equal(fold(key), key)
    }),
    { numRuns: budget('cheapProperties') },
  )
})

test('very long runs of letters are cut alike wherever they stand, and cost no more than their length', () => {
  const long = 'ab1'.repeat(100_000)
  const [word] = tokenize(`x ${long} y`).slice(1)
  assert.deepEqual(word?.parts, [{ token: long.slice(0, 32), start: 2, end: 2 + long.length }])
  assert.deepEqual(indexTokens([long]), indexTokens([`${long}c`]))
  assert.equal(tokensOf('é'.repeat(200))[0]?.token, 'e'.repeat(32))
  assert.equal(tokensOf('𝒳'.repeat(200))[0]?.token, 'x'.repeat(32))
  for (const sign of ['ab1', 'a-', '深', "'", '\u0301', "a'", 'a\u0301'])
    assert.ok(
      isLinear(38_400, (size) => tokenize(sign.repeat(size))),
      sign,
    )
})

test('what keeps values apart is no word that anyone can type', () => {
  assert.deepEqual(tokenize(PHRASE_BREAK), [])
  fc.assert(
    fc.property(anyText, (text) => {
      for (const { token } of tokensOf(text)) assert.ok(!token.includes(PHRASE_BREAK))
    }),
  )
})
