import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure } from '../../../support/service/failures.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import { quotaOf, message } from '../../../support/requests/quotas.ts'

test('exactly 10 contact messages an hour and client are accepted', async (t) => {
  const service = await startTestService(t)
  for (let stored = 1; stored <= 10; stored += 1) {
    const response = await service.send('POST', '/api/contact', message)
    assert.equal(response.status, 202)
    assert.deepEqual(quotaOf(response), ['"contact";q=10;w=3600', `"contact";r=${10 - stored};t=3600`])
  }
  service.clock.advance(3_599.5)
  const refused = await service.send('POST', '/api/contact', message)
  assert.deepEqual(quotaOf(refused), ['"contact";q=10;w=3600', '"contact";r=0;t=1'])
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal((await assertFailure(refused, 'corpus', 429)).code, 'quota_exceeded')
  assert.deepEqual(await service.store.private.outbox.counts(), { waiting: 10, sent: 0, failed: 0 })
  service.clock.advance(0.5)
  assert.equal((await service.send('POST', '/api/contact', message)).status, 202)
})

test('a refused contact message does not count', async (t) => {
  const service = await startTestService(t)
  for (const body of [{}, { ...message, email: 'nobody' }, '{', { ...message, name: 'a\nb' }])
    assert.equal((await service.send('POST', '/api/contact', body)).status, 400)
  const response = await service.send('POST', '/api/contact', message)
  assert.equal(quotaOf(response)[1], '"contact";r=9;t=3600')
})
