import type { TestContext } from 'node:test'
import { createKey, revokeKey } from '#actions/api-keys.ts'
import { mergePaper } from '#actions/papers.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { submissionBucket, submitPolicy, type QuotaState } from '#core/quota.ts'
import { submissionStates, type SubmissionState } from '#core/review/submission.ts'
import type { TestEngine } from '../database/engines.ts'
import { type Keys, type Seen, encoded, type GeneratedRequest } from './requests.ts'
import { rawClient, type RawClient, type RawReply, type RawRequest } from '../raw-http.ts'
import { describedOperations, type Operation, assertKeepsContract } from './contract.ts'
import { wholePaper, leastPaper } from '../service/papers.ts'
import { startTestService, type TestService } from '../service/test-service.ts'
import assert from 'node:assert/strict'
import fc, { type Arbitrary } from 'fast-check'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { decidePaper, type EditorEvent } from '#actions/decisions.ts'
import { weekId } from '#core/editorial/week.ts'
import { Failure } from '#core/failure.ts'
import { weighted } from '../generated/random.ts'

/** A service that gets any request, and what is known of its state. */
export type World = {
  service: TestService
  client: RawClient
  operations: Operation[]
  keys: Keys
  /** What earlier responses and emails gave, newest last. */
  seen: Record<Seen['seen'], string[]>
  /** Responses by operation and status. */
  counts: Map<string, number>
  freshIds: number
  /** The state after the last request, unless something else happened since. */
  snapshot: Record<string, unknown> | null
}

/** Those of submissions that a crowd sends. */
const CROWD_ID = 'p900'

const makeKeys = async (service: TestService): Promise<Keys> => {
  const { clock } = service
  const { key: expired } = await service.run(createKey, {
    label: 'expired',
    scopes: ['submit'],
    expiresAt: clock.now().toISOString(),
    actor: 'test',
  })
  const { key: revoked, record } = await service.run(createKey, {
    label: 'revoked',
    scopes: ['submit'],
    expiresAt: null,
    actor: 'test',
  })
  await service.run(revokeKey, { id: record.id, actor: 'test' })
  return {
    submitter: await service.key('submit'),
    editor: await service.key('review'),
    other: await service.key('submit', 'review'),
    noScope: await service.key('ingest'),
    revoked,
    expired,
  }
}

const fillService = async (service: TestService): Promise<void> => {
  await service.accept(
    ...Array.from({ length: 40 }, (_, at) =>
      wholePaper({
        id: `p${21 + at}`,
        title: `Planning with memory, part ${at}`,
        year: 2018 + (at % 9),
        chapter: 1 + (at % 7),
        longHorizonScore: ((at * 7) % 11) / 10,
        concepts: ['planning', `idea ${at % 5}`],
        type: at % 3 === 0 ? 'benchmark' : 'survey',
        ...(at % 4 === 0 ? { fullText: 'A long text.' } : {}),
      }),
    ),
  )
  // Duplicates to be met from the beginning.
  for (let number = 55; number <= 60; number += 1)
    await service.run(mergePaper, { id: `p${number}`, into: 'p54', note: null, actor: 'test' })
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'gap-1', title: 'No test of a year', severity: 'high', explanation: 'None.', paperIds: ['p21'] },
      service.clock.now().toISOString(),
    ),
  )
}

/** Everything that a request without effect leaves as it is. */
const readState = async ({ service: { store, clock }, keys }: World): Promise<Record<string, unknown>> => {
  const { private: reader } = store
  const count = async (states: readonly SubmissionState[]): Promise<number> =>
    (await reader.submissions.list({ submittedBy: null, states }, null, 1)).total
  const quotaOf = async (key: string): Promise<QuotaState | null> => {
    const owner = await reader.keys.findByHash(hashSecret(key))
    return owner === null ? null : reader.quota.peek(submissionBucket(owner), submitPolicy, clock.now())
  }
  return {
    revision: await reader.revision(),
    stats: await reader.stats.counts(),
    submissions: await count(submissionStates),
    waiting: await count(['changes_requested']),
    withdrawn: await count(['withdrawn']),
    emails: await reader.outbox.counts(),
    quotas: await Promise.all([keys.submitter, keys.other].map(quotaOf)),
  }
}

