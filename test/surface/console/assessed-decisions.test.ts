import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editPaper } from '#actions/papers/edit-paper.ts'
import { applyDueDecisions } from '#actions/review/apply-due-decisions.ts'
import { scheduleDecision } from '#actions/review/schedule-decision.ts'
import { undoDecision } from '#actions/review/undo-decision.ts'
import { assessedFieldsOf, type AssessedFields } from '#core/assessment/assessed-fields.ts'
import { engines } from '../../support/database/engines.ts'
import { corePaper } from '../../support/database/stored.ts'
import { unassessedPaper } from '../../support/generated/assessed-papers.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const ADA = 'editor:ada'
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
  await service.run(editPaper, { paper: { ...paper, chapter: 6 }, version: 1, actor: ADA, assessment: null })
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
