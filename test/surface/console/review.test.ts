import {
  scheduleDecision,
  applyDueDecisions,
  undoDecision,
  scheduleBulkAccept,
  undoBulkDecision,
} from '#actions/scheduled-decisions.ts'
import type { Verdict } from '#core/review/submission.ts'
import { engines } from '../../support/database/engines.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf, idsAt } from '../../support/service/responses.ts'
import { submit, decide, unassessedPaper } from '../../support/service/review.ts'
import { startTestService, type TestService, stateSnapshot } from '../../support/service/test-service.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decidePaper, acceptPending } from '#actions/decisions.ts'
import { refusesWith, testRunner } from '../../support/ports.ts'
import { openEmailQueue } from '../../support/mail/mailings.ts'
import { addPapers, newPaper, corePaper } from '../../support/database/stored.ts'
import { recommendPaper } from '#actions/recommendations.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { editPaper } from '#actions/papers.ts'
import { assessedFieldsOf, type AssessedFields } from '#core/assessment/suggestion.ts'

const ADA = 'editor:ada'

/** The whole queue. */
const all = { submittedBy: null, session: null, maxRisk: null }

/** An editor decides in the console. */
const click = (service: TestService, id: string, event: Verdict, actor = ADA) =>
  service.run(scheduleDecision, { id, event, note: event === 'accept' ? null : 'Because.', actor, version: null })

/** State and note as the submitter sees them. */
const statusOf = async (service: TestService, key: string, id: string): Promise<{ status: string; note?: string }> => {
  const response = await service.get(`/api/submissions/${id}`, { 'x-api-key': key })
  return (await jsonOf<{ submission: { status: string; note?: string } }>(response)).submission
}

/** A service with pending papers p1, p2, … under one key. */
const withSubmissions = async (t: Parameters<typeof startTestService>[0], count: number, engine = engines[0]) => {
  const service = await startTestService(t, engine === undefined ? {} : { engine })
  const key = await service.key()
  for (let number = 1; number <= count; number += 1) await submit(service, key, leastPaper({ id: `p${number}` }))
  return { service, key }
}

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

test('each decision takes effect once, however many processes apply it, also after a restart', async (t) => {
  const corpus = await openEmailQueue(t)
  const { store, clock } = corpus
  await addPapers(store, ...Array.from({ length: 70 }, (_, index) => newPaper({ id: `p${index + 1}` }, 'pending')))
  const { digest } = await store.private.queue.selection({ ...all, state: 'pending' })
  await corpus.run(scheduleBulkAccept, { filter: all, note: null, actor: ADA, digest })
  clock.advance(30)
  const processes = await Promise.all([1, 2, 3].map(() => corpus.openAgain()))
  const applied = await Promise.all(
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
    applied.reduce((sum, some) => sum + some, 0),
    70,
  )
  const accepted = await store.private.submissions.list({ submittedBy: null, states: ['accepted'] }, null, 100)
  assert.deepEqual(new Set(accepted.submissions.map(({ history }) => history.length)), new Set([2]))
  assert.equal(accepted.total, 70)
})

test('many are accepted with one decision, which is undone whole or takes effect whole', async (t) => {
  const { service } = await withSubmissions(t, 25)
  await click(service, 'p3', 'reject')
  const shown = () => service.store.private.queue.selection({ ...all, state: 'pending' })
  const acceptAll = async ({ digest }: { digest: string }, note: string | null = null) =>
    service.run(scheduleBulkAccept, { filter: all, note, actor: ADA, digest })
  await assert.rejects(acceptAll({ digest: 'of others' }), refusesWith('wrong_state', /now has 24 such papers/u))
  const batch = await acceptAll(await shown())
  await assert.rejects(acceptAll(await shown()), refusesWith('wrong_state', /now has 0 such papers/u))
  assert.equal(await service.run(undoBulkDecision, { batch, actor: ADA }), 24)
  await assert.rejects(service.run(undoBulkDecision, { batch, actor: ADA }), refusesWith('wrong_state'))
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
  await assert.rejects(advise('p1', 'ask', null), refusesWith('invalid', /^note: is required/u))
  await assert.rejects(advise('p9', 'accept', null), refusesWith('not_found'))
  await decide(service, 'p2', 'accept')
  await assert.rejects(
    advise('p2', 'accept', null),
    refusesWith('wrong_state', /only pending papers can be recommended on/u),
  )
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
  const checkReport = async () => (await service.store.private.queue.find('p1'))?.checkReport
  const before = await checkReport()
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
  assert.deepEqual(await checkReport(), { risk: 0, findings: [] })
})

