import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneAtATime } from './attempt-limit.ts'

test('while one is under way others of the same client are refused, and once it has ended, even by an error, the next is taken', async () => {
  const inTurn = oneAtATime('Another import of yours')
  const done = Promise.withResolvers<string>()
  const first = inTurn('a', () => done.promise)
  await assert.rejects(
    inTurn('a', () => Promise.resolve('second')),
    { code: 'unavailable', retryAfter: 5 },
  )
  assert.equal(await inTurn('b', () => Promise.resolve('of another client')), 'of another client')
  done.resolve('first')
  assert.equal(await first, 'first')
  await assert.rejects(
    inTurn('a', () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  )
  assert.equal(await inTurn('a', () => Promise.resolve('third')), 'third')
})
