import {
  createLongviewClient,
  type ClientOptions,
  type LongviewClient,
  LongviewError,
  LongviewUnreachable,
} from '#client/client.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'

/** One answer of a scripted server, or the error that its connection ends with. */
type Scripted = Error | { status: number; headers?: Record<string, string>; body?: unknown }

export type ScriptedRequest = {
  method: string
  url: string
  headers: Headers
  body: unknown
  redirect: string | undefined
}

/**
 * A client of a server whose answers are a script, with a clock that only waiting moves. `waits` are the milliseconds of each wait;
 * `asked` are the requests as they were sent.
 */
const scriptedServer = (
  answers: readonly Scripted[],
  options: ClientOptions & { random?: number; startsAt?: string } = {},
) => {
  const { random = 0.5, startsAt = '2026-11-22T12:00:00Z', ...clientOptions } = options
  const asked: ScriptedRequest[] = []
  const waits: number[] = []
  const clock = { now: Date.parse(startsAt) }
  const left = [...answers]
  const client: LongviewClient = createLongviewClient('https://library.test', {
    ...clientOptions,
    timing: {
      now: () => clock.now,
      random: () => random,
      sleep: (ms, signal) => {
        signal?.throwIfAborted()
        waits.push(ms)
        clock.now += ms
        return Promise.resolve()
      },
    },
    fetch:
      clientOptions.fetch ??
      ((input, init = {}) => {
        asked.push({
          method: init.method ?? 'GET',
          url: input instanceof Request ? input.url : input.toString(),
          headers: new Headers(init.headers),
          body: init.body,
          redirect: init.redirect,
        })
        const answer = left.shift()
        if (answer === undefined) throw new Error('the server was asked once more than it has answers')
        if (answer instanceof Error) return Promise.reject(answer)
        const { status, headers = {}, body = {} } = answer
        const type = status >= 400 ? 'application/problem+json' : 'application/json'
        const text = status === 304 ? null : JSON.stringify(body)
        return Promise.resolve(new Response(text, { status, headers: { 'content-type': type, ...headers } }))
      }),
  })
  return { client, asked, waits, clock, isDone: () => left.length === 0 }
}

const stats = { totalPapers: 3, sources: 1, concepts: 2, frameworks: 0 }
const fine: Scripted = { status: 200, body: { success: true, stats } }
const busy = (status: number, retryAfter?: string, more: Record<string, string> = {}): Scripted => ({
  status,
  headers: { ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }), ...more },
})
const paper = { id: 'p1', title: 'T', authors: ['A'], year: 2026 }

const problem = (type: string) => ({
  type,
  title: 'Not Found',
  status: 404,
  detail: 'There is no paper p9.',
  errors: [],
})

test('the client waits exactly as long as Retry-After says, in seconds, whatever the status', async () => {
  const { client, waits, asked } = scriptedServer([busy(429, '7'), busy(503, '120'), busy(507, '0'), fine])
  assert.deepEqual(await client.stats(), stats)
  assert.deepEqual(waits, [7_000, 120_000, 0])
  assert.equal(asked.length, 4)
})

test('a date is waited for, by the clock of the server where it tells it, else by ours', async () => {
  const until = 'Sun, 22 Nov 2026 12:01:30 GMT'
  const ours = scriptedServer([busy(503, until), fine])
  await ours.client.stats()
  assert.deepEqual(ours.waits, [90_000])
  // The server is an hour behind, and asks for half a minute.
  const theirs = scriptedServer([
    busy(503, 'Sun, 22 Nov 2026 11:00:30 GMT', { date: 'Sun, 22 Nov 2026 11:00:00 GMT' }),
    fine,
  ])
  await theirs.client.stats()
  assert.deepEqual(theirs.waits, [30_000])
  const past = scriptedServer([busy(429, 'Sun, 22 Nov 2026 11:59:00 GMT'), fine])
  await past.client.stats()
  assert.deepEqual(past.waits, [0])
})

