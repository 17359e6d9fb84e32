import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, jsonOf, idsAt, pagesFrom } from '../../../support/service/responses.ts'
import { leastPaper } from '../../../support/service/papers.ts'
import { decide, submit, show, submitInto, type One, states, type Shown } from '../../../support/service/review.ts'
import { stateSnapshot, startTestService } from '../../../support/service/test-service.ts'

test('a submission shows its state to the key that submitted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper({ id: 'p7', title: 'Seven' }))
  const response = await service.get('/api/submissions/p7', { 'x-api-key': key })
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('etag'), null)
  const at = '2026-11-20T10:00:00.000Z'
  assert.deepEqual(await jsonOf(response), {
    success: true,
    submission: {
      id: 'p7',
      title: 'Seven',
      status: 'pending',
      submittedAt: at,
      updatedAt: at,
      version: 1,
      statusUrl: `${service.url}/api/submissions/p7`,
      history: [{ status: 'pending', at }],
    },
  })
})

test('the whole history of a paper is shown, with the reviewer’s note', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper())
  service.clock.advance(60)
  await decide(service, 'p1', 'ask', 'Which data were used?')
  const shown = await show(service, key, 'p1')
  assert.deepEqual([shown.status, shown.note, shown.version], ['changes_requested', 'Which data were used?', 1])
  service.clock.advance(60)
  await service.send('PUT', '/api/submissions/p1', leastPaper({ abstract: 'The data of 2024.' }), { 'x-api-key': key })
  const again = await show(service, key, 'p1')
  assert.deepEqual([again.status, again.note, again.version], ['pending', undefined, 2])
  service.clock.advance(60)
  await decide(service, 'p1', 'accept', 'Fine work.')
  service.clock.advance(60)
  await decide(service, 'p1', 'retract', 'It was not.')
  const last = await show(service, key, 'p1')
  assert.deepEqual([last.status, last.note], ['retracted', 'It was not.'])
  assert.deepEqual(last.history, [
    { status: 'pending', at: '2026-11-20T10:00:00.000Z' },
    { status: 'changes_requested', at: '2026-11-20T10:01:00.000Z', note: 'Which data were used?' },
    { status: 'pending', at: '2026-11-20T10:02:00.000Z' },
    { status: 'accepted', at: '2026-11-20T10:03:00.000Z', note: 'Fine work.' },
    { status: 'retracted', at: '2026-11-20T10:04:00.000Z', note: 'It was not.' },
  ])
})

test('the reviewer is not named', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper())
  await decide(service, 'p1', 'reject', 'No.')
  const text = await (await service.get('/api/submissions/p1', { 'x-api-key': key })).text()
  assert.ok(!text.includes('editor'), text)
  assert.ok(!text.includes('k_'), text)
})

test('to any other key a submission looks like an unknown one, for any method', async (t) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  await submit(service, key, leastPaper({ id: 'p7' }))
  await decide(service, 'p7', 'ask')
  await service.accept(leastPaper({ id: 'p6' }))
  const before = await stateSnapshot(service, key)
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const ask = async (id: string): Promise<string> => {
      const response = await fetch(`${service.url}/api/submissions/${id}`, {
        method,
        headers: { 'x-api-key': other, 'content-type': 'application/json' },
        ...(method === 'PUT' ? { body: JSON.stringify(leastPaper({ id })) } : {}),
      })
      const { body } = await assertFailure(response, 'corpus', 404)
      return JSON.stringify(body).replaceAll(id, 'pX')
    }
    const responses = [await ask('p7'), await ask('p6'), await ask('p8')]
    assert.deepEqual(new Set(responses).size, 1, method)
  }
  assert.deepEqual(await stateSnapshot(service, key), before)
})

/** What the submitter may still do, and what the public sees, in each state. */
const rights: Record<(typeof states)[number], { resubmit: boolean; withdraw: boolean; publicStatus: number }> = {
  pending: { resubmit: false, withdraw: true, publicStatus: 404 },
  changes_requested: { resubmit: true, withdraw: true, publicStatus: 404 },
  accepted: { resubmit: false, withdraw: false, publicStatus: 200 },
  rejected: { resubmit: false, withdraw: false, publicStatus: 404 },
  withdrawn: { resubmit: false, withdraw: false, publicStatus: 404 },
  retracted: { resubmit: false, withdraw: false, publicStatus: 410 },
}

for (const state of states) {
  const { resubmit, withdraw, publicStatus } = rights[state]

  test(`a paper that is ${state} is ${publicStatus} to the public`, async (t) => {
    const service = await startTestService(t)
    await submitInto(service, { key: await service.key(), state, paper: { id: 'p7' } })
    for (const path of ['/api/papers/p7', '/api/v1/papers/p7'])
      assert.equal((await service.get(path)).status, publicStatus, path)
    for (const path of ['/api/papers', '/api/v1/papers'])
      assert.deepEqual(await idsAt(service, path), publicStatus === 200 ? ['p7'] : [], path)
  })

  test(`a paper that is ${state} can${resubmit ? '' : 'not'} be resubmitted`, async (t) => {
    const service = await startTestService(t)
    const key = await service.key()
    await submitInto(service, { key, state, paper: { id: 'p7' } })
    const before = await stateSnapshot(service, key)
    const rework = leastPaper({ id: 'p7', title: 'Reworked' })
    const response = await service.send('PUT', '/api/submissions/p7', rework, { 'x-api-key': key })
    if (resubmit) {
      assert.equal(response.status, 200)
      const { submission } = await jsonOf<One & { submission: { title: string } }>(response)
      assert.deepEqual([submission.status, submission.version], ['pending', 2])
      assert.deepEqual(await show(service, key, 'p7'), submission)
    } else {
      assert.equal((await assertFailure(response, 'corpus', 409)).code, 'wrong_state')
      assert.deepEqual(await stateSnapshot(service, key), before)
    }
  })

  test(`a paper that is ${state} can${withdraw ? '' : 'not'} be withdrawn`, async (t) => {
    const service = await startTestService(t)
    const key = await service.key()
    await submitInto(service, { key, state, paper: { id: 'p7' } })
    const before = await stateSnapshot(service, key)
    const response = await service.send('DELETE', '/api/submissions/p7', '', { 'x-api-key': key })
    if (withdraw) {
      assert.equal(response.status, 200)
      assert.equal((await jsonOf<One>(response)).submission.status, 'withdrawn')
      assert.equal((await show(service, key, 'p7')).status, 'withdrawn')
    } else {
      assert.equal((await assertFailure(response, 'corpus', 409)).code, 'wrong_state')
      assert.deepEqual(await stateSnapshot(service, key), before)
    }
  })
}

test('of two withdrawals at once one is too late', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submit(service, key, leastPaper({ id: 'p7' }))
  const responses = await Promise.all(
    [1, 2].map(() => service.send('DELETE', '/api/submissions/p7', '', { 'x-api-key': key })),
  )
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal((await show(service, key, 'p7')).history.length, 2)
})

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
