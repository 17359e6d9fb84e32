import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../../../support/service/failures.ts'
import { leastPaper } from '../../../support/service/papers.ts'
import { jsonOf } from '../../../support/service/read-responses.ts'
import { decide, submit } from '../../../support/service/review.ts'
import { stateSnapshot } from '../../../support/service/state-snapshot.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import { show } from '../../../support/requests/submissions.ts'

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

test('without a key no submission is shown', async (t) => {
  const service = await startTestService(t)
  await submit(service, await service.key(), leastPaper({ id: 'p7' }))
  for (const [method, path] of [
    ['GET', '/api/submissions'],
    ['GET', '/api/submissions/p7'],
    ['GET', '/api/submissions/p8'],
    ['PUT', '/api/submissions/p7'],
    ['DELETE', '/api/submissions/p7'],
    ['HEAD', '/api/submissions/p7'],
  ] as const) {
    const response = await fetch(service.url + path, { method })
    assert.equal(response.status, 401, `${method} ${path}`)
    assert.ok(response.headers.get('www-authenticate'))
  }
})
