import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorIndex, type Nearest } from './vector-index.ts'

const all = { most: 10, oncePerPaper: false, papers: null }
const length = (vector: Int8Array): number => Math.hypot(...vector)
const seqs = ({ found }: Nearest): number[] => found.map(({ seq }) => seq)

/** Vectors 1, 2 and 3 turn away from the question; 1 and 3 are of one paper. */
const turned = (): VectorIndex => {
  const index = new VectorIndex(2)
  index.add(1, 10, Int8Array.of(100, 0))
  index.add(2, 20, Int8Array.of(100, 50))
  index.add(3, 10, Int8Array.of(-20, 100))
  return index
}

test('the nearest come first, by direction and not by length', () => {
  const index = turned()
  index.add(4, 30, Int8Array.of(1, 0))
  assert.deepEqual(seqs(index.nearest(Int8Array.of(127, 0), all)), [1, 4, 2, 3])
  assert.deepEqual(seqs(index.nearest(Int8Array.of(127, 0), { ...all, most: 2 })), [1, 4])
  const { found, mean, deviation } = index.nearest(Int8Array.of(127, 0), all)
  assert.ok(Math.abs((found[0]?.similarity ?? 0) - 1) < 1e-6)
  assert.ok(Math.abs(mean - found.reduce((sum, { similarity }) => sum + similarity, 0) / 4) < 1e-6)
  assert.ok(deviation > 0)
})

test('a paper may count once, and papers may be given', () => {
  const index = turned()
  assert.deepEqual(seqs(index.nearest(Int8Array.of(0, 127), { ...all, oncePerPaper: true })), [3, 2])
  assert.deepEqual(seqs(index.nearest(Int8Array.of(0, 127), { ...all, papers: new Set([20]) })), [2])
})

test('what is removed is not found, and its room is used again', () => {
  const index = turned()
  index.remove(1)
  index.remove(1)
  assert.deepEqual([index.size, seqs(index.nearest(Int8Array.of(127, 0), all))], [2, [2, 3]])
  index.add(5, 50, Int8Array.of(0, -100))
  index.add(5, 50, Int8Array.of(0, -100))
  assert.deepEqual([index.size, seqs(index.nearest(Int8Array.of(0, -127), all))], [3, [5, 2, 3]])
})

test('vectors of zeros are near nothing', () => {
  const index = turned()
  index.add(6, 60, Int8Array.of(0, 0))
  assert.ok(!seqs(index.nearest(Int8Array.of(127, 0), all)).includes(6))
  assert.deepEqual(index.nearest(Int8Array.of(0, 0), all), { found: [], mean: 0, deviation: 0 })
})

test('several thousand vectors give what comparing each one gives', () => {
  const dimension = 24
  const index = new VectorIndex(dimension)
  const vectors = Array.from({ length: 3_000 }, (_, seq) =>
    Int8Array.from({ length: dimension }, (_value, at) => Math.round(127 * Math.sin(seq * 12.9898 + at * 78.233))),
  )
  for (const [at, vector] of vectors.entries()) index.add(at + 1, at, vector)
  const question = Int8Array.from({ length: dimension }, (_, at) => 127 - at * 9)
  const product = (one: Int8Array): number => one.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0)
  const best = vectors
    .map((vector, at) => ({ seq: at + 1, similarity: product(vector) / (length(vector) * length(question)) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, 50)
  const { found } = index.nearest(question, { ...all, most: 50 })
  for (const [at, { similarity }] of found.entries())
    assert.ok(Math.abs(similarity - (best[at]?.similarity ?? 0)) < 1e-6)
  assert.equal(found.length, 50)
})
