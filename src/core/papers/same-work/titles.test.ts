import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize } from './titles.ts'

const texts = (count: number, letters: number): string[] =>
  Array.from({ length: count }, (_, index) => String(index).padStart(letters, 'x'))

test('what was made of a text is kept, of long texts fewer', () => {
  const made: string[] = []
  const lengthOf = memoize((text) => made.push(text) && text.length)
  const madeFor = (given: readonly string[]): number => {
    const before = made.length
    for (const text of [...given, ...given]) assert.equal(lengthOf(text), text.length)
    return made.length - before
  }
  assert.equal(madeFor(texts(1_000, 50)), 1_000)
  assert.equal(madeFor(texts(100, 999)), 100)
  assert.equal(madeFor(texts(1_000, 1_000)), 2_000, 'none of the first are kept at the end')
})
