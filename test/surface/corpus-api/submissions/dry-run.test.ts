import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../../../support/service/failures.ts'
import { leastPaper } from '../../../support/service/papers.ts'
import { jsonOf } from '../../../support/service/read-responses.ts'
import { submit, submitInto } from '../../../support/service/review.ts'
import { stateSnapshot } from '../../../support/service/state-snapshot.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import type { Submitted } from '../../../support/requests/submissions.ts'

test('a dry run answers like the submission less its status, and stores and counts nothing', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await service.accept(leastPaper({ id: 'p1' }))
  const before = await stateSnapshot(service, key)
  const paper = leastPaper({ id: 'p2', nonsense: 1 })
  const withKey = { 'x-api-key': key }
  const dry = await service.send('POST', '/api/papers?dryRun=true', paper, withKey)
  assert.equal(dry.status, 200)
  assert.equal(dry.headers.get('location'), null)
  const checked = await jsonOf<Submitted>(dry)
  assert.deepEqual(await stateSnapshot(service, key), before)
  const { status, ...rest } = await jsonOf<Submitted & { status: string }>(await submit(service, key, paper))
  assert.equal(status, 'pending')
  assert.deepEqual(checked, rest)
})

test('a dry run finds the errors that the submission would', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const withKey = { 'x-api-key': key }
  const wrong = { id: 'x', title: '', authors: [], year: 'soon', chapter: 9 }
  const [dry, real] = [
    await assertFailure(await service.send('POST', '/api/papers?dryRun=true', wrong, withKey), 'corpus', 400),
    await assertFailure(await service.send('POST', '/api/papers', wrong, withKey), 'corpus', 400),
  ]
  assert.deepEqual(dry.body, real.body)
  assert.equal((await service.send('POST', '/api/papers?dryRun=true', wrong)).status, 401)
})

test('a dry run does not tell of an id that another key uses and nobody may see', async (t) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  const states = ['pending', 'changes_requested', 'rejected', 'withdrawn', 'accepted', 'retracted'] as const
  for (const [index, state] of states.entries())
    await submitInto(service, { key, state, paper: { id: `p${index + 1}`, title: `Title ${index}` } })
  const dryRun = async (id: string, by: string) =>
    (await service.send('POST', '/api/papers?dryRun=true', leastPaper({ id, title: 'Mine' }), { 'x-api-key': by }))
      .status
  const answers = async (by: string) => {
    const found: number[] = []
    for (const index of states.keys()) found.push(await dryRun(`p${index + 1}`, by))
    return found
  }
  assert.deepEqual(await answers(other), [200, 200, 200, 200, 409, 409])
  assert.deepEqual(await answers(key), [409, 409, 409, 409, 409, 409])
})

test('dryRun is true or false; anything else stores nothing', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const before = await stateSnapshot(service, key)
  for (const value of ['', '1', '0', 'TRUE', 'yes', 'true%20', 'true&dryRun=false']) {
    const response = await service.send('POST', `/api/papers?dryRun=${value}`, leastPaper(), { 'x-api-key': key })
    assert.deepEqual((await assertFailure(response, 'corpus', 400)).paths, ['dryRun'], value)
  }
  assert.deepEqual(await stateSnapshot(service, key), before)
  const response = await service.send('POST', '/api/papers?dryRun=false', leastPaper(), { 'x-api-key': key })
  assert.equal(response.status, 201)
})
