import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentFrequency, planReading, rarity, Accumulator } from './accumulator.ts'

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

const isOdd = (seq: number): boolean => seq % 2 === 1

/** Runs of ascending numbers, as far apart as in corpora of different sizes; what was added may be taken back. */
const runsOf = (step: number): { seqs: Uint32Array; score: number }[] =>
  Array.from({ length: 60 }, (_, run) => ({
    seqs: Uint32Array.from({ length: 1 + ((run * 13) % 50) }, (_, index) => 1 + (run + index * (1 + (run % 7))) * step),
    score: ((run * 31) % 17) - 3,
  }))

for (const step of [1, 1_000, 9_000_000])
  test(`the best of many are those that sorting all of them gives, with numbers ${step} apart`, () => {
    // Room for fewer than are added: it grows.
    const sums = new Accumulator(10)
    const plain = new Map<number, number>()
    for (const { seqs, score } of runsOf(step)) {
      sums.add(seqs, score)
      for (const seq of seqs) plain.set(seq, (plain.get(seq) ?? 0) + score)
    }
    const all = [...plain]
      .map(([seq, score]) => ({ seq, score }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || a.seq - b.seq)
    assert.ok(all.length > 100 && all.length < plain.size)
    assert.deepEqual(sums.best(1_000, null), all)
    assert.deepEqual(sums.best(25, null), all.slice(0, 25))
    assert.deepEqual(sums.best(25, isOdd), all.filter(({ seq }) => isOdd(seq)).slice(0, 25))
    for (const [seq, score] of plain) assert.equal(sums.of(seq), Math.max(0, score))
    assert.equal(sums.of(4_294_967_295), 0)
  })

test('nothing was added', () => {
  const sums = new Accumulator(0)
  assert.deepEqual(sums.best(10, null), [])
  assert.equal(sums.of(1), 0)
})
