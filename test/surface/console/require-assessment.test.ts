import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptPending } from '#actions/decisions.ts'
import { applyDueDecisions, scheduleDecision } from '#actions/scheduled-decisions.ts'
import { ingestPapers } from '#actions/submissions.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { engines } from '../../support/database/engines.ts'
import { refusesWith, testRunner } from '../../support/ports.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../support/service/responses.ts'
import { setSettings } from '../../support/service/settings.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const assessed = { chapter: 3, type: 'system', longHorizonScore: 0.5 }
const all = { submittedBy: null, session: null, maxRisk: null }

/** p1 and p3 wait without an assessment, p2 and p4 with one. */
const withQueue = async (service: TestService): Promise<void> => {
  const key = await service.key()
  for (const id of ['p1', 'p3']) await submit(service, key, leastPaper({ id, chapter: 3, type: 'system' }))
  for (const id of ['p2', 'p4']) await submit(service, key, leastPaper({ id, ...assessed }))
}

const takeEffect = async (service: TestService): Promise<string[]> => {
  service.clock.advance(30)
  await service.run(applyDueDecisions, null)
  return (await idsAt(service, '/api/papers')).map(String).toSorted()
}

const wordsAt = async (get: (path: string) => Promise<Response>, path: string): Promise<string> =>
  (await (await get(path)).text()).replaceAll(/<[^>]*>/gu, ' ').replaceAll(/\s+/gu, ' ')

for (const engine of engines) {
  test(`${engine.name}: with "editors", people in the console publish only assessed papers, keys and commands all`, async (t) => {
    const service = await startTestService(t, { engine, requireAssessment: 'editors' })
    await withQueue(service)
    const editor = await signedIn(service, 'editor')
    assert.match(
      await wordsAt(editor.get, '/console/queue'),
      /p1 A paper .*waits for an assessment: lacks score 2025 .*p2 A paper .*2025/u,
    )
    const bare = await editor.post('/console/queue/p1/decide', { event: 'accept', version: '1' })
    assert.equal(bare.status, 409)
    assert.match(await bare.text(), /p1 stays in review until it is assessed .*: give its score/u)
    const form = { event: 'accept', version: '1', assessed: '1', chapter: '3', type: 'system', longHorizonScore: '0.4' }
    assert.equal((await editor.post('/console/queue/p1/decide', form)).status, 303)
    assert.deepEqual(await takeEffect(service), ['p1'])

    // Many at once: the page says how many stay, and they do.
    const page = await (await editor.get('/console/accept-all')).text()
    assert.match(page, /Accept 2 papers in the queue\?/u)
    assert.match(page, /1 other paper will stay in review/u)
    const [, digest = ''] = /name="digest" value="(?<digest>[^"]*)"/u.exec(page) ?? []
    assert.equal((await editor.post('/console/accept-all', { digest })).status, 303)
    assert.deepEqual(await takeEffect(service), ['p1', 'p2', 'p4'])
    assert.match(await (await editor.get('/console/accept-all?assessed=false')).text(), /There is nothing to accept/u)
    const hopeless = await editor.post('/console/accept-all?assessed=false', { digest: '' })
    assert.match(await hopeless.text(), /The queue now has 0 such papers/u)

    const headers = { 'x-api-key': await service.key('review:decide') }
    const decision = { decision: 'accept' }
    const decided = await service.send('POST', '/api/editorial/submissions/p3/decision', decision, headers)
    assert.deepEqual(await jsonOf(decided), { success: true, id: 'p3', status: 'accepted' })
  })

  test(`${engine.name}: with "keys", API keys, commands and ingestion publish only assessed papers, people all`, async (t) => {
    const service = await startTestService(t, { engine, requireAssessment: 'keys' })
    await withQueue(service)
    const headers = { 'x-api-key': await service.key('review:decide', 'review:read') }
    const decision = { decision: 'accept' }
    const refused = await service.send('POST', '/api/editorial/submissions/p1/decision', decision, headers)
    assert.equal(refused.status, 409)
    assert.match(await refused.text(), /p1 stays in review until it is assessed \(REQUIRE_ASSESSMENT=keys\)/u)
    const listed = await jsonOf<{ submissions: { id: string; lacks: string[] }[] }>(
      await service.get('/api/editorial/submissions', headers),
    )
    assert.deepEqual(
      listed.submissions.map(({ id, lacks }) => [id, lacks]),
      [
        ['p1', ['longHorizonScore']],
        ['p3', ['longHorizonScore']],
        ['p2', []],
        ['p4', []],
      ],
    )
    assert.deepEqual(await service.run(acceptPending, { filter: all, note: null, actor: 'cli', after: null }), {
      accepted: 2,
      resubmitted: [],
      held: 2,
      unplaced: 0,
      next: null,
    })

    const read = [leastPaper({ id: 'p11' }), leastPaper({ id: 'p12', ...assessed })].map((given, index) => {
      const parsed = parsePaper(given, service.clock.now())
      assert.ok(parsed.ok)
      return { line: index + 1, paper: parsed.value.paper }
    })
    const ingest = () => service.run(ingestPapers, { batch: read, state: 'accepted', actor: 'cli' })
    assert.deepEqual(await ingest(), [
      { id: 'p11', outcome: 'stored', isHeld: true },
      { id: 'p12', outcome: 'stored', isHeld: false },
    ])
    assert.deepEqual(await ingest(), [
      { id: 'p11', outcome: 'unchanged', isHeld: false },
      { id: 'p12', outcome: 'unchanged', isHeld: false },
    ])
    assert.equal((await service.store.private.submissions.findWithoutHistory('p11'))?.state, 'pending')
    assert.equal((await service.get('/api/papers/p11')).status, 404)
    const editor = await signedIn(service, 'editor')
    assert.equal((await editor.post('/console/queue/p1/decide', { event: 'accept', version: '1' })).status, 303)
    assert.deepEqual(await takeEffect(service), ['p1', 'p12', 'p2', 'p4'])
  })
}

