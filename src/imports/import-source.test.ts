import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BULK_BATCH, inBatches } from './import-source.ts'
import type { CheckedPiece } from './read-content.ts'

const KILOBYTE = 1_000

/** Pieces of a source, each with as many records as given, refused so that they need no paper. */
async function* piecesOf(...pieces: { bytes: number; records: number }[]): AsyncGenerator<CheckedPiece> {
  let line = 0
  for (const { bytes, records } of pieces)
    yield {
      bytes,
      records: Array.from({ length: records }, () => {
        line += 1
        return { position: `line ${line}`, reason: 'refused' }
      }),
    }
}

const sizes = async (pieces: AsyncGenerator<CheckedPiece>, size: number): Promise<[records: number, kB: number][]> => {
  const found: [number, number][] = []
  for await (const { batch, bytes } of inBatches(pieces, size)) found.push([batch.length, bytes / KILOBYTE])
  return found
}

test('a transaction takes the given number of records', async () => {
  assert.deepEqual(await sizes(piecesOf({ bytes: 10_000, records: 7 }), 3), [
    [3, 10],
    [3, 0],
    [1, 0],
  ])
})

test('a transaction takes 2 MB of text at most, and the piece that reaches them', async () => {
  const texts = Array.from({ length: 9 }, () => ({ bytes: 600 * KILOBYTE, records: 2 }))
  assert.deepEqual(await sizes(piecesOf(...texts), BULK_BATCH), [
    [8, 2_400],
    [8, 2_400],
    [2, 600],
  ])
  const small = Array.from({ length: 9 }, () => ({ bytes: 200 * KILOBYTE, records: 2 }))
  assert.deepEqual(await sizes(piecesOf(...small), BULK_BATCH), [[18, 1_800]])
  const large = { bytes: 30_000 * KILOBYTE, records: 1 }
  assert.deepEqual(await sizes(piecesOf(large, large), BULK_BATCH), [
    [1, 30_000],
    [1, 30_000],
    [0, 0],
  ])
})

test('every record is in one batch, in the order of the source', async () => {
  const pieces = Array.from({ length: 50 }, (_, index) => ({ bytes: index * 20 * KILOBYTE, records: index % 4 }))
  const lines: unknown[] = []
  for await (const { batch } of inBatches(piecesOf(...pieces), 5))
    for (const record of batch) lines.push('position' in record ? record.position : null)
  assert.deepEqual(
    lines,
    lines.map((_, index) => `line ${index + 1}`),
  )
  assert.equal(
    lines.length,
    pieces.reduce((sum, { records }) => sum + records, 0),
  )
})
