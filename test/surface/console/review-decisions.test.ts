import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptPending } from '#actions/review/accept-pending.ts'
import { scheduleBulkAccept } from '#actions/review/schedule-bulk-accept.ts'
import { scheduleDecision } from '#actions/review/schedule-decision.ts'
import { recommendPaper } from '#actions/review/recommend-paper.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import { applyDueDecisions } from '#actions/review/apply-due-decisions.ts'
import { undoBulkDecision } from '#actions/review/undo-bulk-decision.ts'
import { undoDecision } from '#actions/review/undo-decision.ts'
import { Failure } from '#core/failure.ts'
import type { Verdict } from '#core/review/submission-state.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { engines } from '../../support/database/engines.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { openEmailQueue } from '../../support/mail/email-queue.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../support/service/read-responses.ts'
import { decide, submit } from '../../support/service/review.ts'
import { stateSnapshot } from '../../support/service/state-snapshot.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const ADA = 'editor:ada'
const BEN = 'editor:ben'
const all = { submittedBy: null, session: null, maxRisk: null }

const hasCode =
  (code: string, sentence = /./u) =>
  (error: unknown): boolean =>
    error instanceof Failure && error.code === code && sentence.test(error.message)

/** An editor decides in the console. */
const click = (service: TestService, id: string, event: Verdict, actor = ADA) =>
  service.run(scheduleDecision, { id, event, note: event === 'accept' ? null : 'Because.', actor, version: null })

const statusOf = async (service: TestService, key: string, id: string): Promise<{ status: string; note?: string }> => {
  const response = await service.get(`/api/submissions/${id}`, { 'x-api-key': key })
  return (await jsonOf<{ submission: { status: string; note?: string } }>(response)).submission
}

const withSubmissions = async (t: Parameters<typeof startTestService>[0], count: number, engine = engines[0]) => {
  const service = await startTestService(t, engine === undefined ? {} : { engine })
  const key = await service.key()
  for (let number = 1; number <= count; number += 1) await submit(service, key, leastPaper({ id: `p${number}` }))
  return { service, key }
}

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

