import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../../../support/service/failures.ts'
import { leastPaper, wholePaper } from '../../../support/service/papers.ts'
import { submit } from '../../../support/service/review.ts'
import { jsonOf } from '../../../support/service/read-responses.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import { post, record, type Imported } from '../../../support/requests/imports.ts'

test('a list of identifiers becomes candidates, and shows no key what others brought in', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', doi: '10.1000/public' }))
  const [key, other] = [await service.key('ingest'), await service.key('ingest')]
  const decider = await service.key('review:decide')
  await post(service, record('P').replace('10.1000/example.1', '10.1000/waits'), { key: other, type: 'text/plain' })
  const list = '10.1000/public\n10.1000/waits\narXiv:2611.00001\nnonsense\n10.1000/NEW\n'
  const send = (by: string, query = '') => post(service, list, { key: by, type: 'text/plain', query })
  const toldTo = async (by: string, query = '') => {
    const { candidates, unchanged, refused, records } = await jsonOf<Imported>(await send(by, query))
    return { counts: [candidates, unchanged, refused], outcomes: records.map(({ outcome, id }) => id ?? outcome) }
  }
  const { candidates } = service.store.private
  const asNew = { counts: [3, 1, 1], outcomes: ['p1', 'candidate', 'candidate', 'refused', 'candidate'] }
  assert.deepEqual(await toldTo(key, '?dryRun=true'), asNew)
  assert.equal(await candidates.countOpen(), 0)
  assert.deepEqual(await toldTo(key), asNew)
  assert.deepEqual(await toldTo(key), asNew, 'whether it waits already is not told')
  assert.deepEqual(
    (await candidates.newest(null, 9)).map(({ doi, arxivId }) => doi ?? arxivId),
    ['10.1000/new', '2611.00001'],
  )
  assert.deepEqual(await toldTo(decider), {
    counts: [0, 4, 1],
    outcomes: ['p1', 'p2', 'unchanged', 'refused', 'unchanged'],
  })
  await assertFailure(await send(decider, '?resolve=true'), 'corpus', 400)
})

test('a key that may not read the queue neither learns of what others brought in nor changes it', async (t) => {
  const service = await startTestService(t)
  const [submitter, own, other, editor] = [
    await service.key('submit'),
    await service.key('ingest'),
    await service.key('ingest'),
    await service.key('ingest', 'review:read'),
  ]
  await submit(service, submitter, leastPaper({ ...wholePaper({ doi: '10.1000/example.1' }), id: 'p7' }))
  const outcomes = async (key: string, query: string, publisher = 'Press'): Promise<unknown[]> => {
    const response = await post(service, record(publisher), { key, type: 'application/x-bibtex', query })
    return (await jsonOf<Imported>(response)).records.map(({ outcome, id }) => [outcome, id])
  }
  const line = JSON.stringify(leastPaper({ ...wholePaper({ doi: '10.1000/example.1' }), id: 'p7', title: 'Another' }))
  for (const [key, outcome] of [
    [own, 'stored'],
    [editor, 'refused'],
  ] as const) {
    const dry = await post(service, line, { key, type: 'application/x-ndjson', query: '?dryRun=true' })
    assert.deepEqual(
      (await jsonOf<Imported>(dry)).records.map((one) => one.outcome),
      [outcome],
    )
  }
  for (const [key, id] of [
    [own, 'p1'],
    [other, 'p2'],
  ] as const) {
    assert.deepEqual(await outcomes(key, '?dryRun=true'), [['stored', undefined]])
    assert.deepEqual(await outcomes(key, ''), [['stored', id]])
    assert.deepEqual(await outcomes(key, ''), [['unchanged', id]])
  }
  assert.equal((await service.store.private.submissions.findWithoutHistory('p7'))?.version, 1)
  assert.deepEqual(await outcomes(own, '', 'Another'), [['unchanged', 'p1']])
  assert.deepEqual((await outcomes(editor, '', 'A third')).length, 1)
  assert.notDeepEqual(await outcomes(editor, '?dryRun=true', 'A fourth'), [['stored', undefined]])
})
