import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { waitingLane, type Lane } from './lane.ts'

const isFull = (lane: Lane, client: string): boolean => {
  try {
    lane(client)()
    return false
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'unavailable' && error.retryAfter === 30)
    return true
  }
}

test('a client has four places, and leaving one twice frees one', () => {
  const lane = waitingLane()
  const leave = [1, 2, 3, 4].map(() => lane('a'))
  assert.deepEqual([isFull(lane, 'a'), isFull(lane, 'b')], [true, false])
  leave[0]?.()
  leave[0]?.()
  leave.push(lane('a'))
  assert.equal(isFull(lane, 'a'), true)
})

test('there are a hundred places in all', () => {
  const lane = waitingLane()
  const leave = Array.from({ length: 100 }, (_, index) => lane(`c${index % 50}`))
  assert.equal(isFull(lane, 'another'), true)
  leave[7]?.()
  assert.equal(isFull(lane, 'another'), false)
})
