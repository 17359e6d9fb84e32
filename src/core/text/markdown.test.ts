import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLinear, explodingMarkdown } from '../../../test/support/parsing-cost.ts'
import { MARKDOWN_BOUNDS, markdownBoundExceeded } from './markdown.ts'

const nested = (depth: number): string => Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')

const define = (length: number): string => `[a]: https://example.org/${'x'.repeat(length)}\n\n`

test('what people write is within the bounds', () => {
  const prose = 'A **bold** claim, [with a source](https://example.org/a_b) and `code`; see p12.\n\n- one\n  - two\n\n'
  assert.equal(markdownBoundExceeded(prose.repeat(390)), null)
  assert.equal(markdownBoundExceeded('word '.repeat(10_000)), null)
  assert.equal(markdownBoundExceeded(''), null)
})

test('what explodes is beyond them', () => {
  for (const text of explodingMarkdown(50_000))
    assert.match(markdownBoundExceeded(text) ?? '', /^has /u, JSON.stringify(text.slice(0, 40)))
})

test('each bound is the last count that is rendered', () => {
  const { lines, depth, emphasis, brackets, backticks, angles } = MARKDOWN_BOUNDS
  const at: [string, number][] = [
    ['a\n', lines - 1],
    ['> ', depth],
    ['*a ', emphasis],
    ['[', brackets],
    ['`a', backticks],
    ['<', angles],
  ]
  for (const [piece, count] of at) {
    assert.equal(markdownBoundExceeded(piece.repeat(count)), null, piece)
    assert.notEqual(markdownBoundExceeded(piece.repeat(count + 1)), null, piece)
  }
})

test('quotes and lists count by their marks and by their indentation', () => {
  assert.equal(markdownBoundExceeded(nested(MARKDOWN_BOUNDS.depth)), null)
  assert.match(markdownBoundExceeded(nested(MARKDOWN_BOUNDS.depth + 1)) ?? '', /nested quotes or lists/u)
  assert.match(markdownBoundExceeded('- - - - a\n'.repeat(1_000)) ?? '', /list items/u)
})

test('references that repeat a long address are beyond the bounds, and those of a bibliography are not', () => {
  assert.equal(markdownBoundExceeded(define(100) + '[a] '.repeat(900)), null)
  assert.match(markdownBoundExceeded(define(20_000) + '[a] '.repeat(900)) ?? '', /references/u)
})

test('to count takes time that grows with the length', () => {
  for (const piece of ['> - ', '*a_ ', 'a\n', '[a]:\n', ' \n', '\t', '- '])
    assert.ok(
      isLinear(64_000, (size) => markdownBoundExceeded(piece.repeat(size / piece.length))),
      JSON.stringify(piece),
    )
})
