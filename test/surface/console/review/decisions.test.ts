import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scheduleDecision } from '#actions/review/schedule-decision.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import { applyDueDecisions } from '#actions/review/apply-due-decisions.ts'
import { undoDecision } from '#actions/review/undo-decision.ts'
import { engines } from '../../../support/database/engines.ts'
import { leastPaper } from '../../../support/service/papers.ts'
import { idsAt } from '../../../support/service/read-responses.ts'
import { decide } from '../../../support/service/review.ts'
import { stateSnapshot } from '../../../support/service/state-snapshot.ts'
import { ADA, click, statusOf, withSubmissions } from '../../../support/actions/scheduled-decisions.ts'
import { refusesWith } from '../../../support/actions/refuses-with.ts'

const BEN = 'editor:ben'

for (const engine of engines)
  test(`${engine.name}: a decision takes effect after 30 seconds, and until then nobody outside can tell`, async (t) => {
    const { service, key } = await withSubmissions(t, 3, engine)
    const outside = async () => ({ ...(await stateSnapshot(service, key)), quota: null })
    const before = await outside()
    await click(service, 'p1', 'accept')
    await click(service, 'p2', 'ask')
    await click(service, 'p3', 'reject')
    assert.deepEqual(await outside(), before)
    service.clock.advance(29)
    assert.deepEqual(await service.run(applyDueDecisions, null), { applied: 0, dropped: [], more: false })
    assert.deepEqual(await outside(), before)
    service.clock.advance(1)
    assert.deepEqual(await service.run(applyDueDecisions, null), { applied: 3, dropped: [], more: false })
    assert.deepEqual(await idsAt(service, '/api/papers'), ['p1'])
    const states = await Promise.all(['p1', 'p2', 'p3'].map((id) => statusOf(service, key, id)))
    assert.deepEqual(
      states.map(({ status, note }) => [status, note]),
      [
        ['accepted', undefined],
        ['changes_requested', 'Because.'],
        ['rejected', 'Because.'],
      ],
    )
    assert.deepEqual(await service.run(applyDueDecisions, null), { applied: 0, dropped: [], more: false })
  })

test('a decision can be undone until it takes effect, and not after', async (t) => {
  const { service, key } = await withSubmissions(t, 1)
  await click(service, 'p1', 'reject')
  service.clock.advance(29)
  await service.run(undoDecision, { id: 'p1', actor: ADA })
  service.clock.advance(60)
  await service.run(applyDueDecisions, null)
  assert.equal((await statusOf(service, key, 'p1')).status, 'pending')
  await click(service, 'p1', 'accept')
  service.clock.advance(30)
  await service.run(applyDueDecisions, null)
  await assert.rejects(service.run(undoDecision, { id: 'p1', actor: ADA }), refusesWith('wrong_state', /too late/u))
  await assert.rejects(service.run(undoDecision, { id: 'p9', actor: ADA }), refusesWith('not_found'))
  assert.equal((await statusOf(service, key, 'p1')).status, 'accepted')
})

for (const engine of engines)
  test(`${engine.name}: of two editors who decide at once one wins, and the other gets an error`, async (t) => {
    const { service, key } = await withSubmissions(t, 10, engine)
    for (let number = 1; number <= 10; number += 1) {
      const id = `p${number}`
      const results = await Promise.allSettled([
        click(service, id, 'accept', ADA),
        click(service, id, 'reject', BEN),
        decide(service, id, 'ask'),
      ])
      const refused = results.filter((result) => result.status === 'rejected')
      assert.equal(refused.length, 2, id)
      for (const { reason } of refused) assert.ok(refusesWith('wrong_state')(reason), String(reason))
    }
    service.clock.advance(30)
    await service.run(applyDueDecisions, null)
    const { submissions } = await service.store.private.submissions.list(
      { submittedBy: null, states: ['accepted', 'rejected', 'changes_requested'] },
      null,
      50,
    )
    assert.equal(submissions.length, 10)
    for (const { id, history } of submissions) assert.equal(history.length, 2, id)
    assert.ok((await statusOf(service, key, 'p1')).status !== 'pending')
  })

test('the second editor learns what was decided and when it takes effect', async (t) => {
  const { service } = await withSubmissions(t, 1)
  await click(service, 'p1', 'accept')
  const isWrongState = refusesWith(
    'wrong_state',
    /already decided to accept p1; that takes effect at 2026-11-20T10:00:30\.000Z/u,
  )
  await assert.rejects(click(service, 'p1', 'reject', BEN), isWrongState)
  await assert.rejects(service.run(decidePaper, { id: 'p1', event: 'reject', note: 'No.', actor: 'cli' }), isWrongState)
})

test('a decision on a version that was changed meanwhile is refused', async (t) => {
  const { service, key } = await withSubmissions(t, 1)
  await decide(service, 'p1', 'ask')
  await service.send('PUT', '/api/submissions/p1', leastPaper({ title: 'New' }), { 'x-api-key': key })
  const decision = { id: 'p1', event: 'accept' as const, note: null, actor: ADA }
  await assert.rejects(
    service.run(scheduleDecision, { ...decision, version: 1 }),
    refusesWith('wrong_state', /has changed since/u),
  )
  await service.run(scheduleDecision, { ...decision, version: 2 })
})

test('a submitter who withdraws in time is not accepted', async (t) => {
  const { service, key } = await withSubmissions(t, 1)
  await click(service, 'p1', 'accept')
  await service.send('DELETE', '/api/submissions/p1', '', { 'x-api-key': key })
  service.clock.advance(60)
  assert.deepEqual(await service.run(applyDueDecisions, null), { applied: 0, dropped: [], more: false })
  assert.equal((await statusOf(service, key, 'p1')).status, 'withdrawn')
  assert.deepEqual(await idsAt(service, '/api/papers'), [])
})

test('only a pending paper can be decided on, and requesting changes or rejecting needs a note', async (t) => {
  const { service } = await withSubmissions(t, 2)
  await decide(service, 'p1', 'reject')
  await assert.rejects(click(service, 'p1', 'accept'), refusesWith('wrong_state', /rejected cannot be accepted/u))
  await assert.rejects(click(service, 'p9', 'accept'), refusesWith('not_found'))
  for (const event of ['ask', 'reject'] as const)
    for (const note of [null, '  ', 'x'.repeat(5_001), 'a\u0000b'])
      await assert.rejects(
        service.run(scheduleDecision, { id: 'p2', event, note, actor: ADA, version: null }),
        refusesWith('invalid', /^note: /u),
      )
  assert.equal(await service.store.private.decisions.find('p2'), null)
})
