import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { requestsInFlight } from './requests-in-flight.ts'

test('the number of requests in progress is limited for each client', async () => {
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

test('a request that fails is no longer in progress', async () => {
  const inFlight = requestsInFlight(1)
  for (let attempt = 0; attempt < 3; attempt += 1)
    await assert.rejects(
      inFlight('a', () => Promise.reject(new Error('no'))),
      /^Error: no$/u,
    )
})

test('a batch counts as the requests in it, and alone it may be more than the limit', async () => {
  const inFlight = requestsInFlight(3)
  const done = Promise.withResolvers<undefined>()
  const wait = () => done.promise
  const batch = (requests: number): Promise<void> =>
    inFlight('a', (countMore) => {
      countMore(requests - 1)
      return wait()
    })
  const two = batch(2)
  await assert.rejects(batch(2), /already have 2 requests/u)
  const one = inFlight('a', wait)
  await assert.rejects(inFlight('a', wait), /already have 3 requests/u)
  done.resolve(undefined)
  await Promise.all([two, one])
  await batch(20)
  await batch(3)
})
