import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { detachFile, permitFiles } from '#actions/paper-files.ts'
import { samplePdf } from '../../support/files.ts'
import { storedFile, startTestService } from '../../support/service/test-service.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { decide, submitInto } from '../../support/service/review.ts'

const service = await startTestService({ after })
const license = 'https://creativecommons.org/licenses/by/4.0/'
const title = (id: string) => `The paper ${id} of files`
await service.accept(
  wholePaper({ id: 'p1', title: title('p1'), license }),
  leastPaper({ id: 'p2', title: title('p2') }),
  leastPaper({ id: 'p3', title: title('p3'), license }),
  leastPaper({ id: 'p5', title: title('p5'), license, storageUrl: 'https://arxiv.org/pdf/2401.01234v1' }),
)
await submitInto(service, {
  key: await service.key(),
  state: 'pending',
  paper: { id: 'p4', title: title('p4'), license },
})

const bytes = samplePdf('p1', 150_000)
const hash = await storedFile(service, 'p1', bytes)
const path = `/files/${hash}.pdf`
const MISSING = `/files/${'0'.repeat(64)}.pdf`

/** All that a client gets but what differs with every request. */
const answerTo = async (at: string, given: string, headers: Record<string, string> = {}) => {
  const response = await service.get(at, headers)
  const kept = [...response.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
  return { status: response.status, headers: kept, body: (await response.text()).replaceAll(given, 'HASH') }
}

test('the file of a public paper with an open licence is sent as it is, to be looked at and kept for a minute', async () => {
  const response = await service.get(path)
  assert.equal(response.status, 200)
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
  const { headers } = response
  assert.equal(headers.get('content-type'), 'application/pdf')
  assert.equal(headers.get('content-length'), '150000')
  assert.equal(headers.get('etag'), `"${hash}"`)
  assert.equal(headers.get('accept-ranges'), 'bytes')
  assert.equal(headers.get('cache-control'), 'public, max-age=60, must-revalidate')
  assert.equal(headers.get('content-disposition'), 'inline; filename="p1.pdf"')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/u)
  assert.match(policy, /; sandbox(?: allow-(?:scripts|downloads))*$/u)
})

const named = ({ headers }: Response) =>
  [...headers].filter(([name]) => !['x-request-id', 'date', 'keep-alive', 'connection'].includes(name))

test('HEAD has the same headers and no body, and a client that has the file does not get it again', async () => {
  const whole = await service.get(path)
  await whole.body?.cancel()
  const head = await fetch(service.url + path, { method: 'HEAD' })
  assert.deepEqual(named(head), named(whole))
  assert.equal((await head.arrayBuffer()).byteLength, 0)
  for (const tag of [`"${hash}"`, `W/"${hash}"`, `"x", "${hash}"`, '*']) {
    const known = await service.get(path, { 'if-none-match': tag, range: 'bytes=0-9' })
    assert.deepEqual([known.status, (await known.arrayBuffer()).byteLength], [304, 0], tag)
  }
})

test('parts are sent as asked for, and only beside the same bytes', async () => {
  const cases: [Record<string, string>, number, string | null, Buffer | null][] = [
    [{ range: 'bytes=0-4' }, 206, 'bytes 0-4/150000', bytes.subarray(0, 5)],
    [{ range: 'bytes=70000-140000' }, 206, 'bytes 70000-140000/150000', bytes.subarray(70_000, 140_001)],
    [{ range: 'bytes=149990-' }, 206, 'bytes 149990-149999/150000', bytes.subarray(149_990)],
    [{ range: 'bytes=-6' }, 206, 'bytes 149994-149999/150000', bytes.subarray(-6)],
    [{ range: 'bytes=0-999999' }, 206, 'bytes 0-149999/150000', bytes],
    [{ range: 'bytes=150000-' }, 416, 'bytes */150000', null],
    [{ range: 'bytes=-0' }, 416, 'bytes */150000', null],
    [{ range: 'bytes=5-4' }, 200, null, bytes],
    [{ range: 'bytes=0-1,3-4' }, 200, null, bytes],
    [{ range: 'bytes=0-4', 'if-range': `"${hash}"` }, 206, 'bytes 0-4/150000', bytes.subarray(0, 5)],
    [{ range: 'bytes=0-4', 'if-range': '"other"' }, 200, null, bytes],
    [{ range: 'bytes=0-4', 'if-range': `W/"${hash}"` }, 200, null, bytes],
    [{ range: 'bytes=0-4', 'if-range': 'Sun, 22 Nov 2026 10:00:00 GMT' }, 200, null, bytes],
    [{ range: 'bytes=0-4', 'if-none-match': '"other"' }, 206, 'bytes 0-4/150000', bytes.subarray(0, 5)],
  ]
  for (const [asked, status, contentRange, expected] of cases) {
    const response = await service.get(path, asked)
    const got = Buffer.from(await response.arrayBuffer())
    const about = JSON.stringify(asked)
    assert.deepEqual([response.status, response.headers.get('content-range')], [status, contentRange], about)
    if (expected !== null) assert.ok(got.equals(expected), about)
    if (expected !== null) assert.equal(response.headers.get('content-length'), String(expected.byteLength), about)
  }
})

