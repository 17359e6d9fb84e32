import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Accumulator } from './accumulator.ts'

const isOdd = (seq: number): boolean => seq % 2 === 1

test('the best of many are those that sorting all of them gives', () => {
  const sums = new Accumulator(1_000)
  const plain = new Map<number, number>()
  for (let index = 0; index < 1_000; index += 1) {
    const [seq, score] = [1 + ((index * 7_919) % 400), (index * 31) % 17]
    sums.add(Uint32Array.of(seq), score)
    plain.set(seq, (plain.get(seq) ?? 0) + score)
  }
  const all = [...plain]
    .map(([seq, score]) => ({ seq, score }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.seq - b.seq)
  assert.deepEqual(sums.best(1_000, null), all)
  assert.deepEqual(sums.best(25, null), all.slice(0, 25))
  assert.deepEqual(sums.best(25, isOdd), all.filter(({ seq }) => isOdd(seq)).slice(0, 25))
})
