import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { generatedPapers } from '../../support/generated/generated-papers.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { processCorpus } from '../../support/process/process-corpus.ts'

const idsIn = (lines: string): string[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id)

describe('longview export', { concurrency: 2 }, () => {
  test('an export that is ingested elsewhere and exported again is the same to the byte', async (t) => {
    const corpus = await processCorpus(t)
    // More than a page of the export; a file of 256 KiB or more would be read and stored in threads, which are not the point.
    const papers = [
      ...generatedPapers(1, 100),
      ...Array.from({ length: 110 }, (_, index) => leastPaper({ id: `p${2_000 + index}`, title: `Paper ${index}` })),
      leastPaper({ id: 'p1000', title: 'Ünïcode \u{1F30D} "quotes" \\ and \u00A0 spaces' }),
      wholePaper({
        id: 'p1001',
        type: 'case_study',
        fullText: 'Tabs\tand\r\nlines\n\n  kept.  ',
        houseCommentary: ' Kept. ',
      }),
      wholePaper({ id: 'p1002', longHorizonScore: 0, enterpriseScore: 0.333333 }),
      leastPaper({ id: 'p1003' }),
    ]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    const first = await corpus.run('export', '--json')
    assert.deepEqual([first.code, first.stderr], [0, ''])
    assert.equal(idsIn(first.stdout).length, papers.length)

    const elsewhere = await processCorpus(t)
    const report = await elsewhere.json('ingest', await elsewhere.file('export.jsonl', first.stdout), '--accept')
    assert.deepEqual(report, { read: papers.length, stored: papers.length, unchanged: 0, enriched: 0, refused: 0 })
    assert.equal((await elsewhere.run('export', '--json')).stdout, first.stdout)
    // The source corpus sees no difference either.
    const back = await corpus.json('ingest', await corpus.file('export.jsonl', first.stdout), '--accept')
    assert.deepEqual(back, { read: papers.length, stored: 0, unchanged: papers.length, enriched: 0, refused: 0 })
  })

  test('the starter corpus goes through export and ingest unchanged', async (t) => {
    const corpus = await processCorpus(t)
    const { loaded } = await corpus.json<{ loaded: number }>('seed')
    const first = (await corpus.run('export')).stdout
    const elsewhere = await processCorpus(t)
    const report = await elsewhere.json('ingest', await elsewhere.file('export.jsonl', first), '--accept')
    assert.deepEqual(report, { read: loaded, stored: loaded, unchanged: 0, enriched: 0, refused: 0 })
    assert.equal((await elsewhere.run('export')).stdout, first)
  })

  test('papers come in contract form, fields without a value left out', async (t) => {
    const corpus = await processCorpus(t)
    const whole = wholePaper({ id: 'p1', type: 'survey', fullText: 'Text.' })
    const least = leastPaper({ id: 'p2' })
    await corpus.json('ingest', await corpus.file('papers.jsonl', [least, whole]), '--accept')
    const lines = (await corpus.run('export')).stdout.trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      [whole, least],
    )
  })

  test('the order is the public one, over all pages: by score, papers without one last, ties by age', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [
      leastPaper({ id: 'p5' }),
      leastPaper({ id: 'p4' }),
      ...Array.from({ length: 250 }, (_, index) => leastPaper({ id: `p${1_000 + index}`, longHorizonScore: 0.5 })),
      leastPaper({ id: 'p1', longHorizonScore: 0.9 }),
      leastPaper({ id: 'p2', longHorizonScore: 0 }),
    ]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    const expected = ['p1', ...Array.from({ length: 250 }, (_, index) => `p${1_000 + index}`), 'p2', 'p5', 'p4']
    assert.deepEqual(idsIn((await corpus.run('export')).stdout), expected)
  })

  test('only accepted papers are exported', async (t) => {
    const corpus = await processCorpus(t)
    const papers = ['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => leastPaper({ id }))
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers))
    assert.deepEqual((await corpus.run('export')).stdout, '')
    await corpus.json('review', 'accept', 'p1')
    await corpus.json('review', 'accept', 'p2')
    await corpus.json('review', 'retract', 'p2', '--reason', 'Wrong.')
    await corpus.json('review', 'reject', 'p3', '--note', 'No.')
    await corpus.json('review', 'ask', 'p4', '--note', 'Which seeds?')
    assert.deepEqual(idsIn((await corpus.run('export')).stdout), ['p1'])
  })

  test('a reader that closes the pipe ends the export without a message', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', generatedPapers(1, 130)), '--accept')
    const { child, ended } = corpus.launch('export')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const { code, stderr } = await ended
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  })
})
