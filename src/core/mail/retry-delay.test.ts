import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_DELIVERY_ATTEMPTS, restDelay, retryDelay } from './retry-delay.ts'

test('pauses between attempts grow from half a minute to four hours, and stay there', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, MAX_DELIVERY_ATTEMPTS - 1].map(retryDelay),
    [30, 120, 600, 1_800, 3_600, 14_400, 14_400, 14_400],
  )
  for (let attempts = 2; attempts < MAX_DELIVERY_ATTEMPTS; attempts += 1)
    assert.ok((retryDelay(attempts) ?? 0) >= (retryDelay(attempts - 1) ?? 0))
})

test('an email is given up after the last attempt', () => {
  assert.equal(retryDelay(MAX_DELIVERY_ATTEMPTS), null)
  assert.equal(retryDelay(MAX_DELIVERY_ATTEMPTS + 1), null)
})

test('a mail server may be away for two days before an email is given up', () => {
  let seconds = 0
  for (let attempts = 1; attempts < MAX_DELIVERY_ATTEMPTS; attempts += 1) seconds += retryDelay(attempts) ?? 0
  assert.ok(seconds > 2 * 86_400, String(seconds))
})

test('who rests is asked again within five minutes', () => {
  assert.deepEqual([1, 2, 3, 4, MAX_DELIVERY_ATTEMPTS].map(restDelay), [30, 120, 300, 300, 300])
})
