import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSecret } from '#core/access/api-key.ts'
import { WAITING_BYTES } from '#core/quota.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { requireValid } from '#schemas/validate.ts'
import { engines } from '../../../support/database/engines.ts'
import { leastPaper } from '../../../support/service/papers.ts'
import { assertFailure, jsonOf } from '../../../support/service/responses.ts'
import { decide } from '../../../support/service/review.ts'
import { startTestService, type TestService } from '../../../support/service/test-service.ts'

/** A body of this many bytes, with letters of two bytes. */
const paperOf = (id: string, bytes: number): Record<string, unknown> => {
  const frame = Buffer.byteLength(JSON.stringify(leastPaper({ id, abstract: '' })))
  const letters = bytes - frame
  return leastPaper({ id, abstract: 'é'.repeat(Math.floor(letters / 2)) + 'e'.repeat(letters % 2) })
}

/** Stores a waiting paper that leaves a key room for this many bytes; sending 32 MB would take long. */
const leaveRoom = async (service: TestService, key: string, room: number): Promise<void> => {
  const owner = await service.store.private.keys.findByHash(hashSecret(key))
  const at = service.clock.now()
  const { paper } = requireValid(parsePaper(leastPaper({ id: 'p1', title: 'Many words' }), at))
  const bytes = WAITING_BYTES - room
  const submitted = { submittedBy: owner?.id ?? '', actor: `key:${owner?.id}`, at: at.toISOString() }
  await service.store.transact((tx) => tx.papers.add([{ paper, state: 'pending', bytes, ...submitted }]))
}

const waitingOf = async (service: TestService, key: string): Promise<number> => {
  const response = await service.get('/api/submissions?limit=1', { 'x-api-key': key })
  const { waiting } = await jsonOf<{ waiting: { bytes: number; limit: number } }>(response)
  assert.equal(waiting.limit, WAITING_BYTES)
  return waiting.bytes
}

const send = (service: TestService, key: string, paper: Record<string, unknown>): Promise<Response> =>
  service.send('POST', '/api/papers', paper, { 'x-api-key': key })

for (const engine of engines) {
  test(`the waiting papers of a key have a bound in bytes, and what is beyond it changes nothing (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    const [key, other] = [await service.key(), await service.key()]
    await leaveRoom(service, key, 2_000)
    assert.equal(await waitingOf(service, key), WAITING_BYTES - 2_000)

    const refused = await send(service, key, paperOf('p2', 2_001))
    assert.equal(refused.headers.get('retry-after'), '3600')
    assert.equal(refused.headers.get('ratelimit'), '"submit";r=100')
    const { code, sentence } = await assertFailure(refused, 'corpus', 429)
    assert.equal(code, 'quota_exceeded')
    assert.match(sentence, /may have 33554432 bytes together, and have 33552432; withdraw some/u)
    assert.equal((await service.get('/api/submissions/p2', { 'x-api-key': key })).status, 404)
    assert.equal((await send(service, other, paperOf('p3', 2_001))).status, 201, 'another key')

    const both = await Promise.all(['p4', 'p5'].map((id) => send(service, key, paperOf(id, 1_001))))
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([201, 429]), 'two at once')
    assert.equal(await waitingOf(service, key), WAITING_BYTES - 999)
    assert.equal((await send(service, key, paperOf('p6', 999))).status, 201, 'to the byte')
    assert.equal(await waitingOf(service, key), WAITING_BYTES)
  })

  test(`bytes are free again when a paper is decided on or withdrawn, and a resubmission counts anew (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    const key = await service.key()
    const withKey = { 'x-api-key': key }
    for (const [id, bytes] of [
      ['p2', 1_000],
      ['p3', 2_000],
      ['p4', 3_000],
      ['p5', 4_000],
    ] as const)
      assert.equal((await send(service, key, paperOf(id, bytes))).status, 201)
    assert.equal(await waitingOf(service, key), 10_000)
    await decide(service, 'p2', 'accept', 'Fine.')
    assert.equal(await waitingOf(service, key), 9_000)
    await decide(service, 'p3', 'reject', 'No.')
    assert.equal(await waitingOf(service, key), 7_000)
    assert.equal((await service.send('DELETE', '/api/submissions/p4', '', withKey)).status, 200)
    assert.equal(await waitingOf(service, key), 4_000)
    await decide(service, 'p5', 'ask', 'More?')
    assert.equal(await waitingOf(service, key), 4_000, 'still waits')

    await leaveRoom(service, key, 6_000)
    const rework = (bytes: number) => service.send('PUT', '/api/submissions/p5', paperOf('p5', bytes), withKey)
    assert.equal((await assertFailure(await rework(6_001), 'corpus', 429)).code, 'quota_exceeded')
    assert.equal((await rework(6_000)).status, 200)
    assert.equal(await waitingOf(service, key), WAITING_BYTES)
  })
}
