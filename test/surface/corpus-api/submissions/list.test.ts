import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../../../support/service/failures.ts'
import { leastPaper } from '../../../support/service/papers.ts'
import { jsonOf, pagesFrom } from '../../../support/service/read-responses.ts'
import { submit, submitInto } from '../../../support/service/review.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import { type Shown, states, show } from '../../../support/requests/submissions.ts'

type List = { success: boolean; count: number; submissions: Shown[] }

test('the list shows the submissions of this key, oldest first, by state if requested', async (t) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  for (const [index, state] of states.entries())
    await submitInto(service, { key, state, paper: { id: `p${9 - index}` } })
  await submit(service, other, leastPaper({ id: 'p20' }))
  await service.accept(leastPaper({ id: 'p21' }))
  const list = async (sender: string, query = ''): Promise<string[]> => {
    const response = await service.get(`/api/submissions${query}`, { 'x-api-key': sender })
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const { success, count, submissions } = await jsonOf<List>(response)
    assert.deepEqual([success, count], [true, submissions.length])
    assert.equal(response.headers.get('x-total-count'), String(count))
    return submissions.map(({ id }) => id)
  }
  assert.deepEqual(await list(key), ['p9', 'p8', 'p7', 'p6', 'p5', 'p4'])
  for (const [index, state] of states.entries())
    assert.deepEqual(await list(key, `?status=${state}`), [`p${9 - index}`], state)
  assert.deepEqual(await list(other), ['p20'])
  assert.deepEqual(await list(other, '?status=accepted'), [])
})

test('an entry of the list is what the single submission shows', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submitInto(service, { key, state: 'rejected', paper: { id: 'p7' } })
  const { submissions } = await jsonOf<List>(await service.get('/api/submissions', { 'x-api-key': key }))
  assert.deepEqual(submissions, [await show(service, key, 'p7')])
})

test('the list is paged by the Link header', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const id of ['p1', 'p2', 'p3', 'p4', 'p5']) await submit(service, key, leastPaper({ id }))
  const pages: string[][] = []
  for await (const page of pagesFrom(service, '/api/submissions?limit=2&status=pending', { 'x-api-key': key })) {
    assert.equal(page.headers.get('x-total-count'), '5')
    pages.push((await jsonOf<List>(page)).submissions.map(({ id }) => id))
  }
  assert.deepEqual(pages, [['p1', 'p2'], ['p3', 'p4'], ['p5']])
})

test('a state that does not exist is refused with those that do', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const status of ['', 'Pending', 'published', 'pending,rejected']) {
    const response = await service.get(`/api/submissions?status=${status}`, { 'x-api-key': key })
    const { paths, sentence } = await assertFailure(response, 'corpus', 400)
    assert.deepEqual(paths, ['status'])
    for (const known of states) assert.ok(sentence.includes(known), sentence)
  }
})