test('an acceptance that the rule no longer allows when it takes effect is dropped, and what is public stays', async (t) => {
  const service = await startTestService(t)
  await withQueue(service)
  const accept = (id: string) =>
    service.run(scheduleDecision, { id, event: 'accept', note: null, actor: 'editor:ada', version: null })
  await accept('p1')
  assert.deepEqual(await takeEffect(service), ['p1'])
  await accept('p3')
  service.clock.advance(30)
  const strict = await testRunner(service, { requireAssessment: 'all' })
  assert.deepEqual(await strict(applyDueDecisions, null), { applied: 0, dropped: ['p3'], more: false })
  assert.deepEqual(await idsAt(service, '/api/papers'), ['p1'])
  await assert.rejects(
    strict(scheduleDecision, { id: 'p3', event: 'accept', note: null, actor: 'editor:ada', version: null }),
    refusesWith('wrong_state', /give its score, then accept it/u),
  )
  await strict(scheduleDecision, { id: 'p3', event: 'reject', note: 'No.', actor: 'editor:ada', version: null })
})

test('a library without types and scores asks for neither, and its forms keep what they do not show', async (t) => {
  const service = await startTestService(t, { requireAssessment: 'all' })
  const key = await service.key()
  await submit(service, key, leastPaper({ id: 'p1', chapter: 3, type: 'system', enterpriseScore: 0.4 }))
  await setSettings(service, { scores: [], off: ['types', 'concepts', 'frameworks'] })
  const editor = await signedIn(service, 'editor')
  const page = await (await editor.get('/console/queue/p1')).text()
  assert.doesNotMatch(page, /for="(?:type|longHorizonScore|enterpriseScore|frameworkMappings|moreConcepts)"/u)
  assert.match(page, /<input type="hidden" name="enterpriseScore" value="0\.4"/u)
  assert.doesNotMatch(await wordsAt(editor.get, '/console/queue'), /lacks/u)
  const hidden = { type: 'system', longHorizonScore: '', enterpriseScore: '0.4' }
  const form = { event: 'accept', version: '1', assessed: '1', chapter: '3', ...hidden }
  assert.equal((await editor.post('/console/queue/p1/decide', form)).status, 303)
  assert.deepEqual(await takeEffect(service), ['p1'])
  const edit = await (await editor.get('/console/papers/p1/edit')).text()
  assert.match(edit, /<input type="hidden" name="type" value="system"/u)
  assert.match(await (await service.get('/api/papers/p1')).text(), /"enterpriseScore":0\.4/u)
})
