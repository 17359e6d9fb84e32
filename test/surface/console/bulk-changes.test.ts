import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { BULK_STEP } from '#actions/editorial/bulk-changes.ts'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { MAX_BULK_PAPERS } from '#core/review/bulk-change.ts'
import { pruneExpired } from '#actions/housekeeping.ts'
import { newPaper } from '../../support/database/stored.ts'
import { formAt, markupOf, wordsOf } from '../../support/markup.ts'
import { actsOf } from '../../support/service/editing.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const PATH = '/console/bulk-changes'
const PREVIEW = `${PATH}/preview`

type Form = [name: string, value: string][]

const openLibrary = async (t: TestContext, ...papers: Record<string, unknown>[]) => {
  const service = await startTestService(t)
  await service.accept(...papers)
  const editor = await signedIn(service, 'editor')
  /** Asks for a change, makes it, and returns the preview and the list that follows. */
  const change = async (form: Form, more: Record<string, string> = {}) => {
    const preview = await markupOf(await editor.post(PREVIEW, form))
    const made = await editor.post(PATH, formAt(preview, PATH, more))
    const location = made.headers.get('location') ?? ''
    const id = new URL(location, service.url).searchParams.get('changed') ?? ''
    return { preview: wordsOf(preview), location, id }
  }
  const words = async (address: string) => wordsOf(await markupOf(await editor.get(address)))
  return { service, editor, change, words }
}

const paperOf = async ({ store }: TestService, id: string) => {
  const found = (await store.private.papers.listed([id])).get(id)
  assert.ok(found)
  return { ...found.paper, state: found.state, version: found.version }
}

const ticked = (...ids: string[]): Form => ids.map((id) => ['paper', id])

test('a concept is added to many papers after a preview that says which stay as they are and why', async (t) => {
  const { service, change, words } = await openLibrary(
    t,
    wholePaper({ id: 'p1', concepts: ['memory'] }),
    leastPaper({ id: 'p2' }),
    leastPaper({ id: 'p3', concepts: ['Tool use'] }),
  )
  const done = await change([
    ...ticked('p1', 'p2', 'p3', 'p9'),
    ['change', 'add-concept'],
    ['concept', ' TOOL-USE '],
    ['where', 'chapter=4&order=newest'],
  ])
  assert.match(done.preview, /Add the concept “Tool use”: 2 papers\?/u)
  assert.match(
    done.preview,
    /2 papers stay as they are Id Why p3 [^.]*: It has this concept already\. p9 There is no such paper\./u,
  )
  assert.match(done.location, /^\/console\/papers\?chapter=4&order=newest&changed=b_\w+$/u)
  assert.deepEqual((await paperOf(service, 'p1')).concepts, ['memory', 'Tool use'])
  assert.deepEqual((await paperOf(service, 'p2')).concepts, ['Tool use'])
  assert.equal((await paperOf(service, 'p3')).version, 1)
  assert.match(await words(done.location), /Add the concept “Tool use”: 2 papers changed\. Details Undo/u)
  assert.deepEqual((await actsOf(service, 'paper.edit')).map(({ subject }) => subject).toSorted(), ['p1', 'p2'])
  const [summary] = await actsOf(service, 'papers.change')
  assert.equal(summary?.subject, done.id)
  const removed = await change([...ticked('p1', 'p2'), ['change', 'remove-concept'], ['concept', 'tool use']])
  assert.match(removed.preview, /Remove the concept “Tool use”: 2 papers\?/u)
  assert.deepEqual((await paperOf(service, 'p1')).concepts, ['memory'])
})

test('undoing restores what was, but for papers that something else has changed since', async (t) => {
  const { service, editor, change, words } = await openLibrary(
    t,
    ...[1, 2, 3].map((number) => wholePaper({ id: `p${number}`, chapter: 4 })),
  )
  const { id } = await change([...ticked('p1', 'p2', 'p3'), ['change', 'set-chapter'], ['chapter', '2']])
  assert.equal((await paperOf(service, 'p1')).chapter, 2)
  const edit = '/console/papers/p2'
  await editor.post(edit, formAt(await markupOf(await editor.get(`${edit}/edit`)), edit, { title: 'Changed since' }))
  const undone = await editor.post(`${PATH}/${id}/undo`)
  assert.equal(undone.headers.get('location'), `${PATH}/${id}`)
  for (const [paper, chapter, version] of [
    ['p1', 4, 3],
    ['p2', 2, 3],
    ['p3', 4, 3],
  ] as const) {
    const found = await paperOf(service, paper)
    assert.deepEqual([found.chapter, found.version], [chapter, version], paper)
  }
  const page = await words(`${PATH}/${id}`)
  assert.match(page, /3 papers changed, 2 undone, 1 not undone\./u)
  assert.match(page, /Not undone Id Why p2 Something else has changed it since\./u)
  assert.doesNotMatch(page, /Undo All/u)
  await markupOf(await editor.post(`${PATH}/${id}/undo`), 409)
  assert.match(await words(PATH), /Set the chapter to Chapter 2 3 papers changed, 2 undone, 1 not undone\./u)
  assert.equal((await actsOf(service, 'papers.undo')).length, 1)
})

