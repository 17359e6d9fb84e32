import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertFailure } from '../../../support/service/failures.ts'
import { leastPaper, wholePaper } from '../../../support/service/papers.ts'
import { jsonOf } from '../../../support/service/read-responses.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import { fixture, post, type Imported } from '../../../support/requests/imports.ts'

test('records come in for review by their Content-Type or their content, compressed or not', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const dry = await jsonOf<Imported>(
    await post(service, fixture('library.bib'), { key, type: 'application/x-bibtex', query: '?dryRun=true' }),
  )
  assert.deepEqual([dry.read, dry.stored, dry.refused], [4, 3, 1])
  assert.equal(await service.store.private.papers.isEmpty(), true)
  const taken = await jsonOf<Imported>(
    await post(service, fixture('library.bib'), { key, type: 'application/x-bibtex', query: '?session=bib' }),
  )
  assert.deepEqual([taken.stored, taken.refused, taken.session], [3, 1, 'bib'])
  assert.deepEqual(taken.records[0]?.unmapped, ['issn', 'author (and others)'])
  const packed = await jsonOf<Imported>(
    await post(service, gzipSync(fixture('listing.atom.xml')), { key, type: 'application/gzip' }),
  )
  assert.deepEqual(
    packed.records.map(({ outcome }) => outcome),
    ['enriched', 'stored'],
  )
  assert.equal((await service.get('/api/papers/p1')).status, 404, 'not public')
})

test('papers in the form of the contract come in under their own ids', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const lines = [wholePaper({ id: 'p7' }), leastPaper({ id: 'p9', title: '' }), leastPaper({ id: 'p12' })]
  const body = lines.map((paper) => `${JSON.stringify(paper)}\n`).join('')
  const sent = { key, type: 'application/jsonl', query: '?session=ours' }
  const dry = await jsonOf<Imported>(await post(service, body, { ...sent, query: '?dryRun=true' }))
  assert.deepEqual([dry.read, dry.stored, dry.refused], [3, 2, 1])
  assert.equal(await service.store.private.papers.isEmpty(), true)
  const taken = await jsonOf<Imported>(await post(service, gzipSync(body), { ...sent, type: 'application/gzip' }))
  assert.deepEqual(
    taken.records.map(({ position, outcome, id }) => [position, outcome, id]),
    [
      ['line 1', 'stored', 'p7'],
      ['line 2', 'refused', undefined],
      ['line 3', 'stored', 'p12'],
    ],
  )
  const waiting = await service.store.private.queue.list(
    { state: 'pending', submittedBy: null, session: 'ours', maxRisk: null },
    { order: 'age', after: null, limit: 10 },
  )
  assert.deepEqual(
    waiting.papers.map(({ id }) => id),
    ['p7', 'p12'],
  )
  const other = `${body}${JSON.stringify(leastPaper({ id: 'p7', title: 'Another title' }))}`
  const again = await jsonOf<Imported>(await post(service, other, sent))
  assert.deepEqual(
    again.records.map(({ outcome }) => outcome),
    ['unchanged', 'refused', 'unchanged', 'refused'],
  )
})

test('what cannot be read changes nothing, and only certain keys may bring records in', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  await assertFailure(await post(service, 'No format.', { key, type: 'application/octet-stream' }), 'corpus', 415)
  await assertFailure(await post(service, '<a/>', { key, type: 'image/png' }), 'corpus', 415)
  await assertFailure(await post(service, 'x'.repeat(11_000_000), { key, type: 'text/plain' }), 'corpus', 413)
  await assertFailure(
    await post(service, '@misc{a}', { key: await service.key('submit'), type: 'text/plain' }),
    'corpus',
    403,
  )
  assert.equal(
    (
      await post(service, fixture('items.csl.json'), {
        key: await service.key('review:decide'),
        type: 'application/json',
      })
    ).status,
    200,
  )
})

test('a name of a record that is no line of text is not kept', async (t) => {
  const service = await startTestService(t)
  const body = JSON.stringify({
    paperId: 'a\u0000b',
    title: 'A record with a strange name',
    authors: [{ name: 'Ada' }],
    year: 2025,
  })
  const sent = await post(service, body, { key: await service.key('ingest'), type: 'application/json' })
  assert.equal((await jsonOf<Imported>(sent)).stored, 1)
  const ids = await service.store.private.imports.listSources('p1')
  assert.deepEqual(
    ids.map(({ recordId }) => recordId),
    [null],
  )
})

test('an import has 10,000 records at most, and says where it stopped', async (t) => {
  const service = await startTestService(t)
  // None has an author, so that nothing is stored.
  const table = `title,authors,year\n${'a,,2024\n'.repeat(10_050)}`
  const sent = await post(service, table, { key: await service.key('ingest'), type: 'text/csv' })
  const { read, refused, records } = await jsonOf<Imported>(sent)
  assert.deepEqual([read, refused], [10_001, 10_001])
  assert.deepEqual(records.at(-1)?.position, 'line 10002')
})
