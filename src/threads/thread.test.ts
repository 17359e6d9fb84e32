import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openThread, requestsTo, type Thread } from './thread.ts'

const ANSWER = new URL('./answer.ts', import.meta.url).href
const FAILURE = new URL('../core/failure.ts', import.meta.url).href

/** A thread that runs these lines, with `answer`, `answerInParts` and `Failure` imported. */
const threadOf = (t: TestContext, lines: string, options: { idleMs?: number } = {}): Thread<unknown, unknown> => {
  const code = `import { answer, answerInParts } from '${ANSWER}'; import { Failure } from '${FAILURE}'; ${lines}`
  const thread = openThread<unknown, unknown>({
    entry: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    resourceLimits: { maxOldGenerationSizeMb: 16 },
    ...options,
  })
  t.after(() => thread.close())
  return thread
}

const all = async (parts: AsyncIterable<unknown>): Promise<unknown[]> => {
  const found: unknown[] = []
  for await (const part of parts) found.push(part)
  return found
}

/** Counts the questions of one thread: a new thread begins at 1. */
const COUNTING = 'let asked = 0; await answer(() => (asked += 1))'

test('questions are answered one after another, in their order, by the same thread', async (t) => {
  const thread = threadOf(t, 'let last = 0; await answer((n) => { const answer = [last, n]; last = n; return answer })')
  const answers = await Promise.all([1, 2, 3].map((n) => thread.request(n)))
  assert.deepEqual(answers, [
    [0, 1],
    [1, 2],
    [2, 3],
  ])
})

test('an answer comes in parts, and another one after it', async (t) => {
  const thread = threadOf(
    t,
    'await answerInParts(function* (n) { for (let part = 1; part <= n; part += 1) yield part })',
  )
  for (const parts of [[1, 2, 3], [], [1], [1, 2]]) assert.deepEqual(await all(thread.parts(parts.length)), parts)
})

test('the thread prepares one part ahead and no more', async (t) => {
  const thread = threadOf(
    t,
    'let made = 0; await answerInParts(function* (n) { if (n === 0) yield made; else while (n > (made += 1)) yield made })',
  )
  const parts = thread.parts(1_000)
  assert.deepEqual(await parts.next(), { done: false, value: 1 })
  assert.deepEqual(await parts.next(), { done: false, value: 2 })
  await parts.return(null)
  assert.equal(await thread.request(0), 0, 'an answer that is not read to its end ends the thread')
})

test('a Failure is an answer like any other, and the thread goes on', async (t) => {
  const thread = threadOf(
    t,
    'let asked = 0; await answer((n) => { asked += 1; if (n === 0) throw new Failure("too_large", "It is too large."); return asked })',
  )
  await assert.rejects(thread.request(0), { name: 'Failure', code: 'too_large', message: 'It is too large.' })
  assert.equal(await thread.request(1), 2)
})

test('what ends a thread is thrown, and the next question starts a new one', async (t) => {
  const faults: [string, object][] = [
    ['throw new RangeError("defect")', { name: 'RangeError', message: 'defect' }],
    ['process.exit(1)', { name: 'ThreadFault', code: 'ended' }],
    [
      'const kept = []; for (;;) kept.push(String(Math.random()).repeat(9))',
      { name: 'ThreadFault', code: 'too_much_memory' },
    ],
    ['for (;;);', { name: 'ThreadFault', code: 'too_slow' }],
  ]
  for (const [fault, expected] of faults) {
    const thread = threadOf(
      t,
      `let asked = 0; await answer((n) => { asked += 1; if (n === 'fault') { ${fault} } return asked })`,
    )
    assert.equal(await thread.request('fine'), 1)
    await assert.rejects(thread.request('fault', fault === 'for (;;);' ? { withinMs: 300 } : {}), expected)
    assert.equal(await thread.request('fine'), 1)
  }
})

test('a signal ends the wait with its reason', async (t) => {
  const thread = threadOf(t, 'await answer(() => new Promise(() => {}))')
  const stopping = new AbortController()
  const asked = thread.request('anything', { signal: stopping.signal })
  stopping.abort(new Error('stopped'))
  await assert.rejects(asked, /^Error: stopped$/u)
  await assert.rejects(thread.request('anything', { signal: stopping.signal }), /^Error: stopped$/u)
})

test('buffers move to the thread where that is asked for', async (t) => {
  const thread = threadOf(t, 'await answer((bytes) => bytes.byteLength)')
  const [copied, moved] = [new Uint8Array(9), new Uint8Array(9)]
  assert.equal(await thread.request(copied), 9)
  assert.equal(await thread.request(moved, { transfer: [moved.buffer] }), 9)
  assert.deepEqual([copied.byteLength, moved.byteLength], [9, 0])
})

test('a thread without questions ends after its time, and one that is closed at once', async (t) => {
  const [idle, closed] = [threadOf(t, COUNTING, { idleMs: 0 }), threadOf(t, COUNTING)]
  assert.deepEqual([await closed.request(null), await closed.request(null)], [1, 2])
  await closed.close()
  assert.equal(await closed.request(null), 1)
  assert.equal(await idle.request(null), 1)
  do await pause(1)
  while ((await idle.request(null)) !== 1)
})

test('what has taken too much memory answers to the end, and is replaced for the next request', async () => {
  let starts = 0
  let ends = 0
  let isSpent = true
  const thread = requestsTo<null, number>(() => {
    const emitter = new EventEmitter()
    const number = (starts += 1)
    return Promise.resolve({
      emitter,
      post: () => setImmediate(() => emitter.emit('message', { is: 'part', part: number, isLast: true })),
      ref: () => {},
      unref: () => {},
      end: () => Promise.resolve((ends += 1)),
      isSpent: () => isSpent,
    })
  }, undefined)
  assert.deepEqual([await thread.request(null), ends], [1, 1])
  isSpent = false
  assert.deepEqual([await thread.request(null), await thread.request(null), ends], [2, 2, 1])
})
