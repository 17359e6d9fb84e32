import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { emptyPdf, madePdf, paragraph } from '../../support/pdf.ts'
import { samplePdf, sha256Of } from '../../support/files.ts'
import { sameOrigin, signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after }, { filesQuota: 50_000 })
await service.accept(leastPaper())
const paper = { id: 'p2', title: 'One that waits' }
await submitInto(service, { key: await service.key(), state: 'pending', paper })
const editor = await signedIn(service, 'editor')

const send = (path: string, ...files: [string, Uint8Array][]): Promise<Response> => {
  const body = new FormData()
  for (const [name, bytes] of files) body.append('file', new File([new Uint8Array(bytes)], name))
  const headers = { ...editor.headers, ...sameOrigin }
  return fetch(service.url + path, { method: 'POST', headers, body, redirect: 'manual' })
}

const filesOf = async (id: string): Promise<string[]> =>
  (await service.store.private.files.getByPaper(id)).files.map(({ name }) => name)

const textAt = async (path: string): Promise<string> => {
  const response = await editor.get(path)
  assert.equal(response.status, 200, path)
  return response.text()
}

test('several files come in one form, and the pages of the paper show them', async () => {
  const [one, two] = [samplePdf('one', 3_000), samplePdf('two', 2_000)]
  const sent = await send('/console/papers/p1/files', ['one.pdf', one], ['zwei <b>.pdf', two])
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/console/papers/p1/files?added=2'])
  assert.deepEqual(await filesOf('p1'), ['zwei <b>.pdf', 'one.pdf'])
  for (const path of ['/console/papers/p1/files?added=2', '/console/papers/p1/edit']) {
    const markup = await textAt(path)
    assert.ok(markup.includes(`href="/files/${sha256Of(one)}.pdf"`), path)
    assert.ok(markup.includes('zwei &lt;b&gt;.pdf'), path)
    assert.ok(markup.includes('Only editors may download them'), path)
  }
  const queued = await send('/console/papers/p2/files?from=queue', ['two.pdf', two])
  assert.equal(queued.headers.get('location'), '/console/queue/p2#files')
  assert.ok((await textAt('/console/queue/p2')).includes(`href="/files/${sha256Of(two)}.pdf"`))
  assert.match(await textAt('/console/files'), /2 files take 4\.9 KiB of 49 KiB/u)
})

test('a refused file is shown with its reason, and the others are stored', async () => {
  const sent = await send(
    '/console/papers/p1/files',
    ['page.pdf', Buffer.from('<html>')],
    ['three.pdf', samplePdf('three', 1_000)],
    ['huge.pdf', samplePdf('huge', 60_000)],
  )
  assert.equal(sent.status, 400)
  const markup = await sent.text()
  assert.ok(markup.includes('One file was added.'))
  assert.ok(markup.includes('<bdi>page.pdf</bdi>: is not a PDF'), markup)
  assert.match(markup, /<bdi>huge\.pdf<\/bdi>: The files use \d+ of 50000 bytes/u)
  assert.equal((await filesOf('p1'))[0], 'three.pdf')
})

test('an editor says who gets files, and takes one away', async () => {
  const sha256 = sha256Of(samplePdf('one', 3_000))
  assert.equal((await service.get(`/files/${sha256}.pdf`)).status, 404)
  await editor.post('/console/papers/p1/files/permission', { permission: 'allowed' })
  assert.equal((await service.get(`/files/${sha256}.pdf`)).status, 200)
  assert.ok((await textAt('/console/papers/p1/files')).includes('An editor has allowed anybody to download them.'))
  await editor.post('/console/papers/p1/files/remove', { sha256 })
  assert.equal((await service.get(`/files/${sha256}.pdf`)).status, 404)
  assert.equal((await editor.post('/console/papers/p1/files/remove', { sha256: 'x' })).status, 400)
  assert.equal((await editor.post('/console/papers/p1/files/permission', { permission: 'x' })).status, 400)
})

const failing = () => Promise.reject(new Failure('storage_full', 'The disk for files is full; nothing was stored.'))

test('a file store that fails is reported in the console, and a full one stops nothing else', async (t) => {
  t.mock.method(service.files, 'stage', failing)
  assert.ok((await textAt('/console/files')).includes('The file store does not work: The disk for files is full'))
  const sent = await send('/console/papers/p1/files', ['four.pdf', samplePdf('four')])
  assert.equal(sent.status, 507)
  assert.ok((await sent.text()).includes('four.pdf</bdi>: The disk for files is full; nothing was stored.'))
  assert.equal((await service.get('/papers/p1')).status, 200)
})

test('PDFs become submissions with what their pages propose, each by itself', async () => {
  const body = paragraph('We', 12, 90)
  const pdf = await madePdf({ title: 'Checkpoints <b>for</b> Agents', authors: 'Ada Example and Bo Sample', body })
  const reply = await send(
    '/console/files',
    ['new.pdf', pdf],
    ['none.pdf', await emptyPdf(1)],
    ['text.pdf', Buffer.from('text')],
  )
  assert.equal(reply.status, 200)
  const shown = await reply.text()
  for (const part of [
    /Proposed title<\/dt><dd dir="auto">Checkpoints &lt;b&gt;for&lt;\/b&gt; Agents/u,
    /Ada Example, Bo Sample/u,
    /none\.pdf<\/bdi>: The PDF has no readable text/u,
    /text\.pdf<\/bdi>: /u,
  ])
    assert.match(shown, part)
  const id = /href="\/console\/queue\/(?<id>p\d+)"/u.exec(shown)?.groups?.id ?? ''
  assert.deepEqual(await filesOf(id), ['new.pdf'])
  assert.equal((await service.get(`/api/papers/${id}`)).status, 404, 'it waits for review')
})
