import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const AT = service.clock.now().toISOString()

const record = async (kind: string, id: string): Promise<Record<string, unknown>> =>
  jsonOf(await service.get(`/api/v1/records/${kind}/${encodeURIComponent(id)}`))

test('a record has all that is public of a thing, but for counts', async () => {
  await service.accept(
    wholePaper({ concepts: ['Planning'], license: 'CC BY 4.0', fullText: 'All of it.' }),
    leastPaper({ id: 'p2', license: 'All rights reserved', fullText: 'Not for all.' }),
    leastPaper({ id: 'p3', license: 'CC0' }),
  )
  await submitInto(service, { key: await service.key(), state: 'pending', paper: { id: 'p4' } })
  await service.store.transact((tx) =>
    tx.gaps.put({ id: 'g1', title: 'Why', severity: 'high', explanation: 'So.', paperIds: ['p4', 'p2'] }, AT),
  )
  const { fullText: _text, ...fields } = wholePaper({ concepts: ['Planning'] })
  assert.deepEqual(await record('paper', 'p1'), {
    kind: 'paper',
    id: 'p1',
    record: { ...fields, license: 'CC BY 4.0' },
  })
  assert.deepEqual(await record('concept', 'planning'), {
    kind: 'concept',
    id: 'planning',
    record: { id: 'planning', name: 'Planning' },
  })
  assert.deepEqual(await record('gap', 'g1'), {
    kind: 'gap',
    id: 'g1',
    record: { id: 'g1', title: 'Why', severity: 'high', explanation: 'So.', papers: ['p2'] },
  })
  const { record: chapter } = (await record('chapter', '3')) as { record: { number: number; name: string } }
  assert.deepEqual([chapter.number, chapter.name], [3, 'Chapter 3'])
})

test('a full text is a record where its licence lets anybody pass it on, and nowhere else', async () => {
  assert.deepEqual(await record('text', 'p1'), {
    kind: 'text',
    id: 'p1',
    license: 'CC-BY-4.0',
    record: { id: 'p1', licenseUrl: 'https://creativecommons.org/licenses/by/4.0/', fullText: 'All of it.' },
  })
  for (const id of ['p2', 'p3', 'p4', 'p99'])
    await assertFailure(await service.get(`/api/v1/records/text/${id}`), 'agent', 404)
})

test('what is not public has no record, and neither has what never was', async () => {
  await service.store.transact((tx) =>
    tx.papers.transition('p1', { state: 'retracted', note: 'x', actor: 'test', at: AT }),
  )
  for (const path of ['paper/p1', 'text/p1', 'paper/p4', 'paper/p99', 'concept/planning', 'gap/g9', 'brief/2026-w01'])
    await assertFailure(await service.get(`/api/v1/records/${path}`), 'agent', 404)
  for (const path of ['chapter/8', 'editor/e1', 'paper/%00'])
    await assertFailure(await service.get(`/api/v1/records/${path}`), 'agent', 404)
  await assertFailure(await service.get('/api/v1/records/paper/p2?since=1'), 'agent', 400)
})
