import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SAVED_VIEWS } from '#core/access/saved-view.ts'
import { formAt, markupOf, wordsOf } from '../../support/markup.ts'
import { actsOf } from '../../support/service/editing.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'

const PATH = '/console/views'
const HERE = '/console/papers?q=agents&state=pending&order=latest&columns=year&columns=came'

test('what a list shows is saved under a name, linked above the list, renamed and deleted', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  assert.doesNotMatch(await markupOf(await editor.get('/console/papers')), /Save this view/u)
  const list = await markupOf(await editor.get(HERE))
  const saved = await editor.post(PATH, formAt(list, PATH, { name: 'Waiting agents' }))
  assert.equal(saved.headers.get('location'), HERE)
  const again = await markupOf(await editor.get(HERE))
  const link = HERE.replaceAll('&', '&amp;')
  assert.ok(again.includes(`<a href="${link}" aria-current="page">Waiting agents</a>`))
  assert.doesNotMatch(again, /Save this view/u)
  assert.ok((await markupOf(await editor.get('/console/papers'))).includes(`<a href="${link}">Waiting agents</a>`))
  // Names are free in other lists only.
  const taken = await markupOf(
    await editor.post(PATH, { list: 'papers', search: 'q=other', name: 'Waiting agents' }),
    400,
  )
  assert.match(wordsOf(taken), /is already the name of one of your views of this list/u)
  await editor.post(PATH, { list: 'queue', search: 'order=risk', name: 'Waiting agents' })
  const [view] = await service.store.private.savedViews.list(editor.editor.id)
  assert.ok(view)
  await editor.post(`${PATH}/${view.id}`, { name: 'Agents that wait' })
  assert.match(
    wordsOf(await markupOf(await editor.get(PATH))),
    /papers Agents that wait Rename Delete queue Waiting agents/u,
  )
  await editor.post(`${PATH}/${view.id}/delete`)
  assert.doesNotMatch(await markupOf(await editor.get('/console/papers')), /Agents that wait/u)
  for (const act of ['view.save', 'view.rename', 'view.remove']) assert.ok((await actsOf(service, act)).length > 0, act)
})

test('views belong to one person, and are at most fifty', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const other = await signedIn(service, 'editor')
  for (let number = 1; number <= MAX_SAVED_VIEWS; number += 1)
    assert.equal(
      (await editor.post(PATH, { list: 'papers', search: `year=${2000 + number}`, name: `${number}` })).status,
      303,
    )
  const full = await markupOf(await editor.post(PATH, { list: 'papers', search: '', name: 'One more' }), 400)
  assert.match(wordsOf(full), /You have 50 views, which is the most\. Delete one first\./u)
  assert.deepEqual(await service.store.private.savedViews.list(other.editor.id), [])
  const [view] = await service.store.private.savedViews.list(editor.editor.id)
  for (const path of [`${PATH}/${view?.id}`, `${PATH}/${view?.id}/delete`])
    await markupOf(await other.post(path, { name: 'Mine' }), 404)
  await markupOf(await editor.post(PATH, { list: 'elsewhere', search: '', name: 'A' }), 400)
  await markupOf(await editor.post(PATH, { list: 'papers', search: 'q='.padEnd(1_001, 'x'), name: 'A' }), 400)
})
