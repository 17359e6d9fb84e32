import { readFileSync } from 'node:fs'
import { type TestService, startTestService } from '../../support/service/test-service.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { rememberColumns } from '#actions/table-columns.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { submit } from '../../support/service/review.ts'
import { sha256Of } from '../../support/files.ts'
import { rowOf, workbookOf } from '../../support/xlsx.ts'
import { madePdf, paragraph } from '../../support/pdf.ts'
import { formAt, markupOf } from '../../support/markup.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { actsOf, editorialClient } from '../../support/service/editing.ts'

/** What an import reports about itself and each of its records. */
type Imported = {
  read: number
  stored: number
  proposed: number
  unchanged: number
  candidates: number
  refused: number
  session: string
  records: Record<string, unknown>[]
}

/** A file of records in test/fixtures/formats. */
const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/formats/${name}`, import.meta.url))

type Sent = { key: string; type: string; query?: string }

/** Sends records under a key with scope `ingest`. */
const post = (service: TestService, body: string | Buffer, { key, type, query = '' }: Sent): Promise<Response> =>
  fetch(`${service.url}/api/editorial/imports${query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

/** A record of the paper with DOI 10.1000/example.1, as BibTeX. */
const record = (publisher: string): string =>
  `@article{a, title={Checkpoints for agents that work for days}, author={Ada Example}, year=2025, doi={10.1000/example.1}, publisher={${publisher}}}`

test('records come in for review by their Content-Type or their content, compressed or not', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const dry = await jsonOf<Imported>(
    await post(service, fixture('library.bib'), { key, type: 'application/x-bibtex', query: '?dryRun=true' }),
  )
  assert.deepEqual([dry.read, dry.stored, dry.refused], [4, 3, 1])
  assert.equal(await service.store.private.papers.isEmpty(), true)
  const taken = await jsonOf<Imported>(
    await post(service, fixture('library.bib'), { key, type: 'application/x-bibtex', query: '?session=bib' }),
  )
  assert.deepEqual([taken.stored, taken.refused, taken.session], [3, 1, 'bib'])
  assert.deepEqual(taken.records[0]?.unmapped, ['issn', 'author (and others)'])
  const packed = await jsonOf<Imported>(
    await post(service, gzipSync(fixture('listing.atom.xml')), { key, type: 'application/gzip' }),
  )
  assert.deepEqual(
    packed.records.map(({ outcome }) => outcome),
    ['enriched', 'stored'],
  )
  assert.equal((await service.get('/api/papers/p1')).status, 404, 'not public')
})

test('the columns of a table may be named', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const table = 'Werk;Menschen;Erschienen\nPlans and agents;One, Ada;2024\n'
  const send = (query: string): Promise<Response> => post(service, table, { key, type: 'text/csv', query })
  const columns = `columns=${encodeURIComponent('title=Werk,authors=Menschen,year=Erschienen')}`
  const { records, stored } = await jsonOf<Imported>(await send(`?${columns}`))
  assert.deepEqual([stored, records[0]?.unmapped], [1, undefined])
  await service.run(rememberColumns, {
    names: ['Buch', 'Von', 'Wann'],
    columns: { title: 'Buch', authors: 'Von', year: 'Wann' },
    actor: 'editor',
  })
  const remembered = await post(service, 'Buch,Von,Wann\nMore plans,Dee Four,2022\n', { key, type: 'text/plain' })
  assert.equal((await jsonOf<Imported>(remembered)).stored, 1, 'columns that are remembered need not be named')
  const book = workbookOf([
    { name: 'Liste', rows: rowOf('Werk', 'Menschen', 'Erschienen') + rowOf('Agents', 'Cem Three', 2023) },
  ])
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const read = await jsonOf<Imported>(await post(service, book, { key, type, query: `?${columns}` }))
  assert.deepEqual([read.stored, read.records[0]?.position], [1, 'line 2'])
  const damaged = workbookOf([{ name: 'Liste', rows: '<row>' }])
  await assertFailure(await post(service, damaged, { key, type }), 'corpus', 400)
  await assertFailure(await send('?columns=titel%3DWerk'), 'corpus', 400)
  await assertFailure(await send('?columns=title%3DWerke'), 'corpus', 415)
})

