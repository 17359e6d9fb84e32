import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../support/service/test-service.ts'

const message = { name: 'Ada', email: 'ada@example.org', message: 'Good day.' }

test('a clock that is set back locks a client out for no more than one window', async (t) => {
  const service = await startTestService(t)
  const send = async (): Promise<number> => (await service.send('POST', '/api/contact', message)).status
  for (let sent = 0; sent < 10; sent += 1) assert.equal(await send(), 202)
  service.clock.advance(-10 * 3_600)
  assert.equal(await send(), 429)
  service.clock.advance(3_599)
  assert.equal(await send(), 429)
  service.clock.advance(1)
  assert.equal(await send(), 202)
})

test('a clock that is set back does not raise the limit either', async (t) => {
  const service = await startTestService(t)
  const statuses: number[] = []
  for (let sent = 0; sent < 14; sent += 1) {
    statuses.push((await service.send('POST', '/api/contact', message)).status)
    service.clock.advance(-7_200)
  }
  assert.equal(statuses.filter((status) => status === 202).length, 10)
})
