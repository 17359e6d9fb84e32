import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, describe, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { createLongviewClient, LongviewError, memoryCache } from '#client/client.ts'
import { briefOfWeek47, wholePaper } from '../support/service/papers.ts'
import { decide } from '../support/service/review.ts'
import { startTestService } from '../support/service/test-service.ts'

// The client before the server itself: each method once, and the examples of its page.

const service = await startTestService({ after })
const key = await service.key('submit')
const titles = [
  'Planning for days',
  'Planning for weeks',
  'Memory that lasts',
  'Tools that plan',
  'Agents at work overnight',
]
await service.accept(
  ...titles.map((title, at) =>
    wholePaper({
      id: `p${at + 1}`,
      title,
      chapter: 3,
      url: `https://arxiv.org/abs/2503.1449${at}`,
      longHorizonScore: 0.9 - at / 10,
    }),
  ),
  wholePaper({
    id: 'p19',
    title: 'How long they last',
    abstract: 'We measure the length of task it can complete today.',
  }),
)
await service.run(publishBrief, { actor: 'test', brief: briefOfWeek47 })
const library = createLongviewClient(service.url, { apiKey: key, retries: 0 })

describe('reading', () => {
  test('lists go on by the header Link or the cursor of the answer, entry by entry or page by page', async () => {
    const byLink: string[] = []
    for await (const { id } of library.papers({ limit: 2 })) byLink.push(id)
    assert.equal(byLink.length, 6)
    assert.deepEqual(
      (await Array.fromAsync(library.corpusPapers({ limit: 1 }))).map(({ id }) => id),
      byLink,
    )
    const pages = await Array.fromAsync(library.papers({ limit: 4 }).pages())
    assert.deepEqual(
      pages.map(({ papers }) => papers.length),
      [4, 2],
    )
    const byCursor = await Array.fromAsync(library.search('planning', { limit: 1 }))
    assert.deepEqual(byCursor.map(({ id }) => id).toSorted(), ['p1', 'p2', 'p4'])
    assert.equal((await library.search('planning').take(1)).length, 1)
    assert.equal((await library.search('planning').first()).total, byCursor.length)
    assert.deepEqual(await library.papers().take(0), [])
  })

  test('a text that is too long for an address is sent in the body, page by page', async () => {
    const q = `planning ${Array.from({ length: 500 }, (_, index) => `w${index}x`).join(' ')}`
    const hits = await Array.fromAsync(library.search(q, { limit: 1, yearFrom: 1990 }))
    assert.deepEqual(hits.map(({ id }) => id).toSorted(), ['p1', 'p2', 'p4'])
    const { parsedQuery } = await library.search(q).first()
    assert.ok((parsedQuery.dropped ?? 0) > 400)
    const [passage] = await library.passages({ q: `task complete ${q}`, ids: 'p19,p2' }).take(1)
    assert.equal(passage?.paperId, 'p19')
  })

  test('papers like one do not include it', async () => {
    const { like, hits } = await library.like('p1', { limit: 5 }).first()
    assert.equal(like?.id, 'p1')
    assert.ok(hits.length > 0 && hits.every(({ id }) => id !== 'p1'))
  })

  test('papers, passages, references, concepts, gaps, briefs and counts', async () => {
    assert.equal((await library.paper('p19')).title, 'How long they last')
    const { authors, year } = await library.paper('p19', { include: 'fullText' })
    assert.deepEqual([authors.map(({ name }) => name).length > 0, year.toString().length], [true, 4])
    const short = await library.paper('p19', { detail: 'ids' })
    // @ts-expect-error: an answer in part may lack its authors.
    assert.throws(() => short.authors.length, TypeError)
    const chapterFour = await library.papers({ chapter: 4 }).take(9)
    assert.ok(chapterFour.every(({ year: of }) => of.toString().length === 4))
    assert.match((await library.corpusPaper('p19')).abstract ?? '', /length of task/u)
    const [passage] = await library.passages({ quote: 'length of task it can complete' }).take(1)
    assert.equal(passage?.paperId, 'p19')
    const { results } = await library.checkReferences(['https://arxiv.org/abs/2503.14492', '10.1000/nothing'])
    assert.deepEqual(
      results.map(({ result }) => result),
      ['in_corpus', 'absent'],
    )
    const concepts = await Array.fromAsync(library.concepts())
    assert.ok(concepts.length > 0)
    assert.equal((await library.concept(concepts[0]?.id ?? '')).name, concepts[0]?.name)
    assert.deepEqual(await Array.fromAsync(library.gaps()), [])
    assert.equal((await library.brief()).title, 'Week 47')
    assert.equal((await library.brief('2026-w47')).title, 'Week 47')
    assert.equal((await Array.fromAsync(library.briefs())).length, 1)
    assert.equal((await library.stats()).totalPapers, 6)
  })

  test('changes come from the first to the last, and go on where the last page ended', async () => {
    const pages = await Array.fromAsync(library.changes(0, { limit: 4 }).pages())
    const added = pages
      .flatMap(({ changes }) => changes)
      .filter(({ kind, event }) => kind === 'paper' && event === 'added')
    assert.equal(added.length, 6)
    const since = pages.at(-1)?.nextSeq ?? 0
    assert.deepEqual(await Array.fromAsync(library.changes(since)), [])
    await service.accept(wholePaper({ id: 'p77', title: 'A late one', url: 'https://example.org/late' }))
    const later = await Array.fromAsync(library.changes(since))
    assert.ok(later.some(({ id, event }) => id === 'p77' && event === 'added'))
  })

  test('an answer that has not changed is not sent again, with a cache or by its ETag', async () => {
    const seen: number[] = []
    const cached = createLongviewClient(service.url, {
      cache: memoryCache(2),
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        seen.push(response.status)
        return response
      },
    })
    const first = await cached.stats()
    assert.deepEqual(await cached.stats(), first)
    assert.deepEqual(seen, [200, 304])
    const { etag, data } = await cached.send('GET /api/v1/papers/{id}', { path: { id: 'p2' } })
    assert.equal(await cached.sendIfChanged('getApiV1PapersById', etag ?? '', { path: { id: 'p2' } }), null)
    const other = await cached.sendIfChanged('GET /api/v1/papers/{id}', '"another"', { path: { id: 'p2' } })
    assert.deepEqual(other?.data, data)
    // The oldest of three is forgotten.
    await cached.paper('p1')
    await cached.stats()
    assert.equal(seen.at(-1), 200)
  })

  test('what the server refuses is an error with its code and faults', async () => {
    await assert.rejects(library.paper('p999'), { name: 'LongviewError', status: 404, code: 'not_found' })
    await assert.rejects(library.papers({ chapter: 9 }).first(), (error: unknown) => {
      assert.ok(error instanceof LongviewError)
      assert.deepEqual([error.code, error.details[0]?.path], ['invalid', 'chapter'])
      assert.match(error.requestId ?? '', /\w/u)
      return true
    })
    await assert.rejects(async () => library.paper(''), TypeError)
    await assert.rejects(async () => library.send('GET /nowhere' as 'GET /api/stats'), TypeError)
  })
})