/** What earlier responses gave, for a place that wants it. */
const resolve = ({ seen }: World, value: string | Seen): string => {
  if (typeof value === 'string') return value
  const known = seen[value.seen]
  return known[value.at % Math.max(1, known.length)] ?? 'none-yet'
}

/** How many requests were answered. */
export const counted = ({ counts }: World): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

export const openWorld = async (t: TestContext, engine: TestEngine): Promise<World> => {
  const service = await startTestService(t, { engine, trustedProxies: ['127.0.0.0/8'] })
  await fillService(service)
  const client = rawClient(service.url)
  t.after(() => client.close())
  return {
    service,
    client,
    operations: await describedOperations(service),
    keys: await makeKeys(service),
    seen: { asked: [], cursor: [], id: [], tag: [], token: [] },
    counts: new Map(),
    freshIds: 0,
    snapshot: null,
  }
}

export const asRequest = (world: World, { operation, ...generated }: GeneratedRequest): RawRequest => {
  const id = resolve(world, generated.id)
  const path = generated.path.replace(/\{\w+\}/u, () => generated.segment ?? encoded(id))
  const search = generated.query.map(([name, value]) => `${name}=${resolve(world, value)}`).join('&')
  return {
    method: generated.method,
    target: search === '' ? path : `${path}?${search}`,
    headers: {
      ...generated.headers,
      ...(generated.ifNoneMatch === null ? {} : { 'If-None-Match': resolve(world, generated.ifNoneMatch) }),
    },
    // Most resubmissions carry the id of their address.
    body:
      generated.body === null
        ? null
        : generated.body(/(?:papers|submissions)\/\{id\}$/u.test(operation.template) ? id : null),
    chunked: generated.chunked,
  }
}

const parsed = (body: string | Uint8Array | null): unknown => {
  try {
    // A byte order mark may be passed over (RFC 8259 section 8.1).
    return JSON.parse(typeof body === 'string' ? body.replace(/^\ufeff/u, '') : '')
  } catch {
    return undefined
  }
}

/** By its own description, the service must refuse this body; an unreadable one in any case. */
const isRefusable = (operation: Operation, { headers, body }: RawRequest): boolean => {
  if (operation.body === null) return false
  const [type = ''] = (headers['Content-Type'] ?? '').toLowerCase().split(';')
  if (operation.body.texts.includes(type.trim())) return false
  const value = parsed(body)
  return value === undefined || !operation.body.accepts(value)
}

const EFFECTIVE = new Set([200, 201, 202])
const mayChange = (operation: Operation | null, asked: RawRequest, reply: RawReply): boolean =>
  operation !== null &&
  operation.method !== 'GET' &&
  asked.method !== 'HEAD' &&
  EFFECTIVE.has(reply.status) &&
  reply.headers['idempotent-replayed'] === undefined &&
  !(operation.name === 'POST /api/papers' && asked.target.endsWith('?dryRun=true'))

/** Few, so that recent ids are read, decided on and read again. */
const SEEN_KEPT = 15

const recordSeen = (world: World, reply: RawReply): void => {
  const { etag, link, location } = reply.headers
  if (etag !== undefined) world.seen.tag.push(etag)
  const cursor = /[?&]cursor=(?<cursor>[^&>]+)/u.exec(typeof link === 'string' ? link : '')?.groups?.cursor
  if (cursor !== undefined) world.seen.cursor.push(cursor)
  // Those of a crowd would crowd out all others.
  const id = /\/api\/submissions\/(?<id>p\d+)$/u.exec(location ?? '')?.groups?.id
  if (id?.startsWith(CROWD_ID) === false) world.seen.id.push(id)
  for (const values of Object.values(world.seen)) if (values.length > SEEN_KEPT) values.shift()
}

type Answered = { operation: Operation | null; reply: RawReply }

