import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { generatedPapers, leastPaper, wholePaper } from '../../support/service/papers.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const scored = (id: string, lh: number, e: number, given: Record<string, unknown> = {}) =>
  wholePaper({ id, title: `Paper ${id}`, longHorizonScore: lh, enterpriseScore: e, ...given })

const few = await startTestService({ after })
await few.accept(
  scored('p1', 1, 0, { title: 'A <b> & "c"' }),
  scored('p2', 0.25, 0.5, { chapter: 2 }),
  scored('p3', 0.75, 0.5, { chapter: 2, authors: ['A', 'B', 'C', 'D', 'E'] }),
  leastPaper({ id: 'p4', title: 'Without scores' }),
)
const key = await few.key()
await few.send('POST', '/api/papers', scored('p5', 0.5, 0.5, { title: 'Nobody may see this' }), { 'x-api-key': key })

const many = await startTestService({ after })
await many.accept(...generatedPapers(1, 300))

const textOf = async (service: TestService, path: string, status = 200): Promise<string> => {
  const response = await service.get(path)
  assert.equal(response.status, status, path)
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  return response.text()
}

const listed = (page: string): string[] =>
  [...page.matchAll(/<li><a href="\/papers\/(?<id>p\d+)" data-entry/gu)].map(({ groups }) => groups?.id ?? '')

test('each paper with both scores is a point that names it and links to it', async () => {
  const page = await textOf(few, '/map')
  const points = [
    ...page.matchAll(
      /<a href="\/papers\/(?<id>\w+)" data-point="\w+"><title>(?<title>[^<]*)<\/title><use href="#mark-(?<chapter>\d)" x="(?<x>[^"]+)" y="(?<y>[^"]+)"/gu,
    ),
  ]
  assert.deepEqual(
    points.map(({ groups }) => ({ ...groups })),
    [
      { id: 'p1', title: 'A &lt;b&gt; &amp; &quot;c&quot;', chapter: '4', x: '100%', y: '100%' },
      { id: 'p3', title: 'Paper p3', chapter: '2', x: '75%', y: '50%' },
      { id: 'p2', title: 'Paper p2', chapter: '2', x: '25%', y: '50%' },
    ],
  )
  assert.match(
    page,
    /3 papers; 1 of them has at least 0\.5 in both scores\. 1 paper of the corpus lacks one of the scores\./u,
  )
  assert.doesNotMatch(page, /Nobody may see this/u)
})

test('formulas in titles are signs of Unicode where only text can stand', async (t) => {
  const service = await startTestService(t)
  await service.accept(scored('p1', 0.5, 0.5, { title: String.raw`$\tau^2$-Bench` }))
  await service.send('POST', '/api/papers', scored('p2', 0.5, 0.5), { 'x-api-key': await service.key() })
  assert.match(await textOf(service, '/map'), /data-point="p1"><title>τ²-Bench<\/title>/u)
  assert.match(await textOf(service, '/papers'), /aria-label="Save: τ²-Bench"/u)
  const title = await service.get('/map/titles/p1.json')
  assert.deepEqual(await title.json(), { title: 'τ²-Bench' })
  assert.ok(title.headers.has('etag'))
  for (const id of ['p2', 'p3', 'x']) assert.equal((await service.get(`/map/titles/${id}.json`)).status, 404, id)
})

test('the map of one chapter shows that chapter', async () => {
  const page = await textOf(few, '/map?chapter=2')
  assert.equal(page.match(/data-point=/gu)?.length, 2)
  assert.match(page, /<a href="\/map\?chapter=2" aria-current="true">/u)
  assert.match(await textOf(few, '/map?chapter=5'), /0 papers;/u)
})