test('a saved page and the records of a catalogue come in under their media types', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const sent: [string, string, number][] = [
    ['text/html', 'article.publisher.html', 1],
    ['application/xhtml+xml', 'item.repository.html', 1],
    ['application/rdf+xml', 'library.zotero.rdf', 4],
    ['application/mods+xml', 'library.mods.xml', 3],
    ['application/marcxml+xml', 'catalogue.marc.xml', 3],
    ['text/plain', 'daily.arxiv.txt', 4],
  ]
  for (const [type, name, count] of sent) {
    const { read } = await jsonOf<Imported>(await post(service, fixture(name), { key, type, query: '?dryRun=true' }))
    assert.equal(read, count, name)
  }
  const page = await post(service, '<!DOCTYPE html><html><p>No work</html>', { key, type: 'text/html' })
  assert.equal(page.status, 415)
})

test('papers in the form of the contract come in under their own ids', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const lines = [wholePaper({ id: 'p7' }), leastPaper({ id: 'p9', title: '' }), leastPaper({ id: 'p12' })]
  const body = lines.map((paper) => `${JSON.stringify(paper)}\n`).join('')
  const sent = { key, type: 'application/jsonl', query: '?session=ours' }
  const dry = await jsonOf<Imported>(await post(service, body, { ...sent, query: '?dryRun=true' }))
  assert.deepEqual([dry.read, dry.stored, dry.refused], [3, 2, 1])
  assert.equal(await service.store.private.papers.isEmpty(), true)
  const taken = await jsonOf<Imported>(await post(service, gzipSync(body), { ...sent, type: 'application/gzip' }))
  assert.deepEqual(
    taken.records.map(({ position, outcome, id }) => [position, outcome, id]),
    [
      ['line 1', 'stored', 'p7'],
      ['line 2', 'refused', undefined],
      ['line 3', 'stored', 'p12'],
    ],
  )
  const waiting = await service.store.private.queue.list(
    { state: 'pending', submittedBy: null, session: 'ours', maxRisk: null },
    { order: 'age', after: null, limit: 10 },
  )
  assert.deepEqual(
    waiting.papers.map(({ id }) => id),
    ['p7', 'p12'],
  )
  const other = `${body}${JSON.stringify(leastPaper({ id: 'p7', title: 'Another title' }))}`
  const again = await jsonOf<Imported>(await post(service, other, sent))
  assert.deepEqual(
    again.records.map(({ outcome }) => outcome),
    ['unchanged', 'refused', 'unchanged', 'refused'],
  )
})

test('what cannot be read changes nothing, and only certain keys may bring records in', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  await assertFailure(await post(service, 'No format.', { key, type: 'application/octet-stream' }), 'corpus', 415)
  await assertFailure(await post(service, '<a/>', { key, type: 'image/png' }), 'corpus', 415)
  await assertFailure(await post(service, 'x'.repeat(11_000_000), { key, type: 'text/plain' }), 'corpus', 413)
  await assertFailure(
    await post(service, '@misc{a}', { key: await service.key('submit'), type: 'text/plain' }),
    'corpus',
    403,
  )
  assert.equal(
    (
      await post(service, fixture('items.csl.json'), {
        key: await service.key('review:decide'),
        type: 'application/json',
      })
    ).status,
    200,
  )
})

test('a name of a record that is not a line of text is not stored', async (t) => {
  const service = await startTestService(t)
  const body = JSON.stringify({
    paperId: 'a\u0000b',
    title: 'A record with a strange name',
    authors: [{ name: 'Ada' }],
    year: 2025,
  })
  const sent = await post(service, body, { key: await service.key('ingest'), type: 'application/json' })
  assert.equal((await jsonOf<Imported>(sent)).stored, 1)
  const ids = await service.store.private.imports.listSources('p1')
  assert.deepEqual(
    ids.map(({ recordId }) => recordId),
    [null],
  )
})

