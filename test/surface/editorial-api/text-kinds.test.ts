import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf } from '../../support/mcp.ts'
import { editorialClient } from '../../support/service/editing.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../support/service/responses.ts'
import { decide, submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Paper = Record<string, unknown>

const kindsOf = ({ abstractBy, fullTextKind }: Paper): unknown[] => [abstractBy, fullTextKind]

const text = { fullText: 'What it says.' }

test('a submission says what its texts are, editors and agents are told, and the corpus API shows what it did', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const editor = await editorialClient(service)
  await submit(service, key, wholePaper({ ...text, abstractBy: 'editors', fullTextKind: 'note' }))
  assert.deepEqual(kindsOf((await editor.get<{ paper: Paper }>('/papers/p1')).paper), ['editors', 'note'])
  await decide(service, 'p1', 'accept')
  assert.deepEqual(await jsonOf(await service.get('/api/papers/p1')), { success: true, paper: wholePaper(text) })
  const { papers } = await jsonOf<{ papers: Paper[] }>(await service.get('/api/papers'))
  assert.deepEqual(papers.map(kindsOf), [[undefined, undefined]])
  const status = await jsonOf<Paper>(await service.get('/api/submissions/p1', { 'x-api-key': key }))
  assert.doesNotMatch(JSON.stringify(status), /abstractBy|fullTextKind/u)
  assert.deepEqual(kindsOf(await jsonOf(await service.get('/api/v1/papers/p1'))), ['editors', 'note'])
  const { papers: read } = await answerOf<{ papers: Paper[] }>(service, 'get_papers', { ids: ['p1'] })
  assert.deepEqual(read.map(kindsOf), [['editors', 'note']])
})

test('unless it says otherwise, a text is by the authors and of the paper, and a resubmission says it anew', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, wholePaper({ ...text, abstractBy: 'editors', fullTextKind: 'note' }))
  await decide(service, 'p1', 'ask')
  const put = (paper: Paper) => service.send('PUT', '/api/submissions/p1', paper, { 'x-api-key': key })
  assert.equal((await put(wholePaper({ ...text, abstractBy: 'editor' }))).status, 400)
  assert.equal((await put(wholePaper(text))).status, 200)
  await decide(service, 'p1', 'accept')
  assert.deepEqual(kindsOf(await jsonOf(await service.get('/api/v1/papers/p1'))), ['authors', 'text'])
  const editor = await editorialClient(service)
  assert.deepEqual(kindsOf((await editor.get<{ paper: Paper }>('/papers/p1/versions/1')).paper), ['editors', 'note'])
})

test('an editor changes what a text is, each version keeps it, and what has no text has no kind', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper(text))
  const editor = await editorialClient(service)
  const patch = async (body: Paper, version: number) =>
    assert.equal((await editor.ask('/papers/p1', { method: 'PATCH', body, version })).status, 200)
  await patch({ abstractBy: 'editors', fullTextKind: 'note' }, 1)
  await patch({ abstract: null, fullText: null }, 2)
  await patch({ abstract: 'By the authors.', abstractBy: null }, 3)
  const versions = await Promise.all(
    [1, 2, 3, 4].map(async (version) => (await editor.get<{ paper: Paper }>(`/papers/p1/versions/${version}`)).paper),
  )
  assert.deepEqual(versions.map(kindsOf), [
    [undefined, undefined],
    ['editors', 'note'],
    [undefined, undefined],
    [undefined, undefined],
  ])
  assert.deepEqual(kindsOf(await jsonOf(await service.get('/api/v1/papers/p1'))), ['authors', undefined])
  assert.deepEqual(await idsAt(service, '/api/papers'), ['p1'])
})