/** What Node lets through of address and headers together. */
const MAX_HEADER_BYTES = 16_384

/** An address that is too long belongs to no operation: it is refused before there is a request. */
const assertTooLong = ({ method, target, headers }: RawRequest, reply: RawReply): void => {
  assert.ok(target.length + JSON.stringify(headers).length > MAX_HEADER_BYTES - 1_000, 'it is not that long')
  assert.equal(reply.headers['x-content-type-options'], 'nosniff')
  if (method !== 'HEAD') assert.match(reply.body, /16 KiB/u)
}

const assertAllowed = async (world: World, asked: RawRequest, reply: RawReply): Promise<Operation | null> => {
  const { method, target, headers } = asked
  if (reply.status === 431) {
    assertTooLong(asked, reply)
    return null
  }
  const operation = assertKeepsContract(world.operations, { method, target, requestId: headers['X-Request-Id'] }, reply)
  if (operation?.method === method && isRefusable(operation, asked))
    assert.ok(reply.status >= 400, 'a body outside the schema was accepted')
  const before = world.snapshot
  world.snapshot = await readState(world)
  if (!mayChange(operation, asked, reply))
    assert.deepEqual(world.snapshot, before, 'what was refused changed something')
  return operation
}

/** Sends one request and checks the response against every rule. */
export const ask = async (world: World, asked: RawRequest): Promise<Answered> => {
  world.snapshot ??= await readState(world)
  const reply = await world.client.send(asked)
  try {
    const operation = await assertAllowed(world, asked, reply)
    recordSeen(world, reply)
    const name = `${operation?.name ?? 'elsewhere'} ${reply.status}`
    world.counts.set(name, (world.counts.get(name) ?? 0) + 1)
    return { operation, reply }
  } catch (cause) {
    const { method, target, headers, body } = asked
    const sent = `${method} ${target} ${JSON.stringify(headers)} ${String(body).slice(0, 2_000)}`
    throw new Error(`${sent}\n-> ${reply.status} ${reply.body.slice(0, 2_000)}\n${String(cause)}`, { cause })
  }
}

/** Repeats the request: the response is the same, and the effect happens only once. */
export const askAgain = async (
  world: World,
  asked: RawRequest,
  { operation, reply: first }: Answered,
): Promise<void> => {
  const { reply } = await ask(world, asked)
  if (operation?.method !== asked.method) return
  const hasKey = operation.body !== null && operation.method === 'POST' && 'Idempotency-Key' in asked.headers
  const stored = hasKey && (first.status === 201 || first.status === 202)
  if (stored) assert.equal(reply.headers['idempotent-replayed'], 'true')
  const isRead = operation.method === 'GET' && !operation.template.includes('health')
  if (!stored && !isRead) return
  assert.equal(reply.status, first.status)
  assert.equal(reply.body, first.body)
  assert.equal(reply.headers.etag, first.headers.etag)
  if (first.status !== 200 || first.headers.etag === undefined) return
  const known = await ask(world, { ...asked, headers: { ...asked.headers, 'If-None-Match': first.headers.etag } })
  assert.equal(known.reply.status, 304)
  assert.equal(known.reply.headers.etag, first.headers.etag)
}

/** Where a response says that there is more. */
const more = (link: string): URL | null => {
  const found = /<(?<address>[^>]+)>; rel="(?:next|related)"/u.exec(link)?.groups?.address
  return found === undefined ? null : new URL(found, 'http://127.0.0.1')
}