test('an import has 10,000 records at most, and says where it stopped', async (t) => {
  const service = await startTestService(t)
  // None has an author, so that nothing is stored.
  const table = `title,authors,year\n${'a,,2024\n'.repeat(10_050)}`
  const sent = await post(service, table, { key: await service.key('ingest'), type: 'text/csv' })
  const { read, refused, records } = await jsonOf<Imported>(sent)
  assert.deepEqual([read, refused], [10_001, 10_001])
  assert.deepEqual(records.at(-1)?.position, 'line 10002')
})

test('a list of identifiers becomes candidates, and shows no key what others brought in', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', doi: '10.1000/public' }))
  const [key, other] = [await service.key('ingest'), await service.key('ingest')]
  const decider = await service.key('review:decide')
  await post(service, record('P').replace('10.1000/example.1', '10.1000/waits'), { key: other, type: 'text/plain' })
  const list = '10.1000/public\n10.1000/waits\narXiv:2611.00001\nnonsense\n10.1000/NEW\n'
  const send = (by: string, query = '') => post(service, list, { key: by, type: 'text/plain', query })
  const responseTo = async (by: string, query = '') => {
    const { candidates, unchanged, refused, records } = await jsonOf<Imported>(await send(by, query))
    return { counts: [candidates, unchanged, refused], outcomes: records.map(({ outcome, id }) => id ?? outcome) }
  }
  const { candidates } = service.store.private
  const asNew = { counts: [3, 1, 1], outcomes: ['p1', 'candidate', 'candidate', 'refused', 'candidate'] }
  assert.deepEqual(await responseTo(key, '?dryRun=true'), asNew)
  assert.equal(await candidates.countOpen(), 0)
  assert.deepEqual(await responseTo(key), asNew)
  assert.deepEqual(await responseTo(key), asNew, 'whether it waits already is not shown')
  assert.deepEqual(
    (await candidates.listNewest(null, 9)).map(({ doi, arxivId }) => doi ?? arxivId),
    ['10.1000/new', '2611.00001'],
  )
  assert.deepEqual(await responseTo(decider), {
    counts: [0, 4, 1],
    outcomes: ['p1', 'p2', 'unchanged', 'refused', 'unchanged'],
  })
  await assertFailure(await send(decider, '?resolve=true'), 'corpus', 400)
})

test('a key that may not read the queue neither learns of what others brought in nor changes it', async (t) => {
  const service = await startTestService(t)
  const [submitter, own, other, editor] = [
    await service.key('submit'),
    await service.key('ingest'),
    await service.key('ingest'),
    await service.key('ingest', 'review:read'),
  ]
  await submit(service, submitter, leastPaper({ ...wholePaper({ doi: '10.1000/example.1' }), id: 'p7' }))
  const outcomes = async (key: string, query: string, publisher = 'Press'): Promise<unknown[]> => {
    const response = await post(service, record(publisher), { key, type: 'application/x-bibtex', query })
    return (await jsonOf<Imported>(response)).records.map(({ outcome, id }) => [outcome, id])
  }
  const line = JSON.stringify(leastPaper({ ...wholePaper({ doi: '10.1000/example.1' }), id: 'p7', title: 'Another' }))
  for (const [key, outcome] of [
    [own, 'stored'],
    [editor, 'refused'],
  ] as const) {
    const dry = await post(service, line, { key, type: 'application/x-ndjson', query: '?dryRun=true' })
    assert.deepEqual(
      (await jsonOf<Imported>(dry)).records.map((one) => one.outcome),
      [outcome],
    )
  }
  for (const [key, id] of [
    [own, 'p1'],
    [other, 'p2'],
  ] as const) {
    assert.deepEqual(await outcomes(key, '?dryRun=true'), [['stored', undefined]])
    assert.deepEqual(await outcomes(key, ''), [['stored', id]])
    assert.deepEqual(await outcomes(key, ''), [['unchanged', id]])
  }
  assert.equal((await service.store.private.submissions.findWithoutHistory('p7'))?.version, 1)
  assert.deepEqual(await outcomes(own, '', 'Another'), [['unchanged', 'p1']])
  assert.deepEqual((await outcomes(editor, '', 'A third')).length, 1)
  assert.notDeepEqual(await outcomes(editor, '?dryRun=true', 'A fourth'), [['stored', undefined]])
})

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
    (await service.store.private.files.getByPaper('p1')).files.map(({ bytes }) => bytes),
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

