import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { fairTurns } from './turns.ts'

const wanted = () => true
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a client that comes late waits for one turn of each other client, not for all that they ask', async () => {
  const turns = fairTurns()
  const order: string[] = []
  const work = (client: string) => turns({ client, isWanted: wanted }, async () => void order.push(client))
  const many = Array.from({ length: 100 }, () => work('busy'))
  await Promise.all([...many, work('late'), work('later'), work('late')])
  assert.ok(order.indexOf('late') <= 2, order.slice(0, 6).join())
  assert.ok(order.indexOf('later') <= 3)
  assert.ok(order.lastIndexOf('late') <= 5)
  assert.equal(order.length, 103)
})

test('the event loop turns between two pieces of work', async () => {
  const turns = fairTurns()
  let begun = 0
  const all = Promise.all(
    Array.from({ length: 20 }, () => turns({ client: 'a', isWanted: wanted }, async () => void (begun += 1))),
  )
  for (let seen = 1; seen < 20; seen += 1) {
    assert.ok(begun <= seen, `${begun} began in ${seen} turns`)
    await turn()
  }
  await all
})

test('no more than eight are in work at a time', async () => {
  const turns = fairTurns()
  const done = Promise.withResolvers<undefined>()
  let running = 0
  const work = async () => {
    running += 1
    await done.promise
  }
  const all = Promise.all(
    Array.from({ length: 30 }, (_, index) => turns({ client: `c${index}`, isWanted: wanted }, work)),
  )
  while (running < 8) await turn()
  for (let turns = 0; turns < 200; turns += 1) await turn()
  assert.equal(running, 8)
  done.resolve(undefined)
  await all
  assert.equal(running, 30)
})

test('more than can wait is refused, and what nobody waits for any more is not done', async () => {
  const turns = fairTurns()
  let done = 0
  const results = await Promise.allSettled(
    Array.from({ length: 700 }, () => turns({ client: 'a', isWanted: wanted }, async () => void (done += 1))),
  )
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.equal(done, 501)
  assert.equal(refused.length, 199)
  assert.ok(refused.every(({ reason }) => reason instanceof Failure && reason.code === 'unavailable'))
  await assert.rejects(turns({ client: 'a', isWanted: () => false }, async () => void (done += 1)))
  assert.equal(done, 501)
  await turns({ client: 'a', isWanted: wanted }, async () => void (done += 1))
  assert.equal(done, 502)
})