test('without a time the waits double and spread, and never pass half a minute', async () => {
  const answers = Array.from({ length: 9 }, () => busy(503))
  const longest = scriptedServer([...answers, fine], { retries: 9, random: 1 })
  await longest.client.stats()
  assert.deepEqual(longest.waits, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  const shortest = scriptedServer([...answers, fine], { retries: 9, random: 0 })
  await shortest.client.stats()
  assert.deepEqual(
    shortest.waits,
    longest.waits.map((ms) => ms / 2),
  )
  const nonsense = scriptedServer([busy(503, 'soon'), busy(503, '-4'), fine], { random: 1 })
  await nonsense.client.stats()
  assert.deepEqual(nonsense.waits, [500, 1_000])
})

test('after the last attempt, or when the wait would be too long, the failure is thrown, with the time', async () => {
  const tired = scriptedServer([busy(429, '1'), busy(429, '2'), busy(429, '3')], { retries: 2 })
  await assert.rejects(tired.client.stats(), { status: 429, retryAfterMs: 3_000 })
  assert.deepEqual(tired.waits, [1_000, 2_000])
  const patient = scriptedServer([busy(429, '3600')])
  await assert.rejects(patient.client.stats(), { name: 'LongviewError', retryAfterMs: 3_600_000 })
  assert.deepEqual(patient.waits, [])
  const none = scriptedServer([busy(503, '1')], { retries: 0 })
  await assert.rejects(none.client.stats(), { status: 503 })
})

test('what may have been done is not done twice: only reads and named requests are repeated without an answer', async () => {
  const lost = new TypeError('fetch failed')
  const read = scriptedServer([lost, busy(502), fine])
  await read.client.stats()
  assert.equal(read.asked.length, 3)

  const named = scriptedServer([lost, busy(504), { status: 201, body: { success: true } }], { apiKey: 'k' })
  await named.client.submit(paper)
  const keys = new Set(named.asked.map(({ headers }) => headers.get('idempotency-key')))
  assert.equal(keys.size, 1, 'each try has the same key')
  assert.match([...keys][0] ?? '', /^[0-9a-f]{32}$/u)

  for (const answer of [lost, busy(502), busy(504)]) {
    const unnamed = scriptedServer([answer], { apiKey: 'k' })
    await assert.rejects(unnamed.client.resubmit('p1', paper))
    assert.equal(unnamed.asked.length, 1)
  }
  // Refused for now: nothing was done.
  const refused = scriptedServer([busy(429, '9'), { status: 200, body: { submission: {} } }], { apiKey: 'k' })
  await refused.client.resubmit('p1', paper)
  assert.deepEqual(refused.waits, [9_000])
  // The first request is still running: the answer comes when it has ended.
  const running = scriptedServer([busy(409, '1'), { status: 201, body: {} }], { apiKey: 'k' })
  await running.client.submit(paper)
  assert.deepEqual(running.waits, [1_000])
})

test('refusals are thrown at once, with code, errors and request, in both forms', async () => {
  const corpus = {
    success: false,
    error: 'The title is missing.',
    code: 'invalid',
    details: [{ path: 'title', message: 'is required' }],
  }
  const one = scriptedServer([{ status: 400, body: corpus, headers: { 'x-request-id': 'r1' } }], { apiKey: 'k' })
  await assert.rejects(one.client.submit(paper), (error: unknown) => {
    assert.ok(error instanceof LongviewError)
    const { status, code, message, details, requestId } = error
    assert.deepEqual(
      { status, code, message, details: [...details], requestId },
      {
        status: 400,
        code: 'invalid',
        message: corpus.error,
        details: corpus.details,
        requestId: 'r1',
      },
    )
    return true
  })
  const two = scriptedServer([{ status: 404, body: problem('https://library.test/docs#error-not_found') }])
  await assert.rejects(two.client.paper('p9'), { code: 'not_found', message: 'There is no paper p9.', details: [] })
  const quota = 'https://iana.org/assignments/http-problem-types#quota-exceeded'
  const three = scriptedServer([{ status: 429, body: problem(quota) }], { retries: 0 })
  await assert.rejects(three.client.stats(), { code: 'quota_exceeded' })
  const foreign = scriptedServer([{ status: 418, body: 'tea' }])
  await assert.rejects(foreign.client.stats(), { code: 'unknown', message: 'The server answered 418.', body: 'tea' })
  const defect = scriptedServer([{ status: 500 }])
  await assert.rejects(defect.client.stats(), { status: 500 })
})

test('a call ends when its signal does, between tries too', async () => {
  const ended = scriptedServer([])
  await assert.rejects(ended.client.stats({ signal: AbortSignal.abort(new Error('enough')) }), /enough/u)
  assert.equal(ended.asked.length, 0)
  const controller = new AbortController()
  const lost = Object.assign(new TypeError('fetch failed'))
  const between = scriptedServer([lost], {
    fetch: () => {
      controller.abort(new Error('enough'))
      return Promise.reject(lost)
    },
  })
  await assert.rejects(between.client.stats({ signal: controller.signal }), /enough/u)
  assert.deepEqual(between.waits, [])
})

test('the key goes with what needs it, and follows no redirect', async () => {
  const { client, asked } = scriptedServer([fine, { status: 200, body: { submission: {} } }], { apiKey: 'secret' })
  await client.stats()
  await client.submission('p1')
  assert.deepEqual(
    asked.map(({ headers, redirect }) => [headers.get('x-api-key'), redirect]),
    [
      [null, 'follow'],
      ['secret', 'error'],
    ],
  )
})

test('no answer at all is an error of its own, with the reason', async () => {
  const cause = new TypeError('fetch failed')
  const { client } = scriptedServer([cause], { retries: 0 })
  await assert.rejects(client.stats(), (error: unknown) => {
    assert.ok(error instanceof LongviewUnreachable)
    assert.equal(error.cause, cause)
    assert.match(error.message, /library\.test cannot be reached/u)
    return true
  })
})