test('what may be read wrongly from a PDF is named, waits with a finding, and is proposed for no other paper', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest', 'review:read')
  const send = async (body: string | Uint8Array, type: string, query = ''): Promise<Imported> =>
    jsonOf<Imported>(await post(service, typeof body === 'string' ? body : Buffer.from(body), { key, type, query }))
  const title = 'Checkpoints for Agents that Work'
  await send(`@article{a, title={${title}}, author={Ada Example and Bo Sample}, year=2024}`, 'application/x-bibtex')
  // The list goes on, but nothing follows.
  const authors = 'Ada Example, Bo Sample, and'
  const open = await madePdf({ title, authors, body: paragraph('We', 12, 90) })
  const dry = await send(open, 'application/pdf', '?dryRun=true')
  assert.deepEqual(dry.records[0]?.unsure, ['authors'])
  assert.deepEqual([dry.records[0].outcome, dry.records[0].toCompare], ['stored', ['p1']])
  const [read] = (await send(open, 'application/pdf')).records
  assert.deepEqual([read?.outcome, read?.id, read?.match, read?.unsure], ['stored', 'p2', undefined, ['authors']])
  const { submission } = await jsonOf<{ submission: { checks: { check: string; field: string }[] } }>(
    await fetch(`${service.url}/api/editorial/submissions/p2`, { headers: { 'x-api-key': key } }),
  )
  assert.ok(submission.checks.some(({ check, field }) => check === 'unsure_reading' && field === 'authors'))
  const sure = await madePdf({ title, authors: 'Ada Example and Bo Sample', body: paragraph('They', 12, 90) })
  const [joined] = (await send(sure, 'application/pdf')).records
  assert.deepEqual([joined?.match, joined?.unsure], ['title_year', undefined])
})

test('an edit keeps the finding of a field that was read unsurely, until the field is changed or confirmed', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const editor = await editorialClient(service)
  const unsure = async (id: string): Promise<string[]> => {
    const { submission } = await editor.get<{ submission: { checks: { check: string; field: string }[] } }>(
      `/submissions/${id}`,
    )
    return submission.checks.filter(({ check }) => check === 'unsure_reading').map(({ field }) => field)
  }
  const patch = async (id: string, body: object): Promise<string[]> => {
    assert.equal((await editor.ask(`/papers/${id}`, { method: 'PATCH', body, version: '*' })).status, 200)
    return unsure(id)
  }
  const authors = 'Ada Example, Bo Sample, and'
  for (const title of ['Checkpoints for Agents that Work', 'Plans that Outlast Their Planners']) {
    const pdf = await madePdf({ title, authors, body: paragraph(title, 12, 90) })
    await post(service, Buffer.from(pdf), { key, type: 'application/pdf' })
  }
  assert.deepEqual(await unsure('p1'), ['authors'])
  assert.deepEqual(await patch('p1', { year: 2024 }), ['authors'])
  const risk = async () => (await service.store.private.queue.find('p1'))?.checkReport?.risk ?? 0
  const before = await risk()
  assert.deepEqual(await patch('p1', { authors: ['Ada Example', 'Bo Sample', 'Cy Third'] }), [])
  assert.equal(await risk(), before - 30)
  assert.deepEqual(await actsOf(service, 'paper.confirm'), [])
  const stored = (await service.store.private.papers.findByIds(['p2'])).get('p2')?.authors
  assert.deepEqual(await patch('p2', { authors: stored }), [])
  assert.equal((await actsOf(service, 'paper.confirm')).length, 1)
})

