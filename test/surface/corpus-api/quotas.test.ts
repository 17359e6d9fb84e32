import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSecret } from '#core/access/api-key.ts'
import { submissionBucket, submitPolicy } from '#core/quota.ts'
import { assertFailure } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

/** A contact message that is accepted. */
const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello.' }

/** What a response says about a quota: its rule, and the rest of it. */
const quotaOf = (response: Response): (string | null)[] => [
  response.headers.get('ratelimit-policy'),
  response.headers.get('ratelimit'),
]

/** Sends papers with fresh ids under one key, one after the other; the statuses. */
const submitter = (service: TestService, key: string) => {
  let sent = 0
  /** Counts this many requests as the route does, without papers. @returns how many there was room for */
  const count = async (requests: number): Promise<number> => {
    const found = await service.store.private.keys.findByHash(hashSecret(key))
    assert.ok(found)
    let allowed = 0
    await service.store.transact(async ({ quota }) => {
      for (let index = 0; index < requests; index += 1)
        if ((await quota.consume(submissionBucket(found), submitPolicy, service.clock.now())).allowed) allowed += 1
    })
    return allowed
  }
  const one = (headers: Record<string, string> = {}): Promise<Response> =>
    service.send('POST', '/api/papers', leastPaper({ id: `p${(sent += 1)}` }), { 'x-api-key': key, ...headers })
  const many = async (count: number): Promise<number[]> => {
    const statuses = []
    for (let index = 0; index < count; index += 1) statuses.push((await one()).status)
    return statuses
  }
  return { one, many, count }
}

const all = (count: number, status: number): number[] => Array<number>(count).fill(status)

test('exactly 100 papers an hour and key are accepted', async (t) => {
  const service = await startTestService(t)
  const { one, many } = submitter(service, await service.key())
  for (let stored = 1; stored <= 100; stored += 1) {
    const response = await one()
    assert.equal(response.status, 201)
    assert.deepEqual(quotaOf(response), ['"submit";q=100;w=3600', `"submit";r=${100 - stored};t=3600`])
    assert.equal(response.headers.get('retry-after'), null)
  }
  service.clock.advance(600)
  const refused = await one()
  assert.deepEqual(quotaOf(refused), ['"submit";q=100;w=3600', '"submit";r=0;t=3000'])
  assert.equal(refused.headers.get('retry-after'), '3000')
  const { code, sentence } = await assertFailure(refused, 'corpus', 429)
  assert.equal(code, 'quota_exceeded')
  assert.match(sentence, /100.*3000 seconds/u)
  assert.deepEqual(await many(5), all(5, 429))
})

test('the window slides: requests become free one by one as papers grow an hour old', async (t) => {
  const service = await startTestService(t)
  const { one, count } = submitter(service, await service.key())
  assert.equal(await count(50), 50)
  service.clock.advance(1_800)
  assert.equal(await count(50), 50)
  service.clock.advance(1_799)
  const refused = await one()
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
  service.clock.advance(1)
  const first = await one()
  assert.deepEqual(quotaOf(first)[1], '"submit";r=49;t=1800')
  assert.equal(await count(49), 49)
  // A window that began again at the full hour would accept a hundred more here.
  const next = await one()
  assert.deepEqual([next.status, next.headers.get('retry-after')], [429, '1800'])
})

test('a request after the time in Retry-After is accepted', async (t) => {
  const service = await startTestService(t)
  const { one, many, count } = submitter(service, await service.key())
  for (let index = 0; index < 10; index += 1) {
    await count(10)
    service.clock.advance(7.3)
  }
  for (let round = 0; round < 3; round += 1) {
    const refused = await one()
    assert.equal(refused.status, 429)
    service.clock.advance(Number(refused.headers.get('retry-after')))
    assert.deepEqual(await many(10), all(10, 201))
  }
})

test('no hour ever holds more than 100, however requests are spread', async (t) => {
  const service = await startTestService(t)
  const { count } = submitter(service, await service.key())
  const accepted: number[] = []
  let now = 0
  // Bursts of uneven size and distance, the same in every run.
  for (let round = 0; round < 40; round += 1) {
    accepted.push(...Array<number>(await count((round * 7) % 23)).fill(now))
    const pause = (round * 131) % 400
    service.clock.advance(pause)
    now += pause
  }
  assert.ok(accepted.length > 150)
  for (const start of accepted)
    assert.ok(accepted.filter((at) => at >= start && at < start + 3_600).length <= 100, `too many from ${start}`)
})

