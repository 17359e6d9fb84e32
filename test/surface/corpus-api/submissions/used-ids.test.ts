import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubmissionState } from '#core/review/submission-state.ts'
import { assertFailure } from '../../../support/service/failures.ts'
import { leastPaper } from '../../../support/service/papers.ts'
import { submitInto } from '../../../support/service/review.ts'
import { stateSnapshot } from '../../../support/service/state-snapshot.ts'
import { startTestService } from '../../../support/service/test-service.ts'

for (const state of ['pending', 'changes_requested', 'accepted', 'rejected', 'withdrawn', 'retracted'] as const)
  test(`the id of a paper that is ${state} is never free again`, async (t) => {
    const service = await startTestService(t)
    const [key, other] = [await service.key(), await service.key()]
    await submitInto(service, { key, state: state satisfies SubmissionState, paper: { id: 'p7' } })
    const before = await stateSnapshot(service, key)
    for (const [sender, path] of [
      [key, '/api/papers'],
      [key, '/api/papers?dryRun=true'],
      [other, '/api/papers'],
    ] as const) {
      const again = leastPaper({ id: 'p7', title: 'Something else' })
      const response = await service.send('POST', path, again, { 'x-api-key': sender })
      const { code, sentence } = await assertFailure(response, 'corpus', 409)
      assert.equal(code, 'duplicate_id')
      assert.match(sentence, /p7/u)
    }
    assert.deepEqual(await stateSnapshot(service, key), before)
  })

test('the id of a paper that came without HTTP is used up, too', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p7' }))
  const key = await service.key()
  const response = await service.send('POST', '/api/papers', leastPaper({ id: 'p7' }), { 'x-api-key': key })
  assert.equal((await assertFailure(response, 'corpus', 409)).code, 'duplicate_id')
})

test('of many submissions of one id at once exactly one is stored', async (t) => {
  const service = await startTestService(t)
  const keys = [await service.key(), await service.key()]
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      service.send('POST', '/api/papers', leastPaper({ title: `Try ${index}` }), {
        'x-api-key': keys[index % 2] ?? '',
      }),
    ),
  )
  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [201, ...Array<number>(19).fill(409)])
})
