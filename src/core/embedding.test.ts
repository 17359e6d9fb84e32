import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsVectors, MAX_EMBEDDED_TEXTS, MAX_VECTOR_BYTES, tooManyTexts, toByteVector } from './embedding.ts'

const product = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

const cosine = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  product(one, other) / Math.sqrt(product(one, one) * product(other, other))

const made = (seed: number): number[] =>
  Array.from({ length: 384 }, (_, index) => Math.sin(seed * 97 + index * index) * 1e-9)

test('8-bit numbers keep directions to within a thousandth, whatever the scale', () => {
  for (let seed = 1; seed < 20; seed += 1) {
    const [one, other] = [made(seed), made(seed + 1).map((value, index) => value + (made(seed)[index] ?? 0))]
    assert.ok(Math.abs(cosine(one, other) - cosine(toByteVector(one), toByteVector(other))) < 0.001)
  }
  assert.deepEqual(Array.from(toByteVector([0.5, -1, 0])), [64, -127, 0])
  assert.deepEqual(Array.from(toByteVector([0, 0])), [0, 0])
})

test('100,000 texts are compared, as long as their vectors fit into 120 MB', () => {
  assert.ok(fitsVectors(MAX_EMBEDDED_TEXTS, 1_024))
  assert.ok(!fitsVectors(MAX_EMBEDDED_TEXTS + 1, 8))
  assert.ok(!fitsVectors(MAX_EMBEDDED_TEXTS, 1 + MAX_VECTOR_BYTES / MAX_EMBEDDED_TEXTS))
  assert.match(tooManyTexts(MAX_EMBEDDED_TEXTS + 1, 8), /more than 100,000 texts/u)
  assert.match(tooManyTexts(90_000, 4_096), /90,000 texts in 4096 dimensions take more than 120 MB/u)
})
