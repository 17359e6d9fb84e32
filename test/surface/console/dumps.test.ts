import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '../../support/service/editor-session.ts'
import { shownDumps } from '../../support/service/shown-dumps.ts'
import { startTestService } from '../../support/service/test-service.ts'

test('the console tells why the last dump was not made, and what there is', async (t) => {
  const service = await startTestService(t, { dumps: shownDumps })
  const admin = await signedIn(service, 'admin')
  const page = await (await admin.get('/console/dumps')).text()
  assert.match(page, /failed:[^]*no space left on device/u)
  assert.match(page, /href="\/dumps\/longview-20261122T100000000Z-records\.jsonl\.gz"/u)
  assert.doesNotMatch(await (await service.get('/dumps', { accept: 'text/html' })).text(), /no space/u)
  const editor = await signedIn(service, 'editor')
  assert.equal((await editor.get('/console/dumps')).status, 403)
})

test('the console tells that dumps are off', async (t) => {
  const admin = await signedIn(await startTestService(t), 'admin')
  assert.match(await (await admin.get('/console/dumps')).text(), /Dumps are off/u)
})
