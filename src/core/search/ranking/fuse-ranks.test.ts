import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuseRanks } from './fuse-ranks.ts'

const fused = (words: string, meaning: string): string =>
  fuseRanks([...words], [...meaning], (one) => one)
    .map(({ item }) => item)
    .join('')

test('what is high in both orders comes first, and nothing is lost or doubled', () => {
  assert.equal(fused('abc', ''), 'abc')
  assert.equal(fused('', 'abc'), 'abc')
  assert.equal(fused('abcd', 'cxa'), 'acbdx')
  assert.equal(fused('abcdefgh', 'x'), 'abcdexfgh', 'a place by words counts more')
})

test('scores fall, from 1 for what is first in both orders', () => {
  const scores = fuseRanks([1, 2, 3], [1, 3], (one) => one).map(({ score }) => score)
  assert.ok(Math.abs((scores[0] ?? 0) - 1) < 1e-9)
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  )
})