test('each decision takes effect once, however many processes apply it, also after a restart', async (t) => {
  const corpus = await openEmailQueue(t)
  const { store, clock } = corpus
  await addPapers(store, ...Array.from({ length: 70 }, (_, index) => newPaper({ id: `p${index + 1}` }, 'pending')))
  const { digest } = await store.private.queue.selection({ ...all, state: 'pending' })
  await corpus.run(scheduleBulkAccept, { filter: all, note: null, actor: ADA, digest })
  clock.advance(30)
  const processes = await Promise.all([1, 2, 3].map(() => corpus.openAgain()))
  const settled = await Promise.all(
    processes.map(async (own) => {
      const run = await testRunner({ store: own, clock })
      let sum = 0
      for (let more = true; more;) {
        const round = await run(applyDueDecisions, null)
        sum += round.applied
        more = round.more
      }
      return sum
    }),
  )
  assert.equal(
    settled.reduce((sum, some) => sum + some, 0),
    70,
  )
  const accepted = await store.private.submissions.list({ submittedBy: null, states: ['accepted'] }, null, 100)
  assert.deepEqual(new Set(accepted.submissions.map(({ history }) => history.length)), new Set([2]))
  assert.equal(accepted.total, 70)
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
  await assert.rejects(service.run(undoDecision, { id: 'p1', actor: ADA }), hasCode('wrong_state', /too late/u))
  await assert.rejects(service.run(undoDecision, { id: 'p9', actor: ADA }), hasCode('not_found'))
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
      for (const { reason } of refused) assert.ok(hasCode('wrong_state')(reason), String(reason))
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
  const isWrongState = hasCode(
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
    hasCode('wrong_state', /has changed since/u),
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
  await assert.rejects(click(service, 'p1', 'accept'), hasCode('wrong_state', /rejected cannot be accepted/u))
  await assert.rejects(click(service, 'p9', 'accept'), hasCode('not_found'))
  for (const event of ['ask', 'reject'] as const)
    for (const note of [null, '  ', 'x'.repeat(5_001), 'a\u0000b'])
      await assert.rejects(
        service.run(scheduleDecision, { id: 'p2', event, note, actor: ADA, version: null }),
        hasCode('invalid', /^note: /u),
      )
  assert.equal(await service.store.private.decisions.find('p2'), null)
})

test('many are accepted with one decision, which is undone whole or takes effect whole', async (t) => {
  const { service } = await withSubmissions(t, 25)
  await click(service, 'p3', 'reject')
  const shown = () => service.store.private.queue.selection({ ...all, state: 'pending' })
  const acceptAll = async ({ digest }: { digest: string }, note: string | null = null) =>
    service.run(scheduleBulkAccept, { filter: all, note, actor: ADA, digest })
  await assert.rejects(acceptAll({ digest: 'of others' }), hasCode('wrong_state', /holds 24 such papers now/u))
  const batch = await acceptAll(await shown())
  await assert.rejects(acceptAll(await shown()), hasCode('wrong_state', /holds 0 such papers now/u))
  assert.equal(await service.run(undoBulkDecision, { batch, actor: ADA }), 24)
  await assert.rejects(service.run(undoBulkDecision, { batch, actor: ADA }), hasCode('wrong_state'))
  await acceptAll(await shown(), 'Welcome.')
  service.clock.advance(30)
  assert.deepEqual(await service.run(applyDueDecisions, null), { applied: 20, dropped: [], more: true })
  assert.deepEqual(await service.run(applyDueDecisions, null), { applied: 5, dropped: [], more: false })
  assert.equal((await idsAt(service, '/api/papers')).length, 24)
})

test('pending papers are accepted in batches until none is left but what somebody decided on', async (t) => {
  const { service } = await withSubmissions(t, 60)
  await click(service, 'p3', 'reject')
  const accept = (after: number | null) => service.run(acceptPending, { filter: all, note: null, actor: 'cli', after })
  const first = await accept(null)
  const second = await accept(first.next)
  assert.deepEqual([first.accepted, second.accepted, second.next], [50, 9, null])
  assert.equal((await accept(null)).accepted, 0)
  assert.equal((await idsAt(service, '/api/papers?limit=100')).length, 59)
})

test('reviewers recommend on pending papers, and submitters do not see it', async (t) => {
  const { service, key } = await withSubmissions(t, 2)
  const advise = (id: string, event: Verdict, note: string | null) =>
    service.run(recommendPaper, { id, event, note, actor: BEN })
  await advise('p1', 'reject', 'Off topic.')
  await assert.rejects(advise('p1', 'ask', null), hasCode('invalid', /^note: is required/u))
  await assert.rejects(advise('p9', 'accept', null), hasCode('not_found'))
  await decide(service, 'p2', 'accept')
  await assert.rejects(advise('p2', 'accept', null), hasCode('wrong_state', /takes no recommendation/u))
  assert.deepEqual(
    (await service.store.private.recommendations.list('p1')).map(({ event, note, version }) => [event, note, version]),
    [['reject', 'Off topic.', 1]],
  )
  const isWrongState = await (await service.get('/api/submissions/p1', { 'x-api-key': key })).text()
  assert.ok(!isWrongState.includes('Off topic'))
})

test('a submission is checked, and checked again when it is resubmitted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await service.accept(leastPaper({ id: 'p7', title: 'Checkpoints for agents that work for days' }))
  await submit(service, key, leastPaper({ id: 'p1', title: 'Checkpoints for agents which work for days' }))
  const assessment = async () => (await service.store.private.queue.find('p1'))?.assessment
  const before = await assessment()
  assert.deepEqual(
    before?.findings.map(({ check, alike }) => [check, alike.map(({ id, match }) => `${id} ${match}`)]),
    [
      ['likeness', ['p7 near_title']],
      ['missing_abstract', []],
      ['address', []],
    ],
  )
  await decide(service, 'p1', 'ask')
  const rework = leastPaper({ title: 'Another', abstract: 'A text. '.repeat(30), url: 'https://arxiv.org/abs/2510.1' })
  await service.send('PUT', '/api/submissions/p1', rework, { 'x-api-key': key })
  assert.deepEqual(await assessment(), { risk: 0, findings: [] })
})

test('a long text is told to be checked in part, and can be opened to its end', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const fullText = `${'Words. '.repeat(40_000)}The <end>.`
  await submit(service, key, leastPaper({ id: 'p1', fullText }))
  const reviewer = await signedIn(service, 'reviewer')
  const page = await (await reviewer.get('/console/queue/p1')).text()
  assert.match(page, /The checks read only the first 200,000 of 280,010 characters\./u)
  assert.match(page, /href="\/console\/queue\/p1\/text"/u)
  assert.ok(page.length < 100_000)
  const whole = await reviewer.get('/console/queue/p1/text')
  assert.equal(whole.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(await whole.text(), fullText)
  assert.equal((await reviewer.get('/console/queue/p2/text')).status, 404)
})
