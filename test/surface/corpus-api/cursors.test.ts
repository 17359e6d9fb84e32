import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { assertFailure } from '../../support/service/failures.ts'
import { nextLink, nextParameter } from '../../support/service/read-responses.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { scored } from '../../support/corpora/scored-papers.ts'

test('a cursor gives the same page every time', async (t) => {
  const service = await startTestService(t)
  await service.accept(...scored(0.9, 0.8, 0.7))
  const link = nextLink(await service.get('/api/papers?limit=1')) ?? ''
  const [one, two] = [await (await fetch(link)).text(), await (await fetch(link)).text()]
  assert.equal(one, two)
})

test('a cursor of another query is refused', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const id of ['p1', 'p2', 'p3'])
    await service.accept(wholePaper({ id, title: `Planning ${id}`, type: 'survey', chapter: 3 }))
  for (const id of ['p11', 'p12']) await submit(service, key, leastPaper({ id }))
  const withKey = { 'x-api-key': key }
  const questions = [
    '/api/papers?',
    '/api/papers?chapter=3',
    '/api/papers?q=planning',
    '/api/papers?q=planning&chapter=3',
    '/api/v1/papers?',
    '/api/v1/papers?chapter=3',
    '/api/v1/papers?type=survey',
    '/api/v1/papers?min_lh_score=1',
    '/api/submissions?',
    '/api/submissions?status=pending',
  ]
  const cursors = new Map<string, string>()
  for (const question of questions)
    cursors.set(question, nextParameter(await service.get(`${question}&limit=1`, withKey), 'cursor'))
  for (const [question, own] of cursors)
    for (const [other, cursor] of cursors) {
      const response = await service.get(`${question}&cursor=${cursor}`, withKey)
      if (cursor === own) assert.equal(response.status, 200, question)
      else {
        const failure = await assertFailure(response, question.startsWith('/api/v1') ? 'agent' : 'corpus', 400)
        assert.deepEqual(failure.paths, ['cursor'], `${other} on ${question}`)
      }
    }
})

test('another key cannot go on with a cursor of this key', async (t) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  for (const id of ['p1', 'p2']) await submit(service, key, leastPaper({ id }))
  const first = await service.get('/api/submissions?limit=1', { 'x-api-key': key })
  const cursor = nextParameter(first, 'cursor')
  const response = await service.get(`/api/submissions?cursor=${cursor}`, { 'x-api-key': other })
  assert.deepEqual((await assertFailure(response, 'corpus', 400)).paths, ['cursor'])
})

test('a forged cursor is refused', async (t) => {
  const service = await startTestService(t)
  const elsewhere = await startTestService(t)
  await service.accept(...scored(0.9, 0.8))
  await elsewhere.accept(...scored(0.9, 0.8))
  const genuine = nextParameter(await service.get('/api/papers?limit=1'), 'cursor')
  const turned = Array.from({ length: genuine.length }, (_, index) => {
    const character = genuine[index] === 'A' ? 'B' : 'A'
    return genuine.slice(0, index) + character + genuine.slice(index + 1)
  })
  const forged = [
    ...turned,
    genuine.slice(0, -1),
    genuine.slice(1),
    `${genuine}A`,
    `${genuine}=`,
    ` ${genuine}`,
    genuine.repeat(20),
    '',
    '0',
    '1',
    '-1',
    'p1',
    'null',
    '\u0000',
    'AAAAAAAAAAAAAAAAAAAAAA',
    nextParameter(await elsewhere.get('/api/papers?limit=1'), 'cursor'),
  ]
  assert.equal((await service.get(`/api/papers?cursor=${genuine}`)).status, 200)
  for (const cursor of forged) {
    const response = await service.get(`/api/papers?cursor=${encodeURIComponent(cursor)}`)
    assert.deepEqual((await assertFailure(response, 'corpus', 400)).paths, ['cursor'], cursor)
  }
})
