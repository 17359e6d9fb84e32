import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneAtATime } from './one-at-a-time.ts'

test('while one is under way others are refused, and after it, whatever became of it, the next is taken', async () => {
  const inTurn = oneAtATime('Another import')
  const done = Promise.withResolvers<string>()
  const first = inTurn(() => done.promise)
  await assert.rejects(
    inTurn(() => Promise.resolve('second')),
    { code: 'unavailable', retryAfter: 5 },
  )
  done.resolve('first')
  assert.equal(await first, 'first')
  await assert.rejects(
    inTurn(() => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  )
  assert.equal(await inTurn(() => Promise.resolve('third')), 'third')
})
