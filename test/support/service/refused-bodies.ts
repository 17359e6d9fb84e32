import assert from 'node:assert/strict'
import { submissionAttempts } from '#core/quota.ts'
import type { Ending } from '../files.ts'
import { assertFailure } from './responses.ts'
import { leastPaper } from './papers.ts'
import { submitInto } from './review.ts'
import { stateSnapshot, startTestService, type TestService } from './test-service.ts'

export const contactForm = (given: object = {}): Record<string, unknown> => ({
  name: 'Ada',
  email: 'ada@example.org',
  message: 'Hello.',
  ...given,
})
const subscription = (given: object = {}): Record<string, unknown> => ({ email: 'ada@example.org', ...given })

/** Every route that takes a body, with a valid one. */
export const endpoints = [
  {
    method: 'POST',
    path: '/api/papers',
    validBody: (given?: object) => leastPaper({ id: 'p3', ...given }),
    limit: 1_048_576,
  },
  {
    method: 'POST',
    path: '/api/papers?dryRun=true',
    validBody: (given?: object) => leastPaper({ id: 'p3', ...given }),
    limit: 1_048_576,
  },
  {
    method: 'PUT',
    path: '/api/submissions/p2',
    validBody: (given?: object) => leastPaper({ id: 'p2', ...given }),
    limit: 1_048_576,
  },
  { method: 'POST', path: '/api/contact', validBody: contactForm, limit: 32_768 },
  { method: 'POST', path: '/api/subscribe', validBody: subscription, limit: 4_096 },
] as const
export type Endpoint = (typeof endpoints)[number]

export type Refused = {
  name: string
  body: string | Uint8Array
  headers?: Record<string, string>
  status: number
  code: string
  /** The wrong fields, each once. */
  paths?: string[]
}

export type RefusingService = {
  service: TestService
  key: string
  /** Sends a body as a new client, because refused requests count against a limit, which is not tested here. */
  send: (endpoint: Endpoint, body: string | Uint8Array, headers?: Record<string, string>) => Promise<Response>
  /** Sends every row of a table to an endpoint; nothing may have changed afterwards. */
  refusesAll: (endpoint: Endpoint, table: readonly Refused[]) => Promise<void>
  /** Begins the count of the key's attempts anew, before each test. */
  clearAttempts: () => Promise<void>
  /** The next valid request is taken as the first of its kind. */
  countedNothing: () => Promise<void>
}

/** One corpus for a whole file: refused requests must leave it unchanged. */
export const openRefusingService = async (t: Ending): Promise<RefusingService> => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  await service.accept(leastPaper({ id: 'p1' }))
  const key = await service.key()
  await submitInto(service, { key, state: 'changes_requested', paper: { id: 'p2' } })
  const [keyRecord] = await service.store.private.keys.list()
  assert.ok(keyRecord)
  let clients = 0
  const fromAnother = (): Record<string, string> => {
    clients += 1
    return { 'x-forwarded-for': `10.0.${Math.floor(clients / 250)}.${clients % 250}` }
  }
  const send: RefusingService['send'] = (endpoint, body, headers = {}) =>
    fetch(service.url + endpoint.path, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...fromAnother(), ...headers },
      body,
    })
  return {
    service,
    key,
    send,
    refusesAll: async (endpoint, table) => {
      const before = await stateSnapshot(service, key)
      for (const { name, body, headers, status, code, paths = [] } of table) {
        const failure = await assertFailure(await send(endpoint, body, headers), 'corpus', status)
        assert.equal(failure.code, code, name)
        assert.deepEqual([...new Set(failure.paths)], paths, name)
      }
      const changing = `one of these changed something: ${table.map(({ name }) => name).join('; ')}`
      assert.deepEqual(await stateSnapshot(service, key), before, changing)
    },
    clearAttempts: () =>
      service.store.transact(async (tx) => {
        for (const { bucket } of submissionAttempts(keyRecord)) await tx.quota.clear(bucket)
      }),
    countedNothing: async () => {
      const sent = await service.send('POST', '/api/contact', contactForm())
      assert.equal(sent.headers.get('ratelimit'), '"contact";r=9;t=3600', 'nothing refused was counted')
      const submitted = await service.send('POST', '/api/papers', leastPaper({ id: 'p3' }), { 'x-api-key': key })
      assert.equal(submitted.headers.get('ratelimit'), '"submit";r=98;t=3600', 'nothing refused was counted')
    },
  }
}