test('an editor confirms in the form of a paper what was read unsurely', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const editor = await signedIn(service, 'editor')
  const pdf = await madePdf({
    title: 'Checkpoints for Agents that Work',
    authors: 'Ada Example, Bo Sample, and',
    body: paragraph('We', 12, 90),
  })
  await post(service, Buffer.from(pdf), { key, type: 'application/pdf' })
  const path = '/console/papers/p1'
  const form = await markupOf(await editor.get(`${path}/edit`))
  assert.match(form, /<input type="checkbox" name="confirmed" value="authors" \/> Authors/u)
  assert.doesNotMatch(form, /name="confirmed" value="title"/u)
  await editor.post(path, formAt(form, path))
  assert.match(await markupOf(await editor.get(`${path}/edit`)), /name="confirmed"/u)
  await editor.post(path, [...formAt(form, path), ['confirmed', 'authors']])
  assert.doesNotMatch(await markupOf(await editor.get(`${path}/edit`)), /name="confirmed"/u)
  assert.doesNotMatch(await markupOf(await editor.get('/console/queue/p1')), /Read unsurely/u)
})

test('a PDF of some size is kept, too, when a process has read it', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const noise = Array.from({ length: 45 }, (_, index) => sha256Of(Buffer.from(String(index))))
  const large = await madePdf({ title: 'Plans for Weeks', authors: 'Ada Example', body: noise, pages: 60 })
  assert.ok(large.byteLength > 100_000, `${large.byteLength}`)
  const sent = await post(service, Buffer.from(large), { key, type: 'application/pdf' })
  assert.deepEqual([sent.status, (await jsonOf<Imported>(sent)).stored], [200, 1])
  const { files } = await service.store.private.files.getByPaper('p1')
  assert.deepEqual(
    files.map(({ sha256 }) => sha256),
    [sha256Of(large)],
  )
})

test('what a record proposes for a public paper is taken or left by an editor', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(wholePaper({ doi: '10.1000/example.1' }))
  const before = await (await service.get('/api/v1/papers/p1')).text()
  const key = await service.key('ingest')
  const propose = async (publisher: string): Promise<void> => {
    const { proposed } = await jsonOf<Imported>(
      await post(service, record(publisher), { key, type: 'application/x-bibtex' }),
    )
    assert.equal(proposed, 1)
  }
  type Listed = { id: number; fields: Record<string, unknown>; source: unknown; earlierSources?: unknown[] }
  const listed = async () => (await editor.get<{ proposals: Listed[] }>('/proposals')).proposals
  await propose('Pres')
  const [first, ...none] = await listed()
  assert.deepEqual([first?.fields.publisher, first?.earlierSources, none], ['Pres', undefined, []])
  await propose('Press')
  assert.equal(await (await service.get('/api/v1/papers/p1')).text(), before)
  const [both, ...more] = await listed()
  assert.deepEqual([both?.fields.publisher, both?.earlierSources, more], ['Press', [first?.source], []])
  await propose('Another Press')
  const taken = await editor.ask(`/proposals/${both?.id}`, { method: 'POST', body: { decision: 'take' } })
  assert.deepEqual(await jsonOf(taken), { success: true, paper: 'p1', version: 2 })
  const [second] = await listed()
  assert.deepEqual([second?.fields.publisher, second?.earlierSources], ['Another Press', undefined])
  const left = await editor.ask(`/proposals/${second?.id}`, { method: 'POST', body: { decision: 'leave' } })
  assert.deepEqual(await jsonOf(left), { success: true, paper: 'p1' })
  assert.equal((await jsonOf<{ publisher: string }>(await service.get('/api/v1/papers/p1'))).publisher, 'Press')
  await assertFailure(
    await editor.ask(`/proposals/${first?.id}`, { method: 'POST', body: { decision: 'leave' } }),
    'corpus',
    409,
  )
  await assertFailure(await editor.ask('/proposals/99', { method: 'POST', body: { decision: 'leave' } }), 'corpus', 404)
  assert.equal((await actsOf(service, 'proposal.take')).length, 1)
})

