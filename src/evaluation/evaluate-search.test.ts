import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ndcg, recall, reciprocalRank, shareOfWeak } from './evaluate-search.ts'

const judgements = new Map([
  ['best', 3],
  ['good', 1],
  ['poor', 0],
  ['fair', 1],
])

test('gain is two to the power of the grade less one, discounted by the logarithm of the place', () => {
  const ideal = 7 + 1 / Math.log2(3) + 1 / Math.log2(4)
  assert.equal(ndcg(['best', 'good', 'fair'], judgements, 10), 1)
  assert.equal(ndcg(['good', 'other', 'best'], judgements, 10), (1 + 7 / Math.log2(4)) / ideal)
  assert.equal(ndcg(['good', 'best'], judgements, 1), 1 / 7)
  assert.equal(ndcg([], judgements, 10), 0)
})

test('recall counts what is relevant, the reciprocal rank asks where it begins', () => {
  assert.equal(recall(['poor', 'best', 'other', 'good'], judgements, 3), 1 / 3)
  assert.equal(recall(['poor', 'best', 'other', 'good'], judgements, 4), 2 / 3)
  assert.equal(reciprocalRank(['poor', 'other', 'good'], judgements), 1 / 3)
  assert.equal(reciprocalRank(['poor'], judgements), 0)
})

test('of the relevant documents among the first twenty, those behind the strong hits are weak', () => {
  const first = { found: ['best', 'other', 'good', 'poor'], strong: 2, judged: judgements, ms: 1 }
  const late = Array.from({ length: 20 }, (_, place) => `other${place}`)
  assert.equal(shareOfWeak([first]), 1 / 2)
  assert.equal(shareOfWeak([first, { ...first, strong: 4 }]), 1 / 4)
  assert.equal(shareOfWeak([{ ...first, found: [...late, 'best'], strong: 1 }]), 0)
})