test('what not everybody may get is missing, byte for byte, and editors get it', async () => {
  const missing = await answerTo(MISSING, '0'.repeat(64))
  assert.equal(missing.status, 404)
  const closed = await storedFile(service, 'p2', samplePdf('p2'))
  const retracted = await storedFile(service, 'p3', samplePdf('p3'))
  const pending = await storedFile(service, 'p4', samplePdf('p4'))
  const retractedPath = `/files/${retracted}.pdf`
  assert.equal((await service.get(retractedPath)).status, 200)
  await decide(service, 'p3', 'retract')
  const reviewer = await signedIn(service, 'reviewer')
  for (const sha256 of [closed, retracted, pending]) {
    const at = `/files/${sha256}.pdf`
    assert.deepEqual(await answerTo(at, sha256), missing)
    assert.deepEqual(await answerTo(at, sha256, { range: 'bytes=0-1', 'if-none-match': `"${sha256}"` }), missing)
    assert.deepEqual(await answerTo(at, sha256, { cookie: `sid=${'a'.repeat(32)}` }), missing)
    const shown = await reviewer.get(at, { 'sec-fetch-site': 'same-origin' })
    assert.equal(shown.status, 200)
    assert.equal(shown.headers.get('cache-control'), 'private, no-store')
    assert.match(await shown.text(), /^%PDF-/u)
  }
  await service.run(permitFiles, { paperId: 'p2', permission: 'allowed', actor: 'test' })
  assert.equal((await service.get(`/files/${closed}.pdf`)).status, 200)
})

test('storageUrl leads to the file in every form of a paper, and elsewhere again without it', async () => {
  const elsewhere = 'https://arxiv.org/pdf/2401.01234v1'
  const storageUrls = async () => {
    const corpus = await jsonOf<{ paper: { storageUrl: string } }>(await service.get('/api/papers/p5'))
    const agent = await jsonOf<{ storageUrl: string; arxivId?: string }>(await service.get('/api/v1/papers/p5'))
    const listed = await jsonOf<{ papers: { storageUrl: string }[] }>(
      await service.get('/api/v1/papers?ids=p5&fields=storageUrl'),
    )
    return [corpus.paper.storageUrl, agent.storageUrl, listed.papers[0]?.storageUrl]
  }
  assert.deepEqual(await storageUrls(), [elsewhere, elsewhere, elsewhere])
  const sha256 = await storedFile(service, 'p5', samplePdf('p5'))
  const here = `${service.url}/files/${sha256}.pdf`
  assert.deepEqual(await storageUrls(), [here, here, here])
  const page = await service.get('/papers/p5')
  assert.match(page.headers.get('link') ?? '', new RegExp(`<${here}>; rel="item"; type="application/pdf"`, 'u'))
  const markup = await page.text()
  assert.ok(markup.includes(`<meta name="citation_pdf_url" content="${here}" />`))
  assert.ok(markup.includes('<meta name="citation_arxiv_id" content="2401.01234" />'), 'the identifier stays')
  assert.ok(markup.includes(`"contentUrl":"${here}"`))
  assert.ok(markup.includes(`<a href="/files/${sha256}.pdf" type="application/pdf" aria-keyshortcuts="p">PDF</a>`))
  for (const form of ['/papers/p5.md', '/papers/p5.ris', '/papers/p5.jsonld', '/papers.csv'])
    assert.ok((await (await service.get(form)).text()).includes(here), form)
  const stored = (await service.store.private.papers.findByIds(['p5'])).get('p5')
  assert.deepEqual([stored?.storageUrl, stored?.openFile], [elsewhere, undefined], 'editors edit the address elsewhere')
  await service.run(detachFile, { paperId: 'p5', sha256, actor: 'test' })
  assert.deepEqual(await storageUrls(), [elsewhere, elsewhere, elsewhere])
  assert.equal((await service.get(`/files/${sha256}.pdf`)).status, 404)
})

test('a file that its store has lost is a 5xx, and everything else goes on', async () => {
  const sha256 = await storedFile(service, 'p1', samplePdf('lost'))
  await service.files.remove(sha256)
  const response = await service.get(`/files/${sha256}.pdf`)
  assert.equal(response.status, 503)
  assert.equal((await service.get('/papers/p1')).status, 200)
  assert.ok(service.logged.some(({ level, message }) => level === 'error' && message === 'a request failed'))
})
