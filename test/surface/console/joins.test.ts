import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { addJoin } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

test('joined records are listed with why, and become papers of their own', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const shown = async (path = '/console/joins') => (await editor.get(path)).text()
  assert.match(await shown(), /No record was joined\./u)
  await service.accept(leastPaper({ id: 'p1', title: 'Agents at work' }))
  const first = await addJoin(service, 'p1', { title: 'Agents at <b> work' })
  const page = await shown()
  assert.match(
    page,
    /Agents at &lt;b&gt; work[^]*bibtex, <bdi>a\.bib<\/bdi>[^]*\/console\/papers\/p1\/edit[^]*same title and year/u,
  )

  const separated = await editor.post(`/console/joins/${first}/separate`)
  assert.equal(separated.headers.get('location'), `/console/joins?separated=${first}`)
  assert.match(
    await shown(`/console/joins?separated=${first}`),
    /Separated: <a href="\/console\/queue\/p2"[^]*separated by Some editor:/u,
  )
  const own = await service.store.private.queue.find('p2')
  assert.deepEqual([own?.title, own?.state], ['Agents at <b> work', 'pending'])
  const acts = await service.store.private.audit.listAfter(0, 10)
  assert.ok(acts.some(({ act, subject }) => act === 'record.separate' && subject === 'p2'))

  assert.equal((await editor.post(`/console/joins/${first}/separate`)).status, 409, 'separated already')
  for (const path of ['/console/joins/9/separate', '/console/joins/x/separate'])
    assert.equal((await editor.post(path)).status, 404)
  assert.equal((await editor.get('/console/joins?before=nix')).status, 400)
})

test('fifty joined records are on a page', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1' }))
  for (let number = 1; number <= 51; number += 1) await addJoin(service, 'p1', { title: `Record ${number}.` })
  const editor = await signedIn(service, 'editor')
  const page = await (await editor.get('/console/joins')).text()
  const [next] = /\/console\/joins\?before=\d+/u.exec(page) ?? []
  assert.match(page, /Record 51\.[^]*Record 2\./u)
  assert.match(await (await editor.get(next ?? '')).text(), /Record 1\.[^]*Back to the newest/u)
})
