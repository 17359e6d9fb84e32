import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoStep } from '#actions/ingestion/undo-step.ts'
import { markupOf, wordsOf } from '../../support/browser/pages.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'

const records = `@misc{a, title={A study of agents}, author={Ada Example}, year=2025}
@misc{b, title={=1+1}}
`

test('an admin opens a session, sees what came, closes and undoes it', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const refused = await markupOf(
    await admin.post('/console/ingestion', { label: 'crawl', max: 'x', until: 'soon' }),
    400,
  )
  assert.match(refused, /value="soon"/u)
  assert.match(wordsOf(refused), /Records at most: must be a whole number from 1/u)
  const late = await markupOf(await admin.post('/console/ingestion', { label: 'crawl', max: '9', until: 'soon' }), 400)
  assert.match(wordsOf(late), /Open until: must be like 7d/u)
  const opened = await markupOf(await admin.post('/console/ingestion', { label: 'crawl', max: '9', until: '7d' }))
  const key = /lv_live_\w+/u.exec(opened)?.[0] ?? ''
  const [session] = await service.store.private.ingestion.list(1)
  const id = session?.id ?? ''
  assert.match(opened, new RegExp(`/api/ingest-sessions/${id}/papers`, 'u'))
  assert.doesNotMatch(await markupOf(await admin.get('/console/ingestion')), /lv_live_/u, 'shown once')
  await service.send('POST', '/api/ingest-sessions/current/papers?chunk=1', records, {
    'x-api-key': key,
    'content-type': 'application/x-bibtex',
  })
  const shown = wordsOf(await markupOf(await admin.get(`/console/ingestion/${id}`)))
  assert.match(shown, /Read 2 of at most 9 Stored 1 .* Refused 1 Taken up to chunk 1/u)
  assert.match(shown, /line 2 authors: is required/u)
  const file = await admin.get(`/console/ingestion/${id}/refused.csv`)
  assert.match(file.headers.get('content-disposition') ?? '', new RegExp(`refused-${id}.csv`, 'u'))
  assert.match(await file.text(), /^chunk,record,position,reason\r\n1,2,line 2,/u)
  const closed = await admin.post(`/console/ingestion/${id}/close`)
  assert.equal(closed.headers.get('location'), `/console/ingestion/${id}?done=closed`)
  assert.equal((await admin.post(`/console/ingestion/${id}/close`)).status, 409)
  const undone = await admin.post(`/console/ingestion/${id}/undo`)
  assert.equal(undone.headers.get('location'), `/console/ingestion/${id}?done=undone`)
  while (await service.run(undoStep, id));
  assert.match(wordsOf(await markupOf(await admin.get(`/console/ingestion/${id}`))), /undone .* Taken back 1/u)
  assert.equal(await service.store.private.papers.isEmpty(), true)
  await markupOf(await admin.get('/console/ingestion/none'), 404)
  await markupOf(await admin.post('/console/ingestion/none/close'), 404)
})
