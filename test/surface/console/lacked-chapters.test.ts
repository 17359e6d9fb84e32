import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setChapters } from '#actions/editorial/chapters.ts'
import { acceptPending } from '#actions/decisions.ts'
import { editPaper, revertPaper } from '#actions/papers.ts'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { ingestPapers } from '#actions/submissions.ts'
import type { Chapter } from '#core/papers/chapter.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { engines } from '../../support/database/engines.ts'
import { refusesWith } from '../../support/ports.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../support/service/responses.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const set = (service: TestService, ...numbers: Chapter[]): Promise<void> =>
  service.run(setChapters, {
    chapters: numbers.map((number) => ({ number, name: `Part ${number}`, introduction: '' })),
    actor: 'test',
  })

const chapterOf = async (service: TestService, id: string): Promise<number | null | undefined> =>
  (await service.store.private.papers.findByIds([id])).get(id)?.chapter

const takeEffect = async (service: TestService): Promise<string[]> => {
  service.clock.advance(30)
  await service.run(applyDueDecisions, null)
  return (await idsAt(service, '/api/papers')).map(String).toSorted()
}

for (const engine of engines) {
  test(`${engine.name}: a submission may name a chapter that the library lacks, and waits until an editor chooses`, async (t) => {
    const service = await startTestService(t, { engine })
    await set(service, 3, 1)
    const key = await service.key()
    for (const [id, chapter] of [
      ['p1', 5],
      ['p2', 3],
      ['p3', 5],
      ['p4', 5],
    ] as const)
      await submit(service, key, leastPaper({ id, chapter }))
    const editor = await signedIn(service, 'editor')
    const shown = await (await editor.get('/console/queue/p1')).text()
    assert.match(shown, /<option value="5" selected>5 \(the library does not have it\)<\/option>/u)
    assert.match(shown, /value="3">3 Part 3<\/option><option value="1">1 Part 1<\/option>/u)
    assert.match(await (await editor.get('/console/queue')).text(), /names chapter 5, which the library lacks/u)
    const refused = await editor.post('/console/queue/p1/decide', { event: 'accept', version: '1' })
    assert.equal(refused.status, 409)
    assert.match(
      await refused.text(),
      /p1 names chapter 5, which the library does not have: choose one of 3 Part 3, 1 Part 1, or none, then accept it\./u,
    )
    const assessed = { event: 'accept', version: '1', assessed: '1' }
    assert.equal((await editor.post('/console/queue/p1/decide', { ...assessed, chapter: '4' })).status, 409)
    assert.equal((await editor.post('/console/queue/p1/decide', { ...assessed, chapter: '1' })).status, 303)
    assert.equal((await editor.post('/console/queue/p3/decide', { ...assessed, chapter: '' })).status, 303)
    assert.deepEqual(await takeEffect(service), ['p1', 'p3'])
    assert.deepEqual([await chapterOf(service, 'p1'), await chapterOf(service, 'p3')], [1, null])

    // Many at once: what names no chapter of the library stays, on the page and on the command line.
    const page = await (await editor.get('/console/accept-all')).text()
    assert.match(page, /Accept 1 paper in the queue\?/u)
    assert.match(page, /1 paper names a chapter that the library does not have, and will stay in review/u)
    const [, digest = ''] = /name="digest" value="(?<digest>[^"]*)"/u.exec(page) ?? []
    assert.equal((await editor.post('/console/accept-all', { digest })).status, 303)
    assert.deepEqual(await takeEffect(service), ['p1', 'p2', 'p3'])
    const all = { filter: { submittedBy: null, session: null, maxRisk: null }, note: null, actor: 'cli', after: null }
    assert.deepEqual(await service.run(acceptPending, all), {
      accepted: 0,
      resubmitted: [],
      held: 0,
      unplaced: 1,
      next: null,
    })

    // Every list knows the number, and finds nothing.
    for (const path of ['/api/papers?chapter=5', '/api/v1/papers?chapter=5', '/api/v1/search?q=agents&chapter=5'])
      assert.deepEqual(
        await jsonOf<{ papers?: unknown[]; hits?: unknown[] }>(await service.get(path)).then(
          (body) => body.papers ?? body.hits,
        ),
        [],
        path,
      )
    for (const path of ['/papers?chapter=5', '/papers.atom?chapter=5', '/papers.csv?chapter=5', '/map?chapter=5'])
      assert.equal((await service.get(path)).status, 200, path)
    for (const path of ['/chapters/5', '/chapters/5.md', '/chapters/5.atom', '/api/v1/records/chapter/5'])
      assert.equal((await service.get(path)).status, 404, path)
  })

  test(`${engine.name}: what is ingested as public waits in review if the library lacks its chapter`, async (t) => {
    const service = await startTestService(t, { engine })
    await set(service, 1)
    const batch = [1, 5, null].map((chapter, index) => {
      const parsed = parsePaper(
        leastPaper({ id: `p${index + 1}`, ...(chapter !== null && { chapter }) }),
        service.clock.now(),
      )
      assert.ok(parsed.ok)
      return { line: index + 1, paper: parsed.value.paper }
    })
    const outcomes = await service.run(ingestPapers, { batch, state: 'accepted', actor: 'cli' })
    assert.deepEqual(
      outcomes.map((outcome) => 'isHeld' in outcome && outcome.isHeld),
      [false, true, false],
    )
    assert.deepEqual((await idsAt(service, '/api/papers')).map(String).toSorted(), ['p1', 'p3'])
    await set(service, 1, 5)
    const again = await service.run(ingestPapers, { batch, state: 'accepted', actor: 'cli' })
    assert.deepEqual(
      again.map((outcome) => 'outcome' in outcome && outcome.outcome),
      ['unchanged', 'stored', 'unchanged'],
    )
  })

  test(`${engine.name}: a public paper stays in the chapters of the library, whatever is edited or restored`, async (t) => {
    const service = await startTestService(t, { engine })
    await service.accept(leastPaper({ id: 'p1', chapter: 2 }))
    const [paper] = (await service.store.private.papers.findByIds(['p1'])).values()
    assert.ok(paper)
    const edit = (chapter: Chapter | null): Promise<number> =>
      service.run(editPaper, { paper: { ...paper, chapter }, version: null, actor: 'test', checkReport: null })
    assert.equal(await edit(1), 2)
    await set(service, 1, 3)
    await assert.rejects(() => edit(2), refusesWith('invalid', /chapter: must be one of 1 Part 1, 3 Part 3, or none/u))
    assert.equal(await service.run(revertPaper, { id: 'p1', restored: 1, version: null, actor: 'test' }), 2)
    assert.equal(await chapterOf(service, 'p1'), 1)
    await edit(null)
    await set(service)
    await assert.rejects(() => edit(1), refusesWith('invalid', /chapter: must be none, since it has no chapters/u))
  })

  test(`${engine.name}: a library without chapters asks for none in an assessment`, async (t) => {
    const service = await startTestService(t, { engine, requireAssessment: 'all' })
    await set(service)
    const key = await service.key()
    await submit(service, key, leastPaper({ id: 'p1', type: 'survey', longHorizonScore: 0.5 }))
    await submit(service, key, leastPaper({ id: 'p2', type: 'survey' }))
    const editor = await signedIn(service, 'editor')
    const queue = (await (await editor.get('/console/queue')).text()).replaceAll(/<[^>]*>/gu, ' ')
    assert.match(queue, /lacks score/u)
    assert.doesNotMatch(queue, /lacks chapter/u)
    assert.match(await (await editor.get('/console/accept-all')).text(), /Accept 1 paper in the queue\?/u)
    assert.doesNotMatch(await (await editor.get('/console/queue/p1')).text(), /name="chapter"/u)
    assert.doesNotMatch(await (await editor.get('/console/papers/p1/edit')).text(), /name="chapter"/u)
    assert.equal((await editor.post('/console/queue/p1/decide', { event: 'accept', version: '1' })).status, 303)
    assert.deepEqual(await takeEffect(service), ['p1'])
    assert.equal(await service.store.private.assessments.countUnassessed(), 0)
  })
}
