import assert from 'node:assert/strict'
import { test } from 'node:test'
import { posting, groupPostings } from './postings.ts'
import { toBytes } from './term-pages.ts'

const entry = (seq: number, levels: Record<string, number>) => ({
  seq,
  impacts: { terms: Object.keys(levels), levels: Uint8Array.from(Object.values(levels)) },
})

test('each word of several papers comes once, in the order of its bytes, with the papers of all', () => {
  const entries = [
    entry(11, { plan: 9, memory: 3 }),
    entry(12, { agent: 1, plan: 2 }),
    entry(13, {}),
    entry(20, { zeta: 5, 記憶: 4, memory: 8 }),
  ]
  assert.deepEqual(groupPostings(entries, 1), [
    { term: 'agent', postings: [posting(12, 1)] },
    { term: 'memory', postings: [posting(11, 3), posting(20, 8)] },
    { term: 'plan', postings: [posting(11, 9), posting(12, 2)] },
    { term: 'zeta', postings: [posting(20, 5)] },
    { term: toBytes('記憶'), postings: [posting(20, 4)] },
  ])
})

test('what is taken back has a negative level', () => {
  assert.deepEqual(groupPostings([entry(3, { memory: 8 })], -1), [{ term: 'memory', postings: [posting(3, -8)] }])
})

test('papers without any word leave nothing', () => {
  assert.deepEqual(groupPostings([entry(1, {})], 1), [])
})
