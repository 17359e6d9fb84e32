import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { mergeRanking } from '#actions/search/merge-ranking.ts'
import { readConfig } from '#config.ts'
import { withOpenCorpus, type Corpus } from '#open-corpus.ts'
import { ingestLines } from './ingest-lines.ts'
import { mergeAdded } from './merge-added.ts'

const TEXT_LENGTH = 900_000
const PAPERS = 7
const PIECE = 65_536

const lines = Buffer.from(
  Array.from({ length: PAPERS }, (_, index) => {
    const fullText = 'x'.repeat(TEXT_LENGTH)
    return `${JSON.stringify({ id: `p${index + 1}`, title: `Paper ${index + 1}`, authors: ['Ada'], year: 2025, fullText })}\n`
  }).join(''),
)
const pieces = Array.from({ length: Math.ceil(lines.byteLength / PIECE) }, (_, index) =>
  lines.subarray(index * PIECE, (index + 1) * PIECE),
)
const ignored = { isInterrupted: () => false, reported() {}, progressed() {} }

/** The corpus, which notes how many papers are stored in each transaction. */
const noting = (corpus: Corpus, sizes: number[]): Corpus => ({
  ...corpus,
  run: (action, input) => {
    const { batch } = (input ?? {}) as { batch?: unknown[] }
    if (batch !== undefined) sizes.push(batch.length)
    return corpus.run(action, input)
  },
})

test('what many batches added to the ranking is merged before the command ends', async () => {
  const titles = Buffer.from(
    Array.from(
      { length: 200 },
      (_, index) =>
        `${JSON.stringify({ id: `p${index + 1}`, title: `Paper ${index}`, authors: ['Ada'], year: 2025 })}\n`,
    ).join(''),
  )
  await withOpenCorpus(readConfig({ DATABASE_URL: 'sqlite::memory:' }), async (corpus) => {
    const sizes: number[] = []
    await ingestLines(noting(corpus, sizes), { source: Readable.from([titles]), session: null }, ignored)
    await mergeAdded(corpus, () => false)
    assert.ok(sizes.length >= 4, `transactions of ${sizes.join(', ')} papers`)
    assert.equal(await corpus.run(mergeRanking, null), false)
  })
})

test('papers with long texts are stored few at a time, however many a transaction has time for', async () => {
  const sizes: number[] = []
  await withOpenCorpus(readConfig({ DATABASE_URL: 'sqlite::memory:' }), async (corpus) => {
    const source = Readable.from(pieces)
    const totals = await ingestLines(noting(corpus, sizes), { source, session: null }, ignored)
    assert.deepEqual([totals.read, totals.stored, totals.refused], [PAPERS, PAPERS, 0])
  })
  assert.ok(sizes.length > 1 && Math.max(...sizes) <= 3, `transactions of ${sizes.join(', ')} papers`)
})
