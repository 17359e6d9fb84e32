import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestIds } from './request-ids.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u

test('every request has another id, also across processes, and each is a UUID', () => {
  const ids = [requestIds(), requestIds()].flatMap((next) => Array.from({ length: 1_000 }, next))
  assert.equal(new Set(ids).size, 2_000)
  for (const id of ids) assert.match(id, UUID)
})
