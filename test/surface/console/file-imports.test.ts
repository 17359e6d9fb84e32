import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { undoSession, undoStep } from '#actions/ingest-sessions.ts'
import { type EditorSession, sameOrigin, signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'

const entry = (n: number): string =>
  `@article{k${n}, title={Plans of ${'abcdefghij'[n % 10]}${'klmno'[Math.floor(n / 10)]}}, author={One, Ada}, year={2024}}\n`

const start = async (t: TestContext) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const begin = async (name: string, who: EditorSession = editor): Promise<string> => {
    const answer = (await (await who.post('/console/imports/files', { name })).json()) as { id: string }
    return answer.id
  }
  const send = async (path: string, body: string, who: EditorSession = editor) => {
    const headers = { ...who.headers, ...sameOrigin }
    const response = await fetch(`${service.url}/console/imports/files/${path}`, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }
  return { service, editor, begin, send }
}

test('a file that is sent in pieces is stored once, with its lines, and ends with a summary', async (t) => {
  const { service, editor, begin, send } = await start(t)
  const id = await begin('folder/plans <b>.bib')
  const first = await send(`${id}/pieces?piece=0&line=1`, entry(0) + entry(1))
  assert.deepEqual(JSON.parse(first.text), { read: 2, stored: 2, unchanged: 0, enriched: 0, refused: 0, last: 0 })
  const second = `${entry(2)}@misc{wrong, title={No year}}\n${entry(0)}`
  for (const _ of ['sent', 'sent again']) {
    const { text } = await send(`${id}/pieces?piece=1&line=3`, second)
    assert.deepEqual(JSON.parse(text), { read: 5, stored: 3, unchanged: 1, enriched: 0, refused: 1, last: 1 })
  }
  const other = await send(`${id}/pieces?piece=0&line=1`, entry(9))
  assert.equal(other.status, 422, 'another file of this name is known by its first piece')
  const page = await (await editor.get('/console/imports')).text()
  assert.match(page, new RegExp(`data-import="${id}" data-name="plans &lt;b&gt;.bib" data-last="1"`, 'u'))
  assert.match(await (await editor.get(`/console/imports/files/${id}`)).text(), /The file is not complete\./u)

  const ended = await editor.post(`/console/imports/files/${id}/end`)
  assert.deepEqual([ended.status, ended.headers.get('location')], [303, `/console/imports/files/${id}`])
  const summary = await (await editor.get(`/console/imports/files/${id}`)).text()
  assert.match(summary, /<dt>Read<\/dt><dd>5 of at most[^]*<dt>Stored<\/dt><dd>3<[^]*<dt>Refused<\/dt><dd>1</u)
  assert.match(summary, new RegExp(`<a href="/console/queue\\?session=${id}">Review its papers</a>`, 'u'))
  assert.match(summary, /line 4<\/td><td dir="auto">authors: is required; year: is required/u)
  const csv = await editor.get(`/console/imports/files/${id}/refused.csv`)
  assert.match(await csv.text(), /^chunk,record,position,reason\r?\n1,2,line 4,/u)
  assert.equal((await editor.post(`/console/imports/files/${id}/end`)).status, 303, 'ending twice changes nothing')
  assert.equal((await send(`${id}/pieces?piece=2&line=6`, entry(3))).status, 409)
  assert.doesNotMatch(await (await editor.get('/console/imports')).text(), /Unfinished/u)

  await service.run(undoSession, { id, actor: 'cli' })
  while (await service.run(undoStep, id));
  assert.equal(await service.store.private.papers.isEmpty(), true, 'an admin undoes it like any session')
})

test('an import belongs to its editor, and what is no piece of it is refused', async (t) => {
  const { service, editor, begin, send } = await start(t)
  const id = await begin('plans.bib')
  const other = await signedIn(service, 'editor')
  const admin = await signedIn(service, 'admin')
  await send(`${id}/pieces?piece=0&line=1`, entry(0))
  assert.equal((await other.get(`/console/imports/files/${id}`)).status, 404)
  assert.equal((await admin.get(`/console/imports/files/${id}`)).status, 200)
  for (const who of [other, admin]) assert.equal((await send(`${id}/pieces?piece=1&line=1`, entry(1), who)).status, 404)
  const cases: [string, string, number][] = [
    [`${id}/pieces?piece=1&line=0`, entry(1), 400],
    [`${id}/pieces?piece=1`, entry(1), 400],
    [`${id}/pieces?piece=1&line=1`, 'Only words.', 415],
    [`${id}/pieces?piece=1&line=1`, 'a'.repeat(10_485_761), 413],
    ['is_none/pieces?piece=1&line=1', entry(1), 404],
  ]
  for (const [path, body, status] of cases) assert.equal((await send(path, body)).status, status, path)
  assert.match((await send(`${id}/pieces?piece=1&line=1`, 'Only words.')).text, /it looks like plain text/u)
  assert.equal((await editor.post('/console/imports/files', {})).status, 400)
})