test('four numbers list a region, bounds included, in the public order', async () => {
  const all = { lh_min: '0', lh_max: '1', e_min: '', e_max: '' }
  const cases: [Record<string, string>, string[]][] = [
    [all, ['p1', 'p3', 'p2']],
    [{ lh_min: '0.25', lh_max: '.75' }, ['p3', 'p2']],
    [{ lh_min: '0.75', lh_max: '0.25' }, ['p3', 'p2']],
    [{ e_max: '0.499999' }, ['p1']],
    [{ e_min: '0.5', lh_max: '0.5' }, ['p2']],
    [{ ...all, chapter: '2' }, ['p3', 'p2']],
    [{ ...all, chapter: '' }, ['p1', 'p3', 'p2']],
    [{ lh_min: '0.3', lh_max: '0.4' }, []],
  ]
  for (const [query, expected] of cases) {
    const page = await textOf(few, `/map?${new URLSearchParams(query).toString()}`)
    assert.deepEqual(listed(page), expected, JSON.stringify(query))
    if (expected.length === 0) assert.match(page, /No paper lies here/u)
  }
  assert.match(await textOf(few, '/map?lh_min=0.7&lh_max=0.8'), /A, B, C and 2 more/u)
  assert.deepEqual(listed(await textOf(few, '/map')), [], 'nothing is listed unless it is asked for')
})

test('a region with many papers comes page by page, each paper once', async () => {
  const seen: string[] = []
  let path = '/map?lh_min=0.05&lh_max=0.2&e_max=0.9'
  for (;;) {
    const page = await textOf(many, path)
    seen.push(...listed(page))
    const next = /<a rel="next" href="(?<next>[^"#]+)#region"/u.exec(page)?.groups?.next
    if (next === undefined) break
    assert.ok(listed(page).length === 25)
    path = next.replaceAll('&amp;', '&')
  }
  assert.equal(new Set(seen).size, seen.length)
  assert.equal(seen.length, 151)
})

test('an invalid score, chapter or cursor is refused by name', async () => {
  for (const [name, values] of Object.entries({
    lh_min: ['-1', '1.1', '2', 'x', '1e-1', '0.1234567', ' 0.5', '0.5,0.6', '٠'],
    e_max: ['1.000001', 'NaN'],
    chapter: ['0', '8', '1.5', 'x'],
    cursor: ['x', 'AAAA'],
  }))
    for (const value of values) {
      const query = `lh_max=1&${name}=${encodeURIComponent(value)}`
      const page = await textOf(few, `/map?${query}`, 400)
      assert.ok(page.includes(name), `${query}: ${page}`)
    }
})

test('many papers are shaded by density, and their points come apart, compact', async () => {
  const page = await textOf(many, '/map')
  assert.doesNotMatch(page, /data-point=/u)
  assert.match(page, /data-points="\/map\/points\.json"/u)
  assert.match(page, /<path class="shade-\d" d="M\d+ \d+h\d+v1h-\d+z/u)
  const response = await many.get('/map/points.json')
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const points = (await response.json()) as { id: number[]; lh: number[]; e: number[]; chapter: number[] }
  assert.deepEqual(
    points.id.toSorted((a, b) => a - b),
    Array.from({ length: 300 }, (_, index) => index + 1),
  )
  const at = points.id.indexOf(123)
  assert.deepEqual([points.lh[at], points.e[at], points.chapter[at]], [123, 400, 5])
  const ofOne = (await (await many.get('/map/points.json?chapter=5')).json()) as typeof points
  assert.equal(ofOne.id.length, 43)
  assert.match(await textOf(many, '/map?chapter=5'), /data-point="p123"/u, 'few enough to be drawn one by one')
  assert.equal((await many.get('/map/points.json?limit=5')).status, 400)
})

test('a paper leaves the map when it is retracted', async (t) => {
  const service = await startTestService(t)
  await service.accept(scored('p1', 0.5, 0.5), scored('p2', 0.6, 0.6))
  await service.store.transact((tx) =>
    tx.papers.transition('p1', { state: 'retracted', note: 'x', actor: 'a', at: service.clock.now().toISOString() }),
  )
  const page = await textOf(service, '/map?lh_min=0')
  assert.deepEqual(listed(page), ['p2'])
  assert.equal(page.match(/data-point=/gu)?.length, 1)
})

test('an empty corpus has an empty map', async (t) => {
  const page = await textOf(await startTestService(t), '/map')
  assert.match(page, /0 papers/u)
  assert.doesNotMatch(page, /NaN|Infinity/u)
})

test('a paper whose id has leading zeros is not taken for another one', async () => {
  await many.accept(leastPaper({ id: 'p000123', longHorizonScore: 0.5, enterpriseScore: 0.5 }))
  const { id } = (await (await many.get('/map/points.json')).json()) as { id: (number | string)[] }
  assert.ok(id.includes('p000123'))
  assert.equal(id.filter((one) => one === 123).length, 1)
})