test('each key has a hundred of its own', async (t) => {
  const service = await startTestService(t)
  const [one, two] = [submitter(service, await service.key()), submitter(service, await service.key())]
  assert.equal((await one.one()).status, 201)
  await one.count(99)
  assert.equal((await one.one()).status, 429)
  const response = await service.send('POST', '/api/papers', leastPaper({ id: 'p1000' }), {
    'x-api-key': await service.key(),
  })
  assert.deepEqual(quotaOf(response)[1], '"submit";r=99;t=3600')
  assert.equal((await two.one()).status, 409, 'an id that the first key used')
})

test('of many at once no more than a hundred are accepted', async (t) => {
  const service = await startTestService(t)
  const { one } = submitter(service, await service.key())
  const responses = await Promise.all(Array.from({ length: 120 }, () => one()))
  assert.equal(responses.filter(({ status }) => status === 201).length, 100)
  assert.equal(responses.filter(({ status }) => status === 429).length, 20)
})

test('refused requests do not count, nor do dry runs, reads and replays', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const { one, count } = submitter(service, key)
  assert.equal((await one({ 'idempotency-key': 'first' })).status, 201)
  const withKey = { 'x-api-key': key }
  const post = (body: unknown, headers: Record<string, string> = {}, path = '/api/papers') =>
    service.send('POST', path, body, { ...withKey, ...headers })
  for (const [ask, status] of [
    [() => post({}), 400],
    [() => post('{'), 400],
    [() => post(leastPaper({ id: 'p1' })), 409],
    [() => post(leastPaper({ id: 'p500' }), { 'content-type': 'text/plain' }), 415],
    [() => post(leastPaper({ id: 'p500', fullText: 'x'.repeat(1_100_000) })), 413],
    [() => post(leastPaper({ id: 'p500' }), { 'idempotency-key': '' }), 400],
    [() => post(leastPaper({ id: 'p500' }), { 'idempotency-key': 'first' }), 422],
    [() => post(leastPaper({ id: 'p500' }), {}, '/api/papers?dryRun=true'), 200],
    [() => post(leastPaper({ id: 'p500' }), {}, '/api/papers?dryRun=maybe'), 400],
    [() => post(leastPaper({ id: 'p500' }), { 'x-api-key': 'wrong' }), 401],
    [() => post(leastPaper({ id: 'p1' }), { 'idempotency-key': 'first' }), 201],
    [() => service.get('/api/submissions', withKey), 200],
    [() => service.send('PUT', '/api/submissions/p1', leastPaper({ id: 'p1' }), withKey), 409],
  ] as const)
    assert.equal((await ask()).status, status)
  assert.equal(await count(98), 98)
  assert.deepEqual([(await one()).status, (await one()).status], [201, 429])
})

test('the headers of the list of submissions say how many papers the key may still send', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const ask = async () => quotaOf(await service.get('/api/submissions', { 'x-api-key': key }))
  assert.deepEqual(await ask(), ['"submit";q=100;w=3600', '"submit";r=100'])
  await submitter(service, key).many(3)
  service.clock.advance(60)
  assert.deepEqual(await ask(), ['"submit";q=100;w=3600', '"submit";r=97;t=3540'])
  assert.deepEqual(await ask(), ['"submit";q=100;w=3600', '"submit";r=97;t=3540'])
})

test('reads are not limited', async (t) => {
  const service = await startTestService(t)
  for (let index = 0; index < 300; index += 1)
    for (const path of ['/api/papers', '/api/v1/papers']) {
      const response = await service.get(path)
      assert.deepEqual([response.status, quotaOf(response)], [200, [null, null]])
    }
})

test('a replay is free even when nothing else is', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const { one, count } = submitter(service, key)
  await one({ 'idempotency-key': 'first' })
  await count(99)
  assert.equal((await one()).status, 429)
  const replay = await service.send('POST', '/api/papers', leastPaper({ id: 'p1' }), {
    'x-api-key': key,
    'idempotency-key': 'first',
  })
  assert.deepEqual([replay.status, replay.headers.get('idempotent-replayed')], [201, 'true'])
})

test('after the limit a key may reuse the idempotency key of the refused request', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submitter(service, key).count(100)
  const send = () =>
    service.send('POST', '/api/papers', leastPaper({ id: 'p500' }), { 'x-api-key': key, 'idempotency-key': 'x' })
  assert.equal((await send()).status, 429)
  service.clock.advance(3_600)
  const stored = await send()
  assert.deepEqual([stored.status, stored.headers.get('idempotent-replayed')], [201, null])
})

