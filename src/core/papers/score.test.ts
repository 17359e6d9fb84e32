import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundFromTen, SCORE_MAX, toMillionths, toTen, toUnit, rankKey, rankKeyAfterScore } from './score.ts'
import fc from 'fast-check'
import { budget } from '../../../test/support/budgets.ts'

/** 0.007 as a person writes it: without binary arithmetic. */
const decimal = (whole: number, places: number): string => {
  const digits = String(whole).padStart(places + 1, '0')
  const point = digits.length - places
  return `${digits.slice(0, point)}.${digits.slice(point)}`
}

/** The shortest writing of the same number, as JSON has it. */
const short = (text: string): string => text.replace(/\.?0+$/u, '')

test('every score with two or three decimals comes back as it was sent, on both scales', () => {
  for (const places of [2, 3])
    for (let whole = 0; whole <= 10 ** places; whole += 1) {
      const sent = decimal(whole, places)
      const kept = toMillionths(Number(sent))
      assert.equal(kept, whole * 10 ** (6 - places), sent)
      assert.equal(JSON.stringify(toUnit(kept)), short(sent))
      assert.equal(JSON.stringify(toTen(kept)), short(decimal(whole * 10, places)))
    }
})

test('whatever is stored is read back from either scale unchanged, without noise behind the sixth decimal', () => {
  for (let score = 0; score <= SCORE_MAX; score += 13) {
    assert.equal(toMillionths(toUnit(score)), score)
    assert.ok(JSON.stringify(toUnit(score)).length <= '0.123456'.length || score < 10, String(toUnit(score)))
    assert.ok(JSON.stringify(toTen(score)).length <= '9.12345'.length, String(toTen(score)))
  }
  assert.equal(toUnit(SCORE_MAX), 1)
  assert.equal(toTen(SCORE_MAX), 10)
})

test('a bound on the 0 to 10 scale lets through what scores exactly that much, and nothing less', () => {
  for (let score = 0; score <= SCORE_MAX; score += 7) assert.equal(boundFromTen(toTen(score)), score)
  for (let whole = 0; whole <= 10_000; whole += 1)
    assert.equal(boundFromTen(Number(decimal(whole, 3))), whole * 100, decimal(whole, 3))
})

test('a bound between two stored scores lets through only the higher one', () => {
  assert.equal(boundFromTen(7.350001), 735_001)
  assert.equal(boundFromTen(7.349999), 735_000)
  assert.equal(boundFromTen(9.999999), SCORE_MAX)
  assert.equal(boundFromTen(0), 0)
  assert.equal(boundFromTen(10), SCORE_MAX)
})

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
    { numRuns: budget('cheapProperties') },
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
    { numRuns: budget('cheapProperties') },
  )
  assert.ok(rankKey(0, LAST_SEQ) < rankKeyAfterScore(0))
  assert.ok(rankKey(null, 1) > rankKeyAfterScore(0))
  assert.ok(rankKey(SCORE_MAX, LAST_SEQ) < rankKeyAfterScore(SCORE_MAX))
  assert.ok(rankKey(SCORE_MAX - 1, 1) > rankKeyAfterScore(SCORE_MAX))
})
