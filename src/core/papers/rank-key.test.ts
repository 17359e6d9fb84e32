import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rankKey, rankKeyAfterScore } from './rank-key.ts'
import { SCORE_MAX } from './score.ts'

const LAST_SEQ = 2 ** 32 - 1

/** Scores and ages with their borders often among them. */
const anyScore = fc.oneof(fc.constantFrom(0, 1, SCORE_MAX - 1, SCORE_MAX), fc.nat({ max: SCORE_MAX }))
const seq = fc.oneof(fc.constantFrom(1, 2, LAST_SEQ - 1, LAST_SEQ), fc.integer({ min: 1, max: LAST_SEQ }))
const paper = fc.record({ score: fc.option(anyScore), seq })

type Place = { score: number | null; seq: number }

/** The public order in words: score descending, without a score last, ties by age. */
const compare = (one: Place, other: Place): number => (other.score ?? -1) - (one.score ?? -1) || one.seq - other.seq

test('rank keys ascend in the public order: score descending, papers without a score last, ties by age', () => {
  fc.assert(
    fc.property(paper, paper, (one, other) => {
      const byKey = rankKey(one.score, one.seq) - rankKey(other.score, other.seq)
      assert.equal(Math.sign(byKey), Math.sign(compare(one, other)))
    }),
    { numRuns: 2_000 },
  )
})

test('every rank key is a whole number above 0 that a double holds exactly, in 52 bits', () => {
  for (const score of [null, 0, 1, SCORE_MAX])
    for (const place of [1, LAST_SEQ]) {
      const key = rankKey(score, place)
      assert.ok(Number.isSafeInteger(key) && key > 0 && key < 2 ** 52, `${score} ${place}`)
    }
  assert.equal(rankKey(null, LAST_SEQ), 1_000_001 * 2 ** 32 + LAST_SEQ)
})

test('the bound of a score lies behind every paper with that score and before every paper with less', () => {
  fc.assert(
    fc.property(anyScore, paper, (bound, { score, seq: place }) => {
      assert.equal(rankKey(score, place) < rankKeyAfterScore(bound), score !== null && score >= bound)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(rankKey(0, LAST_SEQ) < rankKeyAfterScore(0))
  assert.ok(rankKey(null, 1) > rankKeyAfterScore(0))
  assert.ok(rankKey(SCORE_MAX, LAST_SEQ) < rankKeyAfterScore(SCORE_MAX))
  assert.ok(rankKey(SCORE_MAX - 1, 1) > rankKeyAfterScore(SCORE_MAX))
})
