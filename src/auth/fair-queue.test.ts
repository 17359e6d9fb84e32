import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { fairQueue } from './fair-queue.ts'

const MOST = 32

/** A queue and the names of what it has done, in order; what was refused begins with a minus. */
const recorded = () => {
  const inTurn = fairQueue(MOST)
  const done: string[] = []
  const ends: Promise<unknown>[] = []
  const send = (name: string, network: string, isKnown = false): void => {
    const end = inTurn({ network, isKnown }, async () => {
      done.push(name)
    }).catch((error: unknown) => {
      assert.ok(error instanceof Failure && error.code === 'unavailable' && error.retryAfter === 5)
      done.push(`-${name}`)
    })
    ends.push(end)
  }
  const finish = async (): Promise<string[]> => {
    await Promise.all(ends)
    return done
  }
  return { send, finish }
}

test('one network with a hundred waiting does not keep another out, nor make it wait for them', async () => {
  const { send, finish } = recorded()
  for (let index = 0; index < 100; index += 1) send(`flood ${index}`, 'one /48')
  send('admin', 'another')
  const done = await finish()
  assert.ok(done.includes('admin'))
  const served = done.filter((name) => !name.startsWith('-'))
  assert.equal(served.length, MOST)
  assert.ok(served.indexOf('admin') <= 2, served.slice(0, 4).join())
})

test('networks take turns', async () => {
  const { send, finish } = recorded()
  for (const name of ['a1', 'a2', 'a3']) send(name, 'a')
  for (const name of ['b1', 'b2']) send(name, 'b')
  send('c1', 'c')
  assert.deepEqual(await finish(), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a known browser is served when thousands of networks fill the queue', async () => {
  const { send, finish } = recorded()
  for (let index = 0; index < 2_000; index += 1) send(`flood ${index}`, `network ${index}`)
  send('admin', 'network 7', true)
  const done = await finish()
  assert.equal(done.filter((name) => !name.startsWith('-')).indexOf('admin'), 1)
  assert.equal(done.filter((name) => name.startsWith('-')).length, 2_001 - MOST)
})

test('what fails is done with, and the next has its turn', async () => {
  const inTurn = fairQueue(MOST)
  const lane = { network: 'a', isKnown: false }
  await assert.rejects(
    inTurn(lane, async () => Promise.reject(new Error('broken'))),
    /broken/u,
  )
  assert.equal(await inTurn(lane, async () => 'done'), 'done')
})
