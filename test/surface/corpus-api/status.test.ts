import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { sqliteEngine } from '../../support/database/engines.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

type Stats = { totalPapers: number; sources: number; concepts: number; frameworks: number }

const statsOf = async (service: TestService): Promise<Stats> =>
  (await jsonOf<{ stats: Stats }>(await service.get('/api/stats'))).stats

test('an empty corpus counts 0', async (t) => {
  const service = await startTestService(t)
  const response = await service.get('/api/stats')
  assert.equal(response.status, 200)
  assert.equal(
    await response.text(),
    '{"success":true,"stats":{"totalPapers":0,"sources":0,"concepts":0,"frameworks":0}}',
  )
})

test('sources are distinct host names, concepts and frameworks distinct names of accepted papers', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    wholePaper({
      id: 'p1',
      url: 'https://arxiv.org/abs/1',
      concepts: ['memory', 'planning'],
      frameworkMappings: ['ReAct'],
    }),
    wholePaper({ id: 'p2', url: 'http://ARXIV.org/abs/2', concepts: ['Memory'], frameworkMappings: ['react', 'CoT'] }),
    wholePaper({ id: 'p3', url: 'https://www.arxiv.org/abs/3', concepts: [], frameworkMappings: [] }),
    wholePaper({ id: 'p4', url: 'https://example.org:8443/x', concepts: ['tools'], frameworkMappings: ['CoT'] }),
    leastPaper({ id: 'p5', storageUrl: 'https://elsewhere.example/x.pdf' }),
  )
  assert.deepEqual(await statsOf(service), { totalPapers: 5, sources: 3, concepts: 3, frameworks: 2 })
})

test('only accepted papers count, from their acceptance to their retraction', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const nothing = { totalPapers: 0, sources: 0, concepts: 0, frameworks: 0 }
  for (const [index, state] of (
    ['pending', 'changes_requested', 'rejected', 'withdrawn', 'retracted'] as const
  ).entries())
    await submitInto(service, { key, state, paper: wholePaper({ id: `p${index}` }) })
  assert.deepEqual(await statsOf(service), nothing)
  await decide(service, 'p0', 'accept')
  assert.deepEqual(await statsOf(service), { totalPapers: 1, sources: 1, concepts: 2, frameworks: 1 })
  await decide(service, 'p0', 'retract')
  assert.deepEqual(await statsOf(service), nothing)
})

test('what two papers share is counted until the last of them goes', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper({ id: 'p1' }), wholePaper({ id: 'p2' }))
  await decide(service, 'p1', 'retract')
  assert.deepEqual(await statsOf(service), { totalPapers: 1, sources: 1, concepts: 2, frameworks: 1 })
})

test('health shows status, version, revision and uptime', async (t) => {
  const service = await startTestService(t)
  const response = await service.get('/api/health')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const { uptime, ...rest } = await jsonOf(response)
  assert.deepEqual(rest, { success: true, status: 'ok', version: '0.0.0-test', revision: 1 })
  assert.ok(Number.isInteger(uptime) && Number(uptime) >= 0)
})

test('the revision rises with each change that the public can see, and with no other', async (t) => {
  const service = await startTestService(t)
  const revision = async (): Promise<number> => Number((await jsonOf(await service.get('/api/health'))).revision)
  const key = await service.key()
  const first = await revision()
  for (const [index, state] of (['pending', 'changes_requested', 'rejected', 'withdrawn'] as const).entries())
    await submitInto(service, { key, state, paper: { id: `p${index}` } })
  assert.equal(await revision(), first)
  await decide(service, 'p0', 'accept')
  assert.equal(await revision(), first + 1)
  await decide(service, 'p0', 'retract')
  assert.equal(await revision(), first + 2)
})

test('a service that is up is ready', async (t) => {
  const service = await startTestService(t)
  const response = await service.get('/api/health/ready')
  assert.deepEqual([response.status, await jsonOf(response)], [200, { success: true, status: 'ready' }])
})

test('a process that is about to stop says so to load balancers first, and closes no connection yet', async (t) => {
  const service = await startTestService(t)
  service.life.stopAccepting()
  const ready = await service.get('/api/health/ready')
  assert.equal(ready.headers.get('connection'), 'keep-alive')
  assert.equal((await assertFailure(ready, 'corpus', 503)).code, 'unavailable')
  assert.equal((await service.get('/api/health')).status, 200)
})

test('while draining it is not ready, and still answers requests', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper())
  const key = await service.key()
  service.life.drain()
  const ready = await service.get('/api/health/ready')
  assert.match(ready.headers.get('retry-after') ?? '', /^[1-9]\d*$/u)
  assert.equal(ready.headers.get('connection'), 'close')
  assert.equal((await assertFailure(ready, 'corpus', 503)).code, 'unavailable')
  for (const path of ['/api/health', '/api/papers', '/api/papers/p1', '/api/v1/papers']) {
    const response = await service.get(path)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('connection'), 'close', path)
  }
  const submitted = await service.send('POST', '/api/papers', leastPaper({ id: 'p2' }), { 'x-api-key': key })
  assert.equal(submitted.status, 201)
})

test('when the store does not answer health and readiness are 503 with success false', async (t) => {
  const service = await startTestService(t)
  await service.store.close()
  for (const path of ['/api/health', '/api/health/ready']) {
    const response = await service.get(path)
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/u)
    assert.equal((await assertFailure(response, 'corpus', 503)).code, 'unavailable')
  }
})

test('when the store does not answer every other request is 503 in the form of its API', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await service.store.close()
  const contact = { name: 'Ada', email: 'ada@example.org', message: 'Hello.' }
  for (const [api, answer] of [
    ['corpus', service.get('/api/papers')],
    ['corpus', service.get('/api/papers?q=memory')],
    ['corpus', service.get('/api/papers/p1')],
    ['corpus', service.get('/api/stats')],
    ['corpus', service.get('/api/submissions', { 'x-api-key': key })],
    ['corpus', service.send('POST', '/api/papers', leastPaper(), { 'x-api-key': key })],
    ['corpus', service.send('POST', '/api/contact', contact)],
    ['corpus', service.send('POST', '/api/subscribe', { email: 'ada@example.org' })],
    ['agent', service.get('/api/v1/papers')],
    ['agent', service.get('/api/v1/papers/p1')],
    ['agent', service.get('/api/v1/concepts')],
    ['agent', service.get('/api/v1/gaps')],
    ['agent', service.get('/api/v1/briefs/latest')],
  ] as const) {
    const response = await answer
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/u)
    assert.equal((await assertFailure(response, api, 503)).code, 'unavailable')
  }
})

test('a database that is silent counts as ready until it is given up, and ready does not wait for it', async (t) => {
  const silent: { ready: (() => number) | null } = { ready: null }
  const service = await startTestService(t, {
    engine: {
      name: 'a silent database',
      open: async (ending, ports) => {
        const store = await sqliteEngine.open(ending, ports)
        return {
          ...store,
          currentRevision: () => (silent.ready === null ? store.currentRevision() : silent.ready()),
          private: {
            ...store.private,
            revision: () => (silent.ready === null ? store.private.revision() : new Promise(() => {})),
          },
        }
      },
    },
  })
  const ready = () => service.get('/api/health/ready')
  assert.equal((await ready()).status, 200)
  silent.ready = () => 7
  assert.deepEqual(await jsonOf(await ready()), { success: true, status: 'ready' })
  silent.ready = () => {
    throw new Failure('unavailable', 'Nothing was heard for too long.', { retryAfter: 2 })
  }
  assert.equal((await ready()).status, 503)
})