test('forwarding headers name nobody unless a trusted proxy sent them', async (t) => {
  const service = await startTestService(t)
  for (let index = 1; index <= 11; index += 1) {
    const client = `192.0.2.${index}`
    const response = await service.send('POST', '/api/contact', message, {
      'x-forwarded-for': client,
      forwarded: `for=${client}`,
      'x-real-ip': client,
      'cf-connecting-ip': client,
    })
    assert.equal(response.status, index <= 10 ? 202 : 429)
  }
})

/** Which X-Forwarded-For headers from the proxy 127.0.0.1 are one client, and which are two. */
const clients: { sentence: string; same: boolean; one: string; two: string }[] = [
  { sentence: 'two addresses', same: false, one: '192.0.2.1', two: '192.0.2.2' },
  { sentence: 'an address and itself', same: true, one: '192.0.2.1', two: '192.0.2.1' },
  { sentence: 'what stands left of the last hop', same: true, one: '192.0.2.1', two: '198.51.100.9, 192.0.2.1' },
  { sentence: 'what stands left of it and is no address', same: true, one: '192.0.2.1', two: 'unknown, 192.0.2.1' },
  { sentence: 'a chain of trusted proxies', same: true, one: '192.0.2.1', two: '192.0.2.1, 10.1.2.3, 10.0.0.9' },
  { sentence: 'a hop outside the trusted networks', same: false, one: '192.0.2.1', two: '192.0.2.1, 11.0.0.9' },
  { sentence: 'two IPv6 addresses of one /64', same: true, one: '2001:db8:1:2::1', two: '2001:db8:1:2:ffff::9' },
  { sentence: 'two IPv6 networks', same: false, one: '2001:db8:1:2::1', two: '2001:db8:1:3::1' },
  { sentence: 'two IPv6 networks with short forms', same: false, one: '2001:db8::1', two: '2001:db8:0:1::1' },
  {
    sentence: 'a short and a long form',
    same: true,
    one: '2001:db8::1',
    two: '2001:0DB8:0000:0000:0000:0000:0000:0001',
  },
  { sentence: 'an IPv4 address and its mapped form', same: true, one: '192.0.2.1', two: '::ffff:192.0.2.1' },
  { sentence: 'an IPv4 address and its mapped form in hex', same: true, one: '192.0.2.1', two: '::FFFF:c000:201' },
  {
    sentence: 'an IPv4 address and its mapped form at length',
    same: true,
    one: '192.0.2.1',
    two: '0:0:0:0:0:ffff:c000:0201',
  },
  { sentence: 'two mapped addresses', same: false, one: '::ffff:192.0.2.1', two: '::ffff:192.0.2.2' },
  { sentence: 'a mapped trusted proxy', same: true, one: '192.0.2.1', two: '192.0.2.1, ::ffff:10.0.0.1' },
  { sentence: 'nothing and nonsense', same: true, one: '', two: 'nonsense' },
  { sentence: 'white space', same: true, one: '192.0.2.1', two: '  192.0.2.1  ' },
]

for (const { sentence, same, one, two } of clients)
  test(`behind a trusted proxy: ${sentence} ${same ? 'make no' : 'make a'} difference`, async (t) => {
    const service = await startTestService(t, { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
    const remaining = async (hops: string): Promise<string | null> => {
      const response = await service.send('POST', '/api/contact', message, { 'x-forwarded-for': hops })
      return response.headers.get('ratelimit')
    }
    assert.equal(await remaining(one), '"contact";r=9;t=3600')
    assert.equal(await remaining(two), same ? '"contact";r=8;t=3600' : '"contact";r=9;t=3600')
  })

test('no forwarding header is answered with a 5xx', async (t) => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  for (const hops of [
    'fe80::1%eth0',
    '::',
    ',',
    ',,,',
    '1.2.3.4:80',
    '[::1]:80',
    '::ffff:999.1.1.1',
    '127.0.0.1',
    '1',
    'é',
    '::1.2.3.4',
    '127.0.0.1,'.repeat(500),
  ]) {
    const { status } = await service.send('POST', '/api/contact', message, { 'x-forwarded-for': hops })
    assert.ok(status === 202 || status === 429, `${hops} was answered ${status}`)
  }
})

test('the stored key of a client is not its address', async (t) => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  await service.send('POST', '/api/contact', message, { 'x-forwarded-for': '192.0.2.77' })
  assert.ok(!JSON.stringify(service.logged).includes('192.0.2.77'))
  const emails = await service.store.transact((tx) => tx.outbox.lease('9999', '9999', 10, true))
  assert.equal(emails.length, 1)
  assert.ok(!JSON.stringify(emails).includes('192.0.2.77'))
})

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
