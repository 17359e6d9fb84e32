import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createKey } from '#actions/api-keys.ts'
import { assessPapers } from '#actions/assessments.ts'
import { draftAssessment } from '#actions/assessment-drafts.ts'
import { mergePaper } from '#actions/papers.ts'
import { applyDueDecisions, scheduleBulkAccept } from '#actions/scheduled-decisions.ts'
import { engines, sqliteEngine, type TestEngine } from '../../support/database/engines.ts'
import { signedIn, type EditorSession } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { decide, submit, unassessedPaper } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'
import { callTool } from '../../support/mcp.ts'

const opened = async (t: TestContext, engine: TestEngine = sqliteEngine) => {
  const service = await startTestService(t, { engine })
  const made = { scopes: ['draft' as const], expiresAt: null, actor: 'test' }
  const { record } = await service.run(createKey, { ...made, label: 'scorer of drafts' })
  const author = `key:${record.id}`
  const draft = (id: string, fields: Parameters<typeof draftAssessment>[1]['fields']) =>
    service.run(draftAssessment, { id, author, version: 1, fields, passages: [] })
  return { service, submitter: await service.key(), editor: await signedIn(service, 'editor'), author, draft }
}

const accept = (editor: EditorSession, id: string, fields: Record<string, string>) =>
  editor.post(`/console/queue/${id}/decide`, { event: 'accept', version: '1', assessed: '1', ...fields })

const takeEffect = (service: TestService) => {
  service.clock.advance(30)
  return service.run(applyDueDecisions, null)
}

type Shown = Record<string, { from: string; by?: string; confirmedBy?: string }>

const shownOf = async (service: TestService, id: string): Promise<Shown | undefined> =>
  (await jsonOf<{ provenance?: Shown }>(await service.get(`/api/v1/papers/${id}`))).provenance

const byKey = { from: 'given', by: 'key' }
const byEditor = { from: 'given', by: 'editor' }
const confirmedDraft = { from: 'draft', by: 'key', confirmedBy: 'editor' }

for (const engine of engines)
  test(`${engine.name}: everybody reads which values an agent drafted and an editor confirmed, and editors read their names`, async (t) => {
    const { service, submitter, editor, author, draft } = await opened(t, engine)
    await submit(service, submitter, unassessedPaper({ id: 'p1' }))
    await draft('p1', { chapter: 3, longHorizon: 620_000, enterprise: 100_000 })
    const sent = { takenFrom: author, chapter: '3', longHorizonScore: '0.62', enterpriseScore: '0.4' }
    assert.equal((await accept(editor, 'p1', sent)).status, 303)
    assert.deepEqual(await service.store.public.papers.provenance(['p1']), new Map())
    await takeEffect(service)

    const provenance = { chapter: confirmedDraft, longHorizonScore: confirmedDraft, enterpriseScore: byEditor }
    assert.deepEqual(await shownOf(service, 'p1'), provenance)
    const listed = await jsonOf<{ papers: object[] }>(await service.get('/api/v1/papers?fields=provenance'))
    assert.deepEqual(listed.papers, [{ id: 'p1', provenance }])
    const { structuredContent = {} } = await callTool(service, 'get_papers', { ids: ['p1'] })
    assert.deepEqual((structuredContent.papers as { provenance: Shown }[])[0]?.provenance, provenance)

    const drafted = 'drafted by an API key, confirmed by an editor'
    const page = await (await service.get('/papers/p1')).text()
    assert.equal(page.split(`<small class="origin">${drafted}</small>`).length, 3)
    assert.equal(page.split('<small class="origin">given by an editor</small>').length, 2)
    const markdown = await (await service.get('/papers/p1.md')).text()
    const line = `- Assessment: Chapter, Main subject: ${drafted}; Practice: given by an editor`
    assert.ok(markdown.includes(line), markdown)
    const json = await (await service.get('/papers/p1.json')).text()
    for (const path of ['/api/papers/p1', '/api/papers', '/api/v1/papers'])
      assert.doesNotMatch(await (await service.get(path)).text(), /provenance/u, path)
    for (const text of [page, markdown, json]) assert.doesNotMatch(text, /Some editor|scorer of drafts|key:/u)

    for (const path of ['/console/papers/p1/edit', '/console/queue/p1']) {
      const shown = await (await editor.get(path)).text()
      const named = /<bdi>drafted by the API key “scorer of drafts”, confirmed by Some editor<\/bdi>, <time/gu
      assert.equal([...shown.matchAll(named)].length, 2, path)
      assert.match(shown, /<bdi>given by Some editor<\/bdi>, <time/u, path)
    }
  })

for (const engine of engines)
  test(`${engine.name}: a decision that is taken back and made again by another editor keeps what the agent drafted`, async (t) => {
    const { service, submitter, editor, author, draft } = await opened(t, engine)
    await submit(service, submitter, unassessedPaper({ id: 'p1' }))
    await draft('p1', { chapter: 3, longHorizon: 620_000 })
    const values = { chapter: '3', longHorizonScore: '0.62' }
    await accept(editor, 'p1', { takenFrom: author, ...values, enterpriseScore: '0.4' })
    await editor.post('/console/undo', { id: 'p1' })
    assert.deepEqual(await takeEffect(service), { applied: 0, dropped: [], more: false })
    assert.deepEqual(await service.store.private.assessments.findProvenance('p1', null), {})
    const other = await signedIn(service, 'editor')
    const taken = `editor:${editor.editor.id}`
    await accept(other, 'p1', { takenFrom: taken, ...values, enterpriseScore: '0.4' })
    await takeEffect(service)
    const confirmed = { by: confirmedDraft.by, from: 'draft', confirmedBy: 'editor' }
    assert.deepEqual(await shownOf(service, 'p1'), {
      chapter: confirmed,
      longHorizonScore: confirmed,
      enterpriseScore: { from: 'draft', by: 'editor', confirmedBy: 'editor' },
    })
    const found = await service.store.private.assessments.findProvenance('p1', null)
    assert.deepEqual(
      [found.chapter?.by?.actor, found.chapter?.confirmed?.actor, found.enterprise?.by?.actor],
      [author, `editor:${other.editor.id}`, taken],
    )
  })

