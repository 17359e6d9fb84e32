import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formAttempts, submissionAttempts, type CountedAttempt } from '#core/quota.ts'
import { engines } from '../../support/database/engines.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

/** Counts attempts as requests would have, all at once. */
const countBefore = ({ store, clock }: TestService, counted: readonly CountedAttempt[], count: number): Promise<void> =>
  store.transact(async (tx) => {
    for (const { bucket, policy } of counted)
      for (let done = 0; done < count; done += 1) await tx.quota.consume(bucket, policy, clock.now())
  })

const from = (client: string): Record<string, string> => ({ 'x-forwarded-for': client })

const bad = { id: 'p1', title: '' }
const good = leastPaper({ id: 'p1' })

for (const engine of engines) {
  test(`${engine.name}: dry runs and failures of a key are limited together, and papers that are stored are not`, async (t) => {
    const service = await startTestService(t, { engine })
    const secret = await service.key()
    const [key] = await service.store.private.keys.list()
    assert.ok(key)
    const send = (path: string, body: unknown): Promise<Response> =>
      service.send('POST', path, body, { 'x-api-key': secret })
    await countBefore(service, submissionAttempts(key), 597)
    assert.equal((await send('/api/papers?dryRun=true', good)).status, 200)
    assert.equal((await send('/api/papers', bad)).status, 400)
    assert.equal((await send('/api/papers', good)).status, 201)
    assert.equal((await send('/api/papers', good)).status, 409)
    for (const [path, body] of [
      ['/api/papers?dryRun=true', good],
      ['/api/papers', leastPaper({ id: 'p2' })],
      ['/api/papers', 'no JSON'],
    ] as const) {
      const refused = await send(path, body)
      assert.equal(refused.status, 429)
      assert.equal(refused.headers.get('ratelimit-policy'), '"attempts";q=600;w=3600')
      assert.equal(refused.headers.get('retry-after'), '3600')
    }
    service.clock.advance(3_600)
    assert.equal((await send('/api/papers', leastPaper({ id: 'p2' }))).status, 201)
  })

  test(`${engine.name}: failed messages and subscriptions of a client are limited together, by API and by form`, async (t) => {
    const service = await startTestService(t, { engine, trustedProxies: ['127.0.0.1'] })
    const form = (path: string, client: string): Promise<Response> =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { ...from(client), 'sec-fetch-site': 'same-origin' },
        body: new URLSearchParams({ email: 'nobody' }),
      })
    const statuses: number[] = []
    for (let round = 0; round < 16; round += 1)
      statuses.push(
        (await service.send('POST', '/api/contact', { email: 'nobody' }, from('192.0.2.1'))).status,
        (await service.send('POST', '/api/subscribe', 'no JSON', from('192.0.2.1'))).status,
        (await form('/contact', '192.0.2.1')).status,
        (await form('/subscribe', '192.0.2.1')).status,
      )
    assert.deepEqual(statuses, [...Array<number>(60).fill(400), ...Array<number>(4).fill(429)])
    const subscription = { email: 'ada@example.org' }
    assert.equal((await service.send('POST', '/api/subscribe', subscription, from('192.0.2.1'))).status, 429)
    assert.equal((await service.send('POST', '/api/subscribe', subscription, from('192.0.2.2'))).status, 202)
  })
}

test('dry runs and failures of imports count with those of submissions, and imports that are taken do not', async (t) => {
  const service = await startTestService(t)
  const secret = await service.key('ingest')
  const [key] = await service.store.private.keys.list()
  assert.ok(key)
  const send = async (query: string, type: string): Promise<number> => {
    const headers = { 'x-api-key': secret, 'content-type': type }
    const body = '@misc{a, title={A title}, author={Ada Example}, year=2025}'
    return (await fetch(`${service.url}/api/editorial/imports${query}`, { method: 'POST', headers, body })).status
  }
  await countBefore(service, submissionAttempts(key), 598)
  assert.equal(await send('', 'text/plain'), 200)
  assert.equal(await send('?dryRun=true', 'text/plain'), 200)
  assert.equal(await send('', 'application/json'), 200)
  assert.equal(await send('?dryRun=true', 'text/plain'), 200)
  assert.equal(await send('?dryRun=true', 'text/plain'), 429)
  assert.equal(await send('', 'text/plain'), 429)
})

test('attempts that are under way count as if they would fail', async (t) => {
  const service = await startTestService(t)
  await countBefore(service, formAttempts(['someone else']), 60)
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => service.send('POST', '/api/contact', { email: 'nobody' })),
  )
  const counted = Map.groupBy(answers, ({ status }) => status)
  assert.deepEqual([counted.get(400)?.length, counted.get(429)?.length], [60, 10])
})
