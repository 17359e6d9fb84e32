import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { requestsInFlight } from './requests-in-flight.ts'

test('a client has so many requests in work and no more, each client for itself', async () => {
  const inFlight = requestsInFlight(3)
  const done = Promise.withResolvers<undefined>()
  const wait = () => done.promise
  const running = ['a', 'a', 'a', 'b'].map((client) => inFlight(client, wait))
  await assert.rejects(inFlight('a', wait), (error) => error instanceof Failure && error.code === 'unavailable')
  running.push(inFlight('b', wait))
  done.resolve(undefined)
  await Promise.all(running)
  await inFlight('a', async () => {})
})

test('a request that fails is in work no longer', async () => {
  const inFlight = requestsInFlight(1)
  for (let attempt = 0; attempt < 3; attempt += 1)
    await assert.rejects(
      inFlight('a', () => Promise.reject(new Error('no'))),
      /^Error: no$/u,
    )
})