describe('submitting', () => {
  const paper = { id: 'p9100', title: 'A field study', authors: ['Ada Example'], year: 2026 }

  test('a paper is checked, submitted once however often it is sent, sent back, resubmitted and withdrawn', async () => {
    assert.equal('status' in (await library.submit(paper, { dryRun: true })), false)
    const idempotencyKey = 'field-study'
    const first = await library.submit(paper, { idempotencyKey })
    assert.deepEqual(await library.submit(paper, { idempotencyKey }), first)
    await decide(service, 'p9100', 'ask', 'Which field?')
    assert.equal((await library.submission('p9100')).note, 'Which field?')
    assert.equal((await library.resubmit('p9100', { ...paper, abstract: 'Barley.' })).status, 'pending')
    assert.deepEqual(
      (await Array.fromAsync(library.submissions({ limit: 1 }))).map(({ id }) => id),
      ['p9100'],
    )
    assert.equal((await library.withdraw('p9100')).status, 'withdrawn')
    await assert.rejects(library.resubmit('p9100', paper), { status: 409, code: 'wrong_state' })
  })

  test('messages and subscriptions are taken; without a key papers are not', async () => {
    const { id } = await library.contact({ name: 'Ada', email: 'ada@example.org', message: 'Hello.' })
    assert.match(id, /^m_/u)
    assert.equal((await library.subscribe({ email: 'ada@example.org' })).success, true)
    await assert.rejects(createLongviewClient(service.url).submit(paper), { status: 401, code: 'key_missing' })
  })

  test('a key is sent unencrypted to this machine only, unless that is allowed', () => {
    assert.throws(() => createLongviewClient('http://library.test', { apiKey: key }), /sent unencrypted/u)
    assert.equal(
      createLongviewClient('http://library.test/', { apiKey: key, allowHttp: true }).url,
      'http://library.test',
    )
    assert.equal(createLongviewClient('http://library.test/sub/').url, 'http://library.test/sub')
    assert.throws(() => createLongviewClient('library.test'), TypeError)
  })
})

test('every example of the page of the client runs as it stands', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-examples-'))
  t.after(() => rm(folder, { recursive: true }))
  const readme = await readFile(new URL('../../clients/typescript/README.md', import.meta.url), 'utf8')
  const examples = [...readme.matchAll(/^```js\n(?<code>.*?)^```$/gmsu)].map(({ groups }) => groups?.code ?? '')
  assert.ok(examples.length >= 6, `only ${examples.length} examples were seen`)
  const client = new URL('../../clients/typescript/src/client.ts', import.meta.url).href
  process.env.LONGVIEW_KEY = await service.key('submit')
  t.after(() => delete process.env.LONGVIEW_KEY)
  for (const [at, code] of examples.entries()) {
    const file = join(folder, `example-${at}.mjs`)
    const said = `const said = []; const console = { log: (...words) => said.push(words) }; export { said };\n`
    await writeFile(
      file,
      said + code.replaceAll('@longview/client', client).replaceAll('https://library.example.org', service.url),
    )
    const { said: lines } = (await import(pathToFileURL(file).href)) as { said: unknown[][] }
    assert.ok(lines.length > 0, `an example says nothing:\n${code}`)
    assert.ok(!lines.flat().includes(undefined), `an example prints undefined: ${JSON.stringify(lines)}`)
  }
})