test('a proposal that is taken leaves alone what was written since', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(wholePaper({ doi: '10.1000/example.1' }))
  await post(service, record('Press'), { key: await service.key('ingest'), type: 'application/x-bibtex' })
  const written = await editor.ask('/papers/p1', {
    method: 'PATCH',
    headers: { 'if-match': '*' },
    body: { publisher: 'The publisher that an editor names' },
  })
  assert.equal(written.status, 200)
  const { proposals } = await editor.get<{ proposals: { id: number }[] }>('/proposals')
  await editor.ask(`/proposals/${proposals[0]?.id}`, { method: 'POST', body: { decision: 'take' } })
  const { publisher } = await jsonOf<{ publisher: string }>(await service.get('/api/v1/papers/p1'))
  assert.equal(publisher, 'The publisher that an editor names')
})

test('a body that trickles in keeps only its own key from importing', async (t) => {
  const service = await startTestService(t)
  const [slow, other] = [await service.key('ingest'), await service.key('ingest')]
  const body = record('A')
  const { hostname, port } = new URL(service.url)
  const trickling = request({
    host: hostname,
    port,
    method: 'POST',
    path: '/api/editorial/imports',
    headers: { 'x-api-key': slow, 'content-type': 'application/x-bibtex', 'content-length': body.length },
  })
  const answered = once(trickling, 'response') as Promise<[IncomingMessage]>
  trickling.write(body.slice(0, 10))
  const refused = async (): Promise<boolean> => {
    const answer = await post(service, body, { key: slow, type: 'application/x-bibtex', query: '?dryRun=true' })
    return answer.status === 503 && answer.headers.get('retry-after') === '5'
  }
  // Until the server has seen the beginning of the first one, it reads the second.
  while (!(await refused()));
  const taken = await jsonOf<Imported>(await post(service, body, { key: other, type: 'application/x-bibtex' }))
  assert.equal(taken.stored, 1)
  trickling.end(body.slice(10))
  const [answer] = await answered
  assert.equal(answer.statusCode, 200)
  assert.equal((JSON.parse(await text(answer)) as Imported).read, 1)
})

test('imports that stand for more than fits in memory are refused with a reason, and the next one is read', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('ingest')
  const sent: [string, string | Buffer, string][] = [
    [
      'application/x-bibtex',
      `@string{a="${'x'.repeat(200)}"}${Array.from('abcdefghijklmnopqrst', (name, index) => `@string{${String.fromCodePoint(98 + index)}=${name}#${name}}`).join('')}@misc{k,title=u,author={A},year=2024}`,
      'This entry cannot be read: with those that it repeats, an abbreviation may have at most 20000 characters.',
    ],
    [
      'application/json',
      `{"title":"T"${Array.from({ length: 800_000 }, (_, index) => `,"${index}":1`).join('')}}`,
      'A record may have at most 250000 members and items: leave out those that do not describe the work.',
    ],
    [
      'application/json',
      `[{"DOI":"10.1000/a","x":[${'1,'.repeat(4_900_000)}1]}]`,
      'A record may have at most 250000 members and items: leave out those that do not describe the work.',
    ],
    [
      'application/gzip',
      gzipSync(`[{"DOI":"10.1000/a","x":${'9'.repeat(180_000_000)}}]`),
      'A number may have at most 1000 digits: write a longer one as text.',
    ],
  ]
  for (const [type, body, reason] of sent) {
    const { records } = await jsonOf<Imported>(await post(service, body, { key, type, query: '?dryRun=true' }))
    assert.equal(records[0]?.reason, reason)
  }
  const taken = await jsonOf<Imported>(await post(service, record('A'), { key, type: 'application/x-bibtex' }))
  assert.equal(taken.stored, 1)
})
