import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { requestQueue } from './fair-queue.ts'

const wanted = () => true
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a client that comes late waits for one request of each other client, not for all of them', async () => {
  const queue = requestQueue()
  const order: string[] = []
  const work = (client: string) => queue({ client, isWanted: wanted }, async () => void order.push(client))
  const many = Array.from({ length: 100 }, () => work('busy'))
  await Promise.all([...many, work('late'), work('later'), work('late')])
  assert.ok(order.indexOf('late') <= 2, order.slice(0, 6).join())
  assert.ok(order.indexOf('later') <= 3)
  assert.ok(order.lastIndexOf('late') <= 5)
  assert.equal(order.length, 103)
})

test('the event loop runs between two pieces of work', async () => {
  const queue = requestQueue()
  let begun = 0
  const all = Promise.all(
    Array.from({ length: 20 }, () => queue({ client: 'a', isWanted: wanted }, async () => void (begun += 1))),
  )
  for (let seen = 1; seen < 20; seen += 1) {
    assert.ok(begun <= seen, `${begun} began in ${seen} iterations`)
    await tick()
  }
  await all
})

test('no more than eight run at a time', async () => {
  const queue = requestQueue()
  const done = Promise.withResolvers<undefined>()
  let running = 0
  const work = async () => {
    running += 1
    await done.promise
  }
  const all = Promise.all(
    Array.from({ length: 30 }, (_, index) => queue({ client: `c${index}`, isWanted: wanted }, work)),
  )
  while (running < 8) await tick()
  for (let ticks = 0; ticks < 200; ticks += 1) await tick()
  assert.equal(running, 8)
  done.resolve(undefined)
  await all
  assert.equal(running, 30)
})

test('work beyond the limit is refused, and work that nobody waits for any more is dropped', async () => {
  const queue = requestQueue()
  let done = 0
  const results = await Promise.allSettled(
    Array.from({ length: 700 }, () => queue({ client: 'a', isWanted: wanted }, async () => void (done += 1))),
  )
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.equal(done, 501)
  assert.equal(refused.length, 199)
  assert.ok(refused.every(({ reason }) => reason instanceof Failure && reason.code === 'unavailable'))
  await assert.rejects(queue({ client: 'a', isWanted: () => false }, async () => void (done += 1)))
  assert.equal(done, 501)
  await queue({ client: 'a', isWanted: wanted }, async () => void (done += 1))
  assert.equal(done, 502)
})
