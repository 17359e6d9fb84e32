import assert from 'node:assert/strict'
import { test } from 'node:test'
import { posting } from '#core/search/ranking/postings.ts'
import { groupTerms, visitTerms, type NumberedBlock } from './term-block.ts'
import { toBytes } from '#core/search/ranking/term-pages.ts'

const words = (levels: Record<string, number>) => ({
  terms: Object.keys(levels),
  levels: Uint8Array.from(Object.values(levels)),
})

const inOrder = (...postings: number[]): number[] => Array.from(Float64Array.from(postings).toSorted())

const visited = (blocks: readonly NumberedBlock[], change: 1 | -1 = 1): [string, number[]][] => {
  const found: [string, number[]][] = []
  visitTerms(blocks, change, (term, postings) => found.push([term, Array.from(postings.toSorted())]))
  return found
}

const first = groupTerms([words({ plan: 9, memory: 3 }), words({ agent: 1, plan: 2 }), words({})])
const second = groupTerms([words({ zeta: 5, 記憶: 4, memory: 8 })])

test('each word of several blocks is visited once, in the order of its bytes, with the papers of all', () => {
  const blocks = [
    { block: first, seqs: Uint32Array.of(11, 12, 13) },
    { block: second, seqs: Uint32Array.of(20) },
  ]
  assert.deepEqual(visited(blocks), [
    ['agent', [posting(12, 1)]],
    ['memory', inOrder(posting(11, 3), posting(20, 8))],
    ['plan', inOrder(posting(11, 9), posting(12, 2))],
    ['zeta', [posting(20, 5)]],
    [toBytes('記憶'), [posting(20, 4)]],
  ])
})

test('papers without a number are left out, and words that only they have', () => {
  assert.deepEqual(visited([{ block: first, seqs: Uint32Array.of(0, 7, 0) }]), [
    ['agent', [posting(7, 1)]],
    ['plan', [posting(7, 2)]],
  ])
})

test('what is taken back has a negative level', () => {
  assert.deepEqual(visited([{ block: second, seqs: Uint32Array.of(3) }], -1)[0], ['memory', [posting(3, -8)]])
})

test('papers without any word leave nothing', () => {
  assert.deepEqual(visited([{ block: groupTerms([words({})]), seqs: Uint32Array.of(1) }]), [])
})