test('a page says that a long text is checked in part, and leads to all of it', async (t) => {
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

const assessed: AssessedFields = {
  ...assessedFieldsOf(corePaper()),
  chapter: 3,
  type: 'system',
  longHorizon: 640_000,
  concepts: ['episodic memory'],
  commentary: 'Well measured.',
}

const accept = (service: TestService, given: Partial<Parameters<typeof scheduleDecision>[1]> = {}) =>
  service.run(scheduleDecision, { id: 'p1', event: 'accept', note: null, actor: ADA, version: 1, assessed, ...given })

const takeEffect = async (service: TestService) => {
  service.clock.advance(30)
  return service.run(applyDueDecisions, null)
}

const publicPaper = async ({ store }: TestService) => {
  const found = await store.public.papers.find('p1')
  return found?.state === 'accepted' ? found.paper : null
}

const actsOn = async ({ store }: TestService): Promise<string[]> => {
  const { records } = await store.private.audit.list({ actor: null, act: null, subject: 'p1' }, null, 50)
  return records.map(({ act }) => act).toReversed()
}

for (const engine of engines)
  test(`${engine.name}: an assessment becomes public with the decision, in one act, and nobody outside sees it before`, async (t) => {
    const service = await startTestService(t, { engine })
    const key = await service.key()
    await submit(service, key, unassessedPaper({ id: 'p1' }))
    const seen = async () => (await service.get('/api/submissions/p1', { 'x-api-key': key })).text()
    const before = await seen()
    await accept(service)
    assert.equal(await seen(), before)
    assert.deepEqual(await takeEffect(service), { applied: 1, dropped: [], more: false })
    const paper = await publicPaper(service)
    assert.ok(paper !== null)
    assert.deepEqual(assessedFieldsOf(paper), assessed)
    assert.deepEqual((await actsOn(service)).slice(-3), ['decision.make', 'paper.assess', 'paper.accept'])
    assert.equal((await service.store.private.versions.list('p1')).length, 2)
    const search = await service.get('/api/papers?q=episodic')
    assert.match(await search.text(), /"p1"/u)
  })

test('an assessment that changes nothing leaves the version alone, and one of another version is refused', async (t) => {
  const service = await startTestService(t)
  await submit(service, await service.key(), unassessedPaper({ id: 'p1' }))
  await assert.rejects(accept(service, { version: 7 }), /look at version 1/u)
  assert.equal(await service.store.private.decisions.find('p1'), null)
  const same = assessedFieldsOf(corePaper())
  assert.equal((await accept(service, { assessed: same })).assessed, null)
  await takeEffect(service)
  assert.equal((await service.store.private.versions.list('p1')).length, 1)
})

test('a paper that was edited after it was assessed is not accepted, and keeps what the edit says', async (t) => {
  const service = await startTestService(t)
  await submit(service, await service.key(), unassessedPaper({ id: 'p1' }))
  await accept(service)
  const paper = (await service.store.private.papers.findByIds(['p1'])).get('p1')
  assert.ok(paper !== undefined)
  await service.run(editPaper, { paper: { ...paper, chapter: 6 }, version: 1, actor: ADA, checkReport: null })
  assert.deepEqual(await takeEffect(service), { applied: 0, dropped: ['p1'], more: false })
  assert.equal((await service.store.private.papers.findByIds(['p1'])).get('p1')?.chapter, 6)
})

test('an assessment that was taken back is the draft of its editor, until the paper is decided on', async (t) => {
  const service = await startTestService(t)
  await submit(service, await service.key(), unassessedPaper({ id: 'p1' }))
  await accept(service)
  await service.run(undoDecision, { id: 'p1', actor: ADA })
  const drafts = () => service.store.private.assessments.listDrafts('p1')
  const [draft] = await drafts()
  assert.deepEqual([draft?.author, draft?.version, draft?.fields], [ADA, 1, assessed])
  await accept(service, { event: 'reject', note: 'Off topic.' })
  assert.equal((await service.store.private.decisions.find('p1'))?.assessed, null)
  await takeEffect(service)
  assert.deepEqual(await drafts(), [])
})

test('a form without the fields of an assessment decides alone, and reviewers are shown none', async (t) => {
  const service = await startTestService(t)
  await submit(service, await service.key(), unassessedPaper({ id: 'p1', chapter: 2 }))
  const editor = await signedIn(service, 'editor')
  const reviewer = await signedIn(service, 'reviewer')
  assert.doesNotMatch(await (await reviewer.get('/console/queue/p1')).text(), /name="assessed"/u)
  assert.match(await (await editor.get('/console/queue/p1')).text(), /name="assessed"/u)
  await editor.post('/console/queue/p1/decide', { event: 'accept', version: '1' })
  assert.equal((await service.store.private.decisions.find('p1'))?.assessed, null)
  await takeEffect(service)
  assert.equal((await publicPaper(service))?.chapter, 2)
})
