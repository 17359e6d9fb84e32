import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { takeUnusedFiles } from '#actions/paper-files.ts'
import { undoSession, closeSession, openSession, undoStep } from '#actions/ingest-sessions.ts'
import { PAPER_LINES, SENT_RECORDS } from '#imports/read-lines.ts'
import { samplePdf, sha256Of } from '../../support/files.ts'
import { madePdf, paragraph } from '../../support/pdf.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const open = (service: TestService) =>
  service.run(openSession, {
    label: 'november',
    maxRecords: 100,
    until: new Date(service.clock.now().getTime() + 3_600_000),
    actor: 'cli',
  })

type Sent = { key: string; type?: string; id?: string; query?: string }

const post = (
  service: TestService,
  body: string | Buffer,
  { key, type = 'text/plain', id = 'current', query = '?chunk=1' }: Sent,
): Promise<Response> =>
  fetch(`${service.url}/api/ingest-sessions/${id}/papers${query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

const bibtex = '@misc{a, title={A study of agents that go on for days}, author={Ada Example}, year=2025}'
const lines = (...papers: Record<string, unknown>[]): string =>
  papers.map((paper) => `${JSON.stringify(paper)}\n`).join('')

test('a session takes chunks of any format over its own key, and answers a repetition alike', async (t) => {
  const service = await startTestService(t)
  const { key, session } = await open(service)
  const first = await post(service, bibtex, { key, id: session.id })
  const answer = await first.text()
  const counted = { read: 1, stored: 1, unchanged: 0, enriched: 0, refused: 0 }
  assert.deepEqual(JSON.parse(answer), { success: true, chunk: 1, ...counted, last: 1 })
  const again = await post(service, bibtex, { key, id: session.id })
  assert.equal(await again.text(), answer)
  const ours = lines(wholePaper({ id: 'p501' }), leastPaper({ id: 'p502', year: 1 }))
  const sent = { key, type: 'application/gzip', query: '?chunk=2' }
  const packed = gzipSync(ours)
  assert.deepEqual(await jsonOf(await post(service, packed, sent)), {
    success: true,
    chunk: 2,
    ...counted,
    read: 2,
    refused: 1,
    last: 2,
  })
  const shown = await service.get('/api/ingest-sessions/current', { 'x-api-key': key })
  const { read, stored, refused, last, state } = await jsonOf(shown)
  assert.deepEqual([read, stored, refused, last, state], [3, 2, 1, 2, 'open'])
  const listed = await service.get(`/api/ingest-sessions/${session.id}/chunks?after=1`, { 'x-api-key': key })
  const { chunks } = await jsonOf<{ chunks: { chunk: number; digest: string; done: boolean }[] }>(listed)
  assert.deepEqual(
    chunks.map(({ chunk, digest, done }) => [chunk, digest, done]),
    [[2, sha256Of(packed), true]],
  )
  assert.equal((await service.get('/api/papers/p501')).status, 404, 'it waits for review')
})

test('the key of a session is good for it alone, and no other key is', async (t) => {
  const service = await startTestService(t)
  const [one, other] = [await open(service), await open(service)]
  const sent = { type: 'text/plain', id: one.session.id }
  for (const key of [other.key, await service.key('ingest'), await service.key('review'), await service.key('submit')])
    await assertFailure(await post(service, bibtex, { ...sent, key }), 'corpus', 403)
  const elsewhere = await service.send('POST', '/api/editorial/imports', bibtex, {
    'x-api-key': one.key,
    'content-type': 'text/plain',
  })
  await assertFailure(elsewhere, 'corpus', 403)
  await assertFailure(await post(service, bibtex, { ...sent, key: one.key, query: '' }), 'corpus', 400)
  await assertFailure(await post(service, bibtex, { ...sent, key: one.key, type: 'image/png' }), 'corpus', 415)
  await assertFailure(await post(service, 'No format.', { ...sent, key: one.key }), 'corpus', 415)
  assert.equal((await post(service, bibtex, { ...sent, key: one.key })).status, 200, 'what was no record left no trace')
  await assertFailure(await post(service, `${bibtex}\n`, { ...sent, key: one.key }), 'corpus', 422)
  await service.run(closeSession, { id: one.session.id, actor: 'cli' })
  await assertFailure(await post(service, bibtex, { ...sent, key: one.key, query: '?chunk=2' }), 'corpus', 401)
  assert.deepEqual(await service.store.private.ingestion.countPending(one.session.id, 0, 1_000), {
    count: 1,
    next: null,
  })
})

const sentIdentifier = (doi: string, position: string) => ({
  format: 'identifiers',
  position,
  recordId: doi,
  fields: { doi },
  unmapped: [],
  source: doi,
})

test('identifiers of a session become candidates once, beside its papers', async (t) => {
  const service = await startTestService(t)
  const { key } = await open(service)
  const list = '10.1000/one\narXiv:2611.00001\nnonsense\n10.1000/ONE\n'
  const answer = await (await post(service, list, { key })).text()
  const counted = { read: 4, stored: 0, unchanged: 1, enriched: 0, refused: 1, candidates: 2 }
  assert.deepEqual(JSON.parse(answer), { success: true, chunk: 1, ...counted, last: 1 })
  assert.equal(await (await post(service, list, { key })).text(), answer)
  const fields = { title: 'A study of agents that go on', authors: ['Ada'], year: 2025 }
  const paper = { format: 'bibtex', position: 'line 2', recordId: 'a', fields, unmapped: [], source: bibtex }
  const mixed = lines(
    sentIdentifier('10.1000/two', 'line 1'),
    paper,
    sentIdentifier('10.1000/\0', 'line 3'),
    sentIdentifier('none', 'line 4'),
  )
  const { stored, refused, candidates } = await jsonOf(
    await post(service, mixed, { key, type: SENT_RECORDS, query: '?chunk=2' }),
  )
  assert.deepEqual([stored, refused, candidates], [1, 2, 1])
  assert.equal(await service.store.private.candidates.countOpen(), 3)
})

const sentLink = (fields: Record<string, unknown>, position: string) => ({
  ...sentIdentifier('', position),
  format: 'links',
  fields,
  source: position,
})

test('links of a session are checked as they are when the server reads them', async (t) => {
  const service = await startTestService(t)
  const { key } = await open(service)
  const forum = 'https://openreview.net/forum?id=abcdefgh12'
  const sent = lines(
    sentLink({ doi: '10.1000/two', arxivId: '2611.00001', title: 'Two', topics: ['a', 3, 'b\0'] }, 'line 1'),
    sentLink({ url: forum, title: 'x'.repeat(501) }, 'line 2'),
    sentLink({ url: 'https://example.org/', title: 'No address of a paper' }, 'line 3'),
    sentLink({ url: 'https://openreview.net/pdf?id=abcdefgh12' }, 'line 4'),
    sentLink({ doi: '10.1000/two', arxivId: 'none' }, 'line 5'),
    sentLink({ doi: '10.1000/TWO', url: 'javascript:alert(1)' }, 'line 6'),
  )
  const { refused, candidates, unchanged } = await jsonOf(await post(service, sent, { key, type: SENT_RECORDS }))
  assert.deepEqual([refused, candidates, unchanged], [3, 2, 1])
  const stored = await service.store.private.candidates.listNewest(null, 10)
  assert.deepEqual(
    stored.map(({ doi, arxivId, listed }) => ({ doi, arxivId, listed })),
    [
      { doi: null, arxivId: null, listed: { title: null, url: forum, topics: [] } },
      { doi: '10.1000/two', arxivId: '2611.00001', listed: { title: 'Two', url: null, topics: ['a'] } },
    ],
  )
})

test('a PDF of a session is kept with the paper that it brings, once, and goes with it when the session is undone', async (t) => {
  const service = await startTestService(t, { filesQuota: 100_000 })
  const { key, session } = await open(service)
  const pdf = await madePdf({ title: 'Checkpoints for Weeks', authors: 'Ada Example', body: paragraph('We', 12, 90) })
  const send = (body: Uint8Array, chunk: number): Promise<Response> =>
    post(service, Buffer.from(body), { key, type: 'application/pdf', query: `?chunk=${chunk}` })
  for (const _ of [1, 2]) assert.equal((await jsonOf(await send(pdf, 1))).stored, 1)
  const { files } = await service.store.private.files.getByPaper('p1')
  assert.deepEqual(
    files.map(({ sha256 }) => sha256),
    [sha256Of(pdf)],
  )
  const full = samplePdf('full', 99_999)
  await assertFailure(await send(full, 2), 'corpus', 507)
  assert.equal((await jsonOf(await send(samplePdf('no text'), 3))).refused, 1)
  await service.run(undoSession, { id: session.id, actor: 'cli' })
  while (await service.run(undoStep, session.id));
  assert.equal((await service.store.private.papers.findByIds(['p1'])).size, 0)
  await service.run(takeUnusedFiles, 10)
  assert.equal((await service.store.private.files.usage()).unused, 2)
})

test('what a client read from a file keeps its place in it', async (t) => {
  const service = await startTestService(t)
  const { key, session } = await open(service)
  const fields = { title: 'A study of agents that go on', authors: ['Ada'], year: 2025 }
  const records = lines(
    { format: 'bibtex', position: 'line 40', recordId: 'a', fields, unmapped: ['note'], source: bibtex },
    { position: 'line 50', reason: 'The braces of this entry do not balance.' },
    { format: 'novel', position: 'line 60' },
  )
  await post(service, records, { key, type: SENT_RECORDS, query: '?chunk=1&file=library.bib' })
  const [source] = await service.store.private.imports.listSources('p1')
  assert.deepEqual([source?.place, source?.position, source?.unmapped], ['library.bib', 'line 40', ['note']])
  await post(service, `no paper\n${lines(leastPaper({ id: 'p77' }))}`, {
    key,
    type: PAPER_LINES,
    query: '?chunk=2&file=papers.jsonl&line=1001',
  })
  const refusals = await service.store.private.ingestion.listRefusals(session.id, null, 10)
  assert.deepEqual(
    refusals.map(({ chunk, position }) => [chunk, position]),
    [
      [1, 'line 50'],
      [1, 'line 3'],
      [2, 'line 1001'],
    ],
  )
})

test('closing a session reports its result to the admins', async (t) => {
  const service = await startTestService(t)
  await service.store.transact((tx) =>
    tx.editors.add({
      id: 'e1',
      name: 'Ada',
      email: 'ada@example.org',
      role: 'admin',
      createdAt: '2026-11-01T00:00:00.000Z',
      removedAt: null,
    }),
  )
  const { key, session } = await open(service)
  await post(service, bibtex, { key })
  await service.run(closeSession, { id: session.id, actor: 'cli' })
  const { emails } = await service.store.private.outbox.list('waiting', null, 10)
  const summary = emails.find(({ subject }) => subject.includes('november'))
  assert.equal(summary?.to, 'ada@example.org')
  assert.match(summary.subject, /The ingestion session “november” is closed: 1 paper$/u)
})
