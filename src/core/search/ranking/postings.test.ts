import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberWriter } from './term-pages.ts'
import { BLOCK_SIZE, encodePostings, mergePostings, posting, readLevelCounts, visitPostings } from './postings.ts'

type Plain = { seq: number; level: number }

const pack = (plain: readonly Plain[]) => Float64Array.from(plain, ({ seq, level }) => posting(seq, level))

const decode = (blocks: readonly Uint8Array[], least = 0): Plain[] => {
  const [first] = blocks
  assert.ok(first)
  const counts = readLevelCounts(first)
  const found: Plain[] = []
  for (const [block, bytes] of blocks.entries())
    visitPostings({ block, bytes }, { counts, least }, (seqs, level) => {
      for (const seq of seqs) found.push({ seq, level })
    })
  return found
}

const many: Plain[] = Array.from({ length: 3 * BLOCK_SIZE + 7 }, (_, index) => ({
  seq: (index * 7_919) % 4_000_000_007,
  level: 1 + ((index * 31) % 63),
}))
const inStoredOrder = (a: Plain, b: Plain): number =>
  Math.abs(b.level) - Math.abs(a.level) || b.level - a.level || a.seq - b.seq

test('postings come back by falling level, over several blocks', () => {
  const blocks = encodePostings(pack(many), numberWriter())
  assert.equal(blocks.length, 4)
  assert.deepEqual(decode(blocks), many.toSorted(inStoredOrder))
})

test('reading stops at a level', () => {
  const blocks = encodePostings(pack(many), numberWriter())
  assert.deepEqual(decode(blocks, 40), many.filter(({ level }) => level >= 40).toSorted(inStoredOrder))
})

test('what is taken back stands behind its level and is counted apart', () => {
  const taken = [
    { seq: 5, level: -9 },
    { seq: 5, level: 9 },
    { seq: 4, level: 3 },
    { seq: 7, level: 9 },
  ]
  const blocks = encodePostings(pack(taken), numberWriter())
  assert.deepEqual(decode(blocks), taken.toSorted(inStoredOrder))
  assert.deepEqual(readLevelCounts(blocks[0] ?? new Uint8Array()), [
    { level: 9, count: 2 },
    { level: -9, count: 1 },
    { level: 3, count: 1 },
  ])
})

const merged = (plain: readonly Plain[]) => decode(encodePostings(mergePostings(pack(plain)), numberWriter()))

test('merging drops what was taken back, in any order, and keeps what is taken back elsewhere', () => {
  assert.deepEqual(merged([...many, { seq: 1, level: -9 }]).length, many.length + 1)
  assert.deepEqual(
    merged([
      { seq: 1, level: -9 },
      { seq: 1, level: 5 },
      { seq: 1, level: 9 },
      { seq: 2, level: -5 },
    ]),
    [
      { seq: 1, level: 5 },
      { seq: 2, level: -5 },
    ],
  )
})
