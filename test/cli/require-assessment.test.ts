import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

test('REQUIRE_ASSESSMENT=keys holds what ingest and review accept without an assessment', async (t) => {
  const corpus = await processCorpus(t, { REQUIRE_ASSESSMENT: 'keys' })
  const assessed = { chapter: 3, type: 'system', longHorizonScore: 0.5 }
  const lines = await corpus.file('papers.jsonl', [leastPaper({ id: 'p1' }), leastPaper({ id: 'p2', ...assessed })])
  const ingested = await corpus.run('ingest', lines, '--accept')
  assert.deepEqual([ingested.code, /2 stored/u.test(ingested.stdout)], [0, true])
  assert.match(ingested.stderr, /1 stored paper waits in review for an assessment/u)
  const record = await corpus.file(
    'more.bib',
    '@article{a, title = {A record of its own}, author = {Ada Example}, year = 2024}',
  )
  const imported = await corpus.json<Record<string, number>>('ingest', record, '--accept')
  assert.deepEqual([imported.stored, Object.keys(imported).includes('held')], [1, false])
  const waiting = await corpus.json<{ id: string }[]>('review', 'list')
  assert.deepEqual(
    waiting.map(({ id }) => id),
    ['p1', 'p3'],
  )
  const refused = await corpus.run('review', 'accept', 'p1')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /p1 stays in review until it is assessed .*: give its chapter, type, score/u)

  const more = [leastPaper({ id: 'p11' }), leastPaper({ id: 'p12', ...assessed })]
  await corpus.json('ingest', await corpus.file('more.jsonl', more), '--session', 'november')
  const many = await corpus.run('review', 'accept', '--ingest', 'november')
  assert.deepEqual([many.code, many.stdout], [0, '1 accepted.\n'])
  assert.match(many.stderr, /1 paper stays in review for want of an assessment/u)
})
