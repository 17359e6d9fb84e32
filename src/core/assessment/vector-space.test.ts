import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleWeights } from './vector-space.ts'

const rows = (...values: number[][]): Float64Array[] => values.map((row) => Float64Array.from(row))
const sum = (weights: Float64Array): number => weights.reduce((total, weight) => total + weight, 0)

test('weights sum to one, the most similar sample counts most, and two that say the same share what one would have', () => {
  const similarities = rows([1, 0.9, 0], [0.9, 1, 0], [0, 0, 1])
  const weights = sampleWeights(similarities)(Float64Array.from([0.8, 0.8, 0.1]))
  assert.ok(Math.abs(sum(weights) - 1) < 1e-6)
  assert.ok(Math.abs((weights[0] ?? 0) - (weights[1] ?? 1)) < 1e-6)
  assert.ok((weights[0] ?? 0) > (weights[2] ?? 1))
})

test('where nothing is similar, all count the same', () => {
  const weights = sampleWeights(rows([1, 0], [0, 1]))(Float64Array.from([0, 0]))
  assert.deepEqual(
    Array.from(weights, (weight) => weight.toFixed(6)),
    ['0.500000', '0.500000'],
  )
})

test('the weights are those of the exact solution of the regression', () => {
  // Of two samples (K + 0.1 I) w + b 1 = k gives w1 - w2 = (0.9 - 0.3) / (1 - 0.5 + 0.1).
  const weights = sampleWeights(rows([1, 0.5], [0.5, 1]))(Float64Array.from([0.9, 0.3]))
  assert.ok(Math.abs((weights[0] ?? 0) - (weights[1] ?? 0) - 1) < 1e-6)
})
