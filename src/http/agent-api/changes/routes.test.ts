import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { waitLimiter, type WaitLimiter } from './routes.ts'

const isFull = (limiter: WaitLimiter, client: string): boolean => {
  try {
    limiter(client)()
    return false
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'unavailable' && error.retryAfter === 30)
    return true
  }
}

test('a client has four places, and leaving one twice frees one', () => {
  const limiter = waitLimiter()
  const leave = [1, 2, 3, 4].map(() => limiter('a'))
  assert.deepEqual([isFull(limiter, 'a'), isFull(limiter, 'b')], [true, false])
  leave[0]?.()
  leave[0]?.()
  leave.push(limiter('a'))
  assert.equal(isFull(limiter, 'a'), true)
})

test('there are a hundred places in all', () => {
  const limiter = waitLimiter()
  const leave = Array.from({ length: 100 }, (_, index) => limiter(`c${index % 50}`))
  assert.equal(isFull(limiter, 'another'), true)
  leave[7]?.()
  assert.equal(isFull(limiter, 'another'), false)
})