/** The next page that a response names is there, or the search that has what this one has not. */
export const followLink = async (world: World, { link }: RawReply['headers']): Promise<void> => {
  if (typeof link !== 'string') return
  assert.match(link, /^(?:<[^<>]+>; rel="[\w-]+"(?:; \w+="[^"]*")*(?:, |$))+$/u)
  const named = more(link)
  if (named === null) return
  const { pathname, search } = named
  const { submitter, editor } = world.keys
  const headers = { 'X-API-Key': pathname.startsWith('/api/editorial/') ? editor : submitter }
  const { reply } = await ask(world, { method: 'GET', target: pathname + search, headers, body: null, chunked: false })
  assert.ok(
    reply.status === 200 || pathname === '/api/submissions',
    `${link} was answered ${reply.status}: ${reply.body}`,
  )
}

const FLOODED = ['/api/papers', '/api/contact', '/api/subscribe'] as const

/** What editors, time or a crowd do between two requests. */
export type Event =
  | { kind: 'decide'; id: string | Seen; event: EditorEvent }
  | { kind: 'wait'; seconds: number }
  | { kind: 'publish'; week: number }
  | { kind: 'merge'; from: number; into: number }
  | { kind: 'flood'; target: (typeof FLOODED)[number] }

const decision: Arbitrary<Event> = fc.record({
  kind: fc.constant('decide'),
  id: weighted<string | Seen>(
    [9, fc.record({ seen: fc.constant('id'), at: fc.nat() })],
    [1, fc.integer({ min: 21, max: 60 }).map((number) => `p${number}`)],
  ),
  event: fc.constantFrom('accept', 'accept', 'ask', 'ask', 'ask', 'reject', 'retract', 'retract'),
})
const wait: Arbitrary<Event> = fc.record({
  kind: fc.constant('wait'),
  seconds: weighted([9, fc.nat(20)], [1, fc.constantFrom(1_800, 3_599, 3_600)]),
})
const publish: Arbitrary<Event> = fc.record({
  kind: fc.constant('publish'),
  week: fc.integer({ min: 46, max: 48 }),
})
const merge: Arbitrary<Event> = fc.record({
  kind: fc.constant('merge'),
  from: fc.integer({ min: 41, max: 60 }),
  into: fc.integer({ min: 21, max: 40 }),
})
const crowd: Arbitrary<Event> = fc.record({ kind: fc.constant('flood'), target: fc.constantFrom(...FLOODED) })

export const event = weighted([62, decision], [30, wait], [2, publish], [1, merge], [1, crowd])

const floodBody = (world: World, target: string): object =>
  target === '/api/papers'
    ? leastPaper({ id: CROWD_ID + String((world.freshIds += 1)).padStart(12, '0') })
    : { name: 'Ada', email: `ada${(world.freshIds += 1) % 90}@example.org`, message: 'Hello.' }

/** More requests of one kind than the limit of an hour. */
const flood = async (world: World, target: string): Promise<void> => {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': world.keys.other, 'X-Forwarded-For': '192.0.2.1' }
  for (let sent = 0; sent <= 100; sent += 1) {
    const body = JSON.stringify(floodBody(world, target))
    const { reply } = await ask(world, { method: 'POST', target, headers, body, chunked: false })
    if (reply.status === 429) return
  }
  assert.fail(`101 requests to ${target} were accepted within an hour`)
}

const BRIEFS_AFTER_REQUESTS = 500

export const happen = async (world: World, what: Event): Promise<void> => {
  const { service } = world
  world.snapshot = null
  switch (what.kind) {
    case 'wait':
      service.clock.advance(what.seconds)
      return
    case 'flood':
      await flood(world, what.target)
      return
    case 'publish': {
      // The response before the first brief has to be seen, too.
      if (counted(world) < BRIEFS_AFTER_REQUESTS) return
      const week = { year: 2026, week: what.week }
      const brief = { id: weekId(week), week, title: 'A week', summary: 'Much.', take: 'Well.', featured: [] }
      await unlessRefused(service.run(publishBrief, { brief: brief, actor: 'test' }))
      return
    }
    case 'merge': {
      const ids = { id: `p${what.from}`, into: `p${what.into}` }
      await unlessRefused(service.run(mergePaper, { ...ids, note: null, actor: 'test' }))
      return
    }
    case 'decide': {
      const id = resolve(world, what.id)
      const state = await unlessRefused(
        service.run(decidePaper, { id, event: what.event, note: 'So be it.', actor: 'editor:test' }),
      )
      if (state === 'changes_requested') world.seen.asked.push(id)
    }
  }
}

/** A decision that comes too late, or is invalid, changes nothing. */
const unlessRefused = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
