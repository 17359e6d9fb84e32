import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formAt, markupOf } from '../../support/markup.ts'
import { type EditorSession, sameOrigin, signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Kept = { draft: { version: number | null; fields: object } | null; others: { name: string }[] }

const open = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  const accept = { accept: 'application/json' }
  const send = ({ headers }: EditorSession, path: string, body: object) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { ...headers, ...sameOrigin, ...accept, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const keep = (session: EditorSession, form: string, more: object = {}) =>
    send(session, '/console/drafts', {
      author: session.editor.id,
      form,
      version: 1,
      fields: { text: ['Typed'] },
      ...more,
    })
  const find = async (session: EditorSession, form: string, author = session.editor.id) => {
    const query = new URLSearchParams({ author, form }).toString()
    return session.get(`/console/drafts?${query}`, accept)
  }
  return { service, send, keep, find }
}

test('a draft is its author’s alone; others only learn who is typing', async (t) => {
  const { service, send, keep, find } = await open(t)
  const [ada, ben] = [await signedIn(service, 'editor'), await signedIn(service, 'admin')]
  const nothing = await jsonOf<Kept>(await find(ada, 'gaps/g1'))
  assert.deepEqual(nothing, { draft: null, others: [] })
  assert.equal((await keep(ada, 'gaps/g1')).status, 200)
  const own = await jsonOf<Kept>(await find(ada, 'gaps/g1'))
  assert.deepEqual([own.draft?.version, own.draft?.fields, own.others], [1, { text: ['Typed'] }, []])
  const seen = await jsonOf<Kept>(await find(ben, 'gaps/g1'))
  assert.deepEqual([seen.draft, seen.others.map(({ name }) => name)], [null, ['Some editor']])

  // Somebody else has signed in in the browser since the page was opened.
  assert.equal((await find(ben, 'gaps/g1', ada.editor.id)).status, 409)
  assert.equal((await keep(ben, 'gaps/g1', { author: ada.editor.id })).status, 409)
  const foreign = await send(ben, '/console/drafts/discard', { author: ada.editor.id, form: 'gaps/g1' })
  assert.equal(foreign.status, 409)
  assert.notEqual((await jsonOf<Kept>(await find(ada, 'gaps/g1'))).draft, null)

  const dropped = await send(ada, '/console/drafts/discard', { author: ada.editor.id, form: 'gaps/g1' })
  assert.equal(dropped.status, 200)
  assert.equal((await jsonOf<Kept>(await find(ada, 'gaps/g1'))).draft, null)
})

test('what is no draft is refused with the reason', async (t) => {
  const { service, keep } = await open(t)
  const ada = await signedIn(service, 'editor')
  for (const [form, more, status] of [
    ['../etc', {}, 400],
    ['gaps/g1', { version: -1 }, 400],
    ['gaps/g1', { fields: { text: 'Typed' } }, 400],
    ['gaps/g1', { more: 1 }, 400],
    ['gaps/g1', { fields: { text: ['x'.repeat(600_000)] } }, 413],
    ['gaps/g1', { fields: { text: ['x'.repeat(2_000_000)] } }, 413],
  ] as const)
    assert.equal((await keep(ada, form, more)).status, status, `${form} ${Object.keys(more).join()}`)
})

test('saving a form removes its draft, and a refused save keeps it', async (t) => {
  const { service, keep } = await open(t)
  const ada = await signedIn(service, 'admin')
  await service.accept(leastPaper({ id: 'p1', concepts: ['memory'] }))
  const { formDrafts } = service.store.private
  const isKept = async (form: string) => (await formDrafts.find(ada.editor.id, form)) !== null
  const forms: [form: string, page: string, action: string, values: Record<string, string>][] = [
    ['papers/p1', '/console/papers/p1/edit', '/console/papers/p1', { title: 'Another title' }],
    ['gaps/new', '/console/gaps/new', '/console/gaps', { title: 'A gap', severity: 'high', explanation: 'Why.' }],
    ['gaps/g1', '/console/gaps/g1', '/console/gaps/g1', { title: 'The gap' }],
    ['concepts/memory', '/console/concepts/memory', '/console/concepts/memory', { definition: 'What is kept.' }],
    ['chapters/1', '/console/chapters/1', '/console/chapters/1', { introduction: 'On.' }],
    ['settings', '/console/settings', '/console/settings', { about: 'About.' }],
  ]
  for (const [form, page, action, values] of forms) {
    const shown = await markupOf(await ada.get(page))
    assert.match(shown, new RegExp(`data-draft="${ada.editor.id}/${form}"`, 'u'))
    await keep(ada, form)
    const name =
      form === 'settings' ? 'tagline' : form.startsWith('gaps') || form.startsWith('papers') ? 'title' : 'name'
    const wrong = formAt(shown, action, { ...values, [name]: 'x'.repeat(2_000) })
    assert.equal((await ada.post(action, wrong)).status, 400, form)
    assert.ok(await isKept(form), form)
    assert.equal((await ada.post(action, formAt(shown, action, values))).status, 303, form)
    assert.ok(!(await isKept(form)), form)
  }
})
