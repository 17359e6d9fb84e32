import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../../../support/service/failures.ts'
import { leastPaper } from '../../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../../support/service/read-responses.ts'
import { submit, submitInto } from '../../../support/service/review.ts'
import { stateSnapshot } from '../../../support/service/state-snapshot.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import { type One, states, show } from '../../../support/requests/submissions.ts'

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