for (const engine of engines)
  test(`${engine.name}: what came with a submission is the key’s, and confirmed only by an editor who saw the form`, async (t) => {
    const { service, submitter, editor } = await opened(t, engine)
    const scored = { chapter: 3, longHorizonScore: 0.62 }
    for (const id of ['p1', 'p2', 'p3'])
      await submit(service, submitter, unassessedPaper({ ...scored, id, title: `Episodes, part ${id}` }))
    await accept(editor, 'p1', { chapter: '3', longHorizonScore: '0.62' })
    const headers = { 'x-api-key': await service.key('review') }
    await service.send('POST', '/api/editorial/submissions/p2/decision', { decision: 'accept' }, headers)
    const filter = { submittedBy: null, session: null, maxRisk: null }
    const { digest } = await service.store.private.queue.selection({ ...filter, state: 'pending' })
    await service.run(scheduleBulkAccept, { filter, note: null, actor: `editor:${editor.editor.id}`, digest })
    await takeEffect(service)
    const seen = { ...byKey, confirmedBy: 'editor' }
    assert.deepEqual(await shownOf(service, 'p1'), { chapter: seen, longHorizonScore: seen })
    for (const id of ['p2', 'p3'])
      assert.deepEqual(await shownOf(service, id), { chapter: byKey, longHorizonScore: byKey }, id)
    const versions = await service.store.private.versions.list('p1')
    assert.equal(versions.length, 1, 'a confirmation is no change')
  })

for (const engine of engines)
  test(`${engine.name}: suggestions that were taken for many papers say so, and who confirmed them`, async (t) => {
    const { service, editor } = await opened(t, engine)
    await service.accept(leastPaper({ id: 'p1', chapter: 2 }), leastPaper({ id: 'p2', title: 'Another' }))
    const fields = { chapter: 3, longHorizon: 620_000 } as const
    const one = (id: string) => [{ id, version: 1, fields }]
    await service.run(assessPapers, { papers: one('p1'), actor: `editor:${editor.editor.id}` })
    await service.run(assessPapers, { papers: one('p2'), actor: 'cli' })
    const byOperator = { from: 'given', by: 'operator' }
    const confirmed = { from: 'suggestion', by: 'editor', confirmedBy: 'editor' }
    const taken = { from: 'suggestion', by: 'operator' }
    assert.deepEqual(await shownOf(service, 'p1'), { chapter: byOperator, longHorizonScore: confirmed })
    assert.deepEqual(await shownOf(service, 'p2'), { chapter: taken, longHorizonScore: taken })
  })

for (const engine of engines)
  test(`${engine.name}: a correction changes who gave what it corrects, and nothing else`, async (t) => {
    const { service, submitter, editor, author, draft } = await opened(t, engine)
    await submit(service, submitter, unassessedPaper({ id: 'p1' }))
    await draft('p1', { chapter: 3, longHorizon: 620_000 })
    await accept(editor, 'p1', { takenFrom: author, chapter: '3', longHorizonScore: '0.62' })
    await takeEffect(service)
    const headers = { 'x-api-key': await service.key('review'), 'if-match': '"2"' }
    const patch = { longHorizonScore: 0.7, type: 'survey' }
    assert.equal((await service.send('PATCH', '/api/editorial/papers/p1', patch, headers)).status, 200)
    const corrected = { chapter: confirmedDraft, longHorizonScore: byKey, type: byKey }
    assert.deepEqual(await shownOf(service, 'p1'), corrected)

    const form = await (await editor.get('/console/papers/p1/edit')).text()
    const title = 'Retrieval of episodes from memory'
    const fields = { version: '3', title, authors: 'Ada Example', year: '2025', chapter: '3', longHorizonScore: '0.7' }
    assert.match(form, /name="version" value="3"/u)
    assert.equal((await editor.post('/console/papers/p1', { ...fields, enterpriseScore: '0.1' })).status, 303)
    const edited = { chapter: confirmedDraft, longHorizonScore: byKey, enterpriseScore: byEditor }
    assert.deepEqual(await shownOf(service, 'p1'), edited)

    await service.accept(leastPaper({ id: 'p2', title: 'A duplicate', concepts: ['memory'], chapter: 5 }))
    await service.run(mergePaper, { id: 'p2', into: 'p1', note: null, actor: 'cli' })
    assert.deepEqual(await shownOf(service, 'p1'), edited)
    const earlier = await (await service.get('/papers/p1?version=2')).text()
    assert.doesNotMatch(earlier, /class="origin"/u, 'an earlier version says nothing about the current one')
    await decide(service, 'p1', 'retract')
    assert.deepEqual(await service.store.public.papers.provenance(['p1']), new Map())
  })
