import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonOf } from '../../../support/service/read-responses.ts'
import { sha256Of } from '../../../support/files/sample-pdf.ts'
import { madePdf } from '../../../support/pdf/made-pdf.ts'
import { paragraph } from '../../../support/pdf/printed-page.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import { post, type Imported } from '../../../support/requests/imports.ts'

const licensedPdf = (licence: string): Promise<Uint8Array> =>
  madePdf({
    title: `Checkpoints for Agents ${licence.length}`,
    authors: 'Ada Example and Bo Sample',
    body: [...paragraph('We', 12, 90), licence],
  })

test('a PDF comes in by what it proposes, with its text where the text may be shown', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const send = async (body: Uint8Array, type: string, query = ''): Promise<Imported> =>
    jsonOf<Imported>(await post(service, Buffer.from(body), { key, type, query }))
  const closed = await licensedPdf('All rights reserved.')
  const first = await send(closed, 'application/pdf')
  assert.deepEqual(first.records, [
    { position: 'the whole', outcome: 'stored', id: 'p1', unmapped: ['fullText (the PDF names no open licence)'] },
  ])
  const paper = (await service.store.private.papers.findByIds(['p1'])).get('p1')
  assert.deepEqual(
    [paper?.title, paper?.authors, paper?.fullText],
    ['Checkpoints for Agents 20', ['Ada Example', 'Bo Sample'], null],
  )
  assert.deepEqual(
    (await service.store.private.files.ofPaper('p1')).files.map(({ bytes }) => bytes),
    [closed.byteLength],
    'the PDF is kept',
  )
  assert.equal((await send(closed, 'application/octet-stream')).records[0]?.outcome, 'unchanged')
  await send(await licensedPdf('https://creativecommons.org/licenses/by/4.0/'), 'application/pdf')
  await send(await licensedPdf('Nothing is said'), 'application/pdf', '?fullText=true')
  for (const id of ['p2', 'p3'])
    assert.match((await service.store.private.papers.findByIds([id])).get(id)?.fullText ?? '', /## Abstract\n\nWe /u)
  const broken = await send(closed.subarray(0, 40), 'application/pdf')
  assert.match(String(broken.records[0]?.reason), /^The PDF is damaged/u)
})

test('a PDF of some size is kept, too, when a thread has read it', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const noise = Array.from({ length: 45 }, (_, index) => sha256Of(Buffer.from(String(index))))
  const large = await madePdf({ title: 'Plans for Weeks', authors: 'Ada Example', body: noise, pages: 60 })
  assert.ok(large.byteLength > 100_000, `${large.byteLength}`)
  const sent = await post(service, Buffer.from(large), { key, type: 'application/pdf' })
  assert.deepEqual([sent.status, (await jsonOf<Imported>(sent)).stored], [200, 1])
  const { files } = await service.store.private.files.ofPaper('p1')
  assert.deepEqual(
    files.map(({ sha256 }) => sha256),
    [sha256Of(large)],
  )
})
