import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isLinear } from '../../../test/support/parsing-cost.ts'
import { textDiff, tokenDiff, type DiffPart } from './text-diff.ts'
import { budget } from '../../../test/support/budgets.ts'

const side = (parts: readonly DiffPart[], without: DiffPart['kind']): string =>
  parts.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('')

/** A diff of each text: short ones share words, so that there is something in common. */
const text = fc
  .array(fc.constantFrom('agents', 'plan', 'long', ' ', '  ', '\n', ',', 'Ünïcode', '計画', '𝔘', '-'), {
    maxLength: 40,
  })
  .map((words) => words.join(''))

test('the pieces that are not new make the earlier text, those that are not gone the later one', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = textDiff(before, after)
      assert.equal(side(parts, 'new'), before)
      assert.equal(side(parts, 'gone'), after)
    }),
    { numRuns: budget('cheapProperties') },
  )
})

test('changed words are marked, others are not', () => {
  assert.deepEqual(textDiff('Agents plan for days.', 'Agents plan for weeks, slowly.'), [
    { kind: 'same', text: 'Agents plan for ' },
    { kind: 'gone', text: 'days' },
    { kind: 'new', text: 'weeks, slowly' },
    { kind: 'same', text: '.' },
  ])
  assert.deepEqual(textDiff('same', 'same'), [{ kind: 'same', text: 'same' }])
  assert.deepEqual(textDiff('', 'new'), [{ kind: 'new', text: 'new' }])
})

test('a list shows entries that came and went', () => {
  assert.deepEqual(tokenDiff(['a\n', 'b\n', 'c\n'], ['a\n', 'c\n', 'd\n']), [
    { kind: 'same', text: 'a\n' },
    { kind: 'gone', text: 'b\n' },
    { kind: 'same', text: 'c\n' },
    { kind: 'new', text: 'd\n' },
  ])
})

test('a few changed words are found in a text as long as a paper', () => {
  const words = Array.from({ length: 20_000 }, (_, at) => `word${at}`)
  const later = words.with(5_000, 'other').with(15_000, 'another')
  const changed = textDiff(words.join(' '), later.join(' ')).filter(({ kind }) => kind !== 'same')
  assert.deepEqual(changed, [
    { kind: 'gone', text: 'word5000' },
    { kind: 'new', text: 'other' },
    { kind: 'gone', text: 'word15000' },
    { kind: 'new', text: 'another' },
  ])
})

test('long texts are compared in bounded time, and still rightly', () => {
  const lines = Array.from({ length: 400 }, (_, at) => `${at} ${'word '.repeat(10)}\n`)
  const later = lines.map((line, at) => (at >= 100 && at < 200 ? line.replaceAll('word', 'other') : line))
  assert.deepEqual(textDiff(lines.join(''), later.join('')), [
    { kind: 'same', text: lines.slice(0, 100).join('') },
    { kind: 'gone', text: lines.slice(100, 200).join('') },
    { kind: 'new', text: later.slice(100, 200).join('') },
    { kind: 'same', text: lines.slice(200).join('') },
  ])
  const [x, y] = ['x '.repeat(100_000), 'y '.repeat(100_000)]
  assert.deepEqual(textDiff(x, y), [
    { kind: 'gone', text: x },
    { kind: 'new', text: y },
  ])
  assert.ok(isLinear(6_400, (size) => textDiff('x '.repeat(size), 'y '.repeat(size))))
})
