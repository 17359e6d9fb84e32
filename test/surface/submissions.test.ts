import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper } from '../support/papers.ts'
import { startTestService } from '../support/test-service.ts'

test('a submitted paper is hidden until accepted, and looks like a missing one', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const submitted = await service.send('POST', '/api/papers', leastPaper({ id: 'p7' }), { 'x-api-key': key })
  assert.equal(submitted.status, 201)
  const hidden = await (await service.get('/api/papers/p7')).text()
  const missing = await (await service.get('/api/papers/p8')).text()
  assert.equal(hidden.replaceAll('p7', 'p8'), missing)
})