test('a paper that changes between preview and change is left, and the reason is kept', async (t) => {
  const { service, editor, words } = await openLibrary(t, wholePaper({ id: 'p1' }), wholePaper({ id: 'p2' }))
  const form = [...ticked('p1', 'p2'), ['change', 'add-concept'], ['concept', 'planning ahead']] as Form
  const preview = await markupOf(await editor.post(PREVIEW, form))
  const edit = '/console/papers/p1'
  await editor.post(edit, formAt(await markupOf(await editor.get(`${edit}/edit`)), edit, { title: 'Changed since' }))
  const made = await editor.post(PATH, formAt(preview, PATH))
  const id = new URL(made.headers.get('location') ?? '', service.url).searchParams.get('changed')
  assert.match(
    await words(`${PATH}/${id}`),
    /1 paper changed, 1 left as they were\..*p1 The paper p1 has been changed in the meantime/u,
  )
  assert.equal((await paperOf(service, 'p1')).title, 'Changed since')
})

test('more papers than one transaction takes are changed and restored, each once and each with its row in the audit log', async (t) => {
  const { service, editor, words } = await openLibrary(t)
  const ids = Array.from({ length: BULK_STEP + 5 }, (_, index) => `p${index + 1}`)
  const papers = ids.map((id) => newPaper({ id, chapter: 3, concepts: ['memory', `of ${id}`] }))
  await service.store.transact((tx) => tx.papers.add(papers))
  const counts = async () => ({
    concepts: (await service.store.public.concepts.list())?.concepts.map(({ name, papers: count }) => [name, count]),
    chapters: await service.store.public.plots.chapters(),
  })
  const before = await counts()
  // A form that names a paper twice changes it once.
  const named = [...ids, 'p1', 'p999'].map((id) => `${id}@1`).join(' ')
  const made = await editor.post(PATH, { change: 'set-chapter', chapter: '2', papers: named, where: '' })
  const id = new URL(made.headers.get('location') ?? '', service.url).searchParams.get('changed') ?? ''
  assert.match(await words(`${PATH}/${id}`), /55 papers changed, 1 left as they were.*p999 There is no paper p999\./u)
  assert.deepEqual(await service.store.public.plots.chapters(), [{ chapter: 2, papers: ids.length }])
  const edits = (await actsOf(service, 'paper.edit')).map(({ subject }) => subject)
  assert.deepEqual(edits.toSorted(), ids.toSorted())
  await editor.post(`${PATH}/${id}/undo`)
  assert.match(await words(`${PATH}/${id}`), /55 papers changed, 1 left as they were, 55 undone/u)
  assert.deepEqual(await counts(), before)
  assert.equal((await paperOf(service, 'p1')).version, 3)
  assert.equal((await actsOf(service, 'paper.restore')).length, ids.length)
})

test('decisions on many papers wait for 30 seconds like single ones, and are undone together', async (t) => {
  const { service, editor, change } = await openLibrary(t, leastPaper({ id: 'p1' }))
  const key = await service.key()
  for (const id of ['p2', 'p3', 'p4']) await submit(service, key, leastPaper({ id, title: `Title ${id}` }))
  const decide = (event: string): Form => [...ticked('p1', 'p2', 'p3'), ['change', 'decide'], ['event', event]]
  const rejected = await change(decide('reject'), { note: 'Not about agents.' })
  assert.match(rejected.preview, /Reject: 2 papers\?/u)
  assert.match(rejected.preview, /p1 [^.]*: A paper that is accepted cannot be rejected/u)
  assert.equal((await paperOf(service, 'p2')).state, 'pending')
  assert.match(
    wordsOf(await markupOf(await editor.post(PREVIEW, decide('accept')))),
    /p2 [^:]*: A decision on it is waiting to take effect\./u,
  )
  await editor.post(`${PATH}/${rejected.id}/undo`)
  service.clock.advance(31)
  await service.run(applyDueDecisions, null)
  assert.equal((await paperOf(service, 'p2')).state, 'pending')
  const accepted = await change(decide('accept'))
  service.clock.advance(31)
  await service.run(applyDueDecisions, null)
  assert.deepEqual(
    [(await paperOf(service, 'p2')).state, (await paperOf(service, 'p4')).state],
    ['accepted', 'pending'],
  )
  await markupOf(await editor.post(`${PATH}/${accepted.id}/undo`), 409)
  // A rejection needs a note, and the preview comes back with what was typed.
  const preview = await markupOf(
    await editor.post(PREVIEW, [...ticked('p4'), ['change', 'decide'], ['event', 'reject']]),
  )
  const refused = await markupOf(await editor.post(PATH, formAt(preview, PATH, { note: ' ' })), 400)
  assert.match(wordsOf(refused), /is required to reject a paper/u)
  const retracted = await change([...ticked('p2', 'p4'), ['change', 'decide'], ['event', 'retract']], {
    note: 'Made up.',
  })
  assert.equal((await paperOf(service, 'p2')).state, 'retracted')
  await markupOf(await editor.post(`${PATH}/${retracted.id}/undo`), 409)
})

