import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentFrequency, planReading, rarity } from './reading-budget.ts'

const spread = (count: number) => Array.from({ length: 63 }, (_, index) => ({ level: index + 1, count }))

test('rare words are read whole, and leave their part to frequent ones', () => {
  const { leastOf, postings } = planReading(
    [
      { term: 'often', counts: spread(1_000) },
      { term: 'rare', counts: [{ level: 2, count: 10 }] },
    ],
    20_010,
  )
  assert.deepEqual([leastOf.get('rare'), leastOf.get('often')], [1, 44])
  assert.equal(postings, 20_010)
})

test('what is read does not depend on how postings are spread over segments', () => {
  const whole = planReading([{ term: 'word', counts: spread(300) }], 5_000)
  const parts = [...spread(100), ...spread(150), ...spread(50)]
  assert.deepEqual(planReading([{ term: 'word', counts: parts }], 5_000), whole)
})

test('ten times the papers are read for the same number of postings', () => {
  for (const count of [1_000, 10_000]) {
    const terms = Array.from({ length: 10 }, (_, index) => ({ term: `t${index}`, counts: spread(count) }))
    assert.ok(planReading(terms, 200_000).postings <= 200_000)
  }
})

test('a word that was taken back from a paper is not counted for it', () => {
  const counts = [
    { level: 9, count: 3 },
    { level: -9, count: 2 },
  ]
  assert.equal(documentFrequency(counts), 1)
  assert.ok(rarity(100, 1) > rarity(100, 50))
  assert.ok(rarity(3, 3) > 0)
})