test('all papers that a list shows are meant, up to a bound that the preview states', async (t) => {
  const { service, editor } = await openLibrary(t)
  const papers = Array.from({ length: MAX_BULK_PAPERS + 30 }, (_, index) =>
    newPaper({ id: `p${index + 1}`, title: `Paper ${index}`, chapter: index % 10 === 0 ? 2 : 3 }),
  )
  await service.store.transact((tx) => tx.papers.add(papers))
  const ask = async (where: string) =>
    markupOf(
      await editor.post(PREVIEW, [
        ['all', 'true'],
        ['where', where],
        ['change', 'add-concept'],
        ['concept', 'all of them'],
      ]),
    )
  const some = await ask('chapter=2&columns=year')
  assert.match(wordsOf(some), /Add the concept “all of them”: 53 papers\?/u)
  const many = await ask('')
  assert.match(wordsOf(many), /: 500 papers\? More papers match\. These are the first 500/u)
  assert.ok(many.length < 80_000, `${many.length} bytes`)
  const made = await editor.post(PATH, formAt(some, PATH))
  assert.match(made.headers.get('location') ?? '', /^\/console\/papers\?chapter=2&changed=/u)
  assert.deepEqual((await paperOf(service, 'p1')).concepts, ['all of them'])
  assert.deepEqual((await paperOf(service, 'p2')).concepts, [])
})

test('selected papers are downloaded in every format, in any state', async (t) => {
  const { service, editor } = await openLibrary(t, wholePaper({ id: 'p1', title: 'Public one' }))
  await submit(service, await service.key(), leastPaper({ id: 'p2', title: 'Waiting one' }))
  for (const format of ['md', 'csv', 'bib', 'ris', 'jsonl']) {
    const response = await editor.post('/console/export-papers', [...ticked('p2', 'p1'), ['format', format]])
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="papers.${format}"`)
    assert.match(await response.text(), /Waiting one[^]*Public one/u, format)
  }
  await markupOf(await editor.post('/console/export-papers', [...ticked('p1'), ['format', 'exe']]), 400)
})

test('a change of many papers refuses what it cannot do, and says what to do', async (t) => {
  const { service, editor } = await openLibrary(t, wholePaper({ id: 'p1' }))
  const refused = async (form: Form, path = PREVIEW) => wordsOf(await markupOf(await editor.post(path, form), 400))
  const concept: Form = [
    ['change', 'add-concept'],
    ['concept', 'planning'],
  ]
  assert.match(await refused(concept), /No paper is selected/u)
  assert.match(await refused([...ticked('x'), ...concept]), /must be the id of a paper/u)
  assert.match(await refused([...ticked('p1'), ['change', 'add-concept'], ['concept', ' ']]), /concept/u)
  assert.match(await refused([...ticked('p1'), ['change', 'explode']]), /must be one of set-chapter/u)
  assert.match(await refused([...concept, ['papers', 'p1@x']], PATH), /must be papers with their versions/u)
  assert.match(
    await refused([
      ...ticked(...Array.from({ length: MAX_BULK_PAPERS + 1 }, (_, index) => `p${index + 1}`)),
      ...concept,
    ]),
    /must be at most 500 papers at a time/u,
  )
  await service.store.transact((tx) => tx.chapters.remove(7))
  const lacked: Form = [
    ['change', 'set-chapter'],
    ['chapter', '7'],
    ['papers', 'p1@1'],
  ]
  assert.match(await refused(lacked, PATH), /chapter: must be one of/u)
  assert.deepEqual(await service.store.private.bulkChanges.latest(1), [])
  await markupOf(await editor.get(`${PATH}/b_none`), 404)
  const reviewer = await signedIn(service, 'reviewer')
  assert.equal((await reviewer.post(PREVIEW, [...ticked('p1'), ...concept])).status, 403)
})

test('changes of many papers are kept for 30 days', async (t) => {
  const { service, change } = await openLibrary(t, leastPaper({ id: 'p1' }))
  await change([...ticked('p1'), ['change', 'add-concept'], ['concept', 'planning']])
  service.clock.advance(29 * 86_400)
  await service.run(pruneExpired, null)
  assert.equal((await service.store.private.bulkChanges.latest(9)).length, 1)
  service.clock.advance(2 * 86_400)
  await service.run(pruneExpired, null)
  assert.deepEqual(await service.store.private.bulkChanges.latest(9), [])
})
