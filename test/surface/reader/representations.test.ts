import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { mergePaper } from '#actions/papers.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { nameChapters } from '../../support/service/named-chapters.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await nameChapters(service.store)
await service.accept(
  wholePaper({ url: 'https://arxiv.org/abs/2210.03629', abstract: 'One.\n\n# Two', fullText: '## Setting\n\n> Text.' }),
  leastPaper({ id: 'p2', title: 'Planning, "quoted"', chapter: 4, url: 'https://doi.org/10.1000/a,B' }),
  leastPaper({ id: 'p3' }),
  leastPaper({ id: 'p4', title: '=1+1' }),
)
await submitInto(service, {
  key: await service.key(),
  state: 'pending',
  paper: leastPaper({ id: 'p5', url: 'https://arxiv.org/abs/2401.00005' }),
})
await decide(service, 'p3', 'retract', 'Withdrawn.')
await service.run(mergePaper, { id: 'p4', into: 'p1', note: null, actor: 'test' })
await service.store.transact((tx) =>
  tx.gaps.put(
    {
      id: 'g1',
      title: 'Nobody *tests* recovery',
      severity: 'high',
      explanation: '## Why\n\nBecause.',
      paperIds: ['p1'],
    },
    '2026-11-20T00:00:00.000Z',
  ),
)
await service.run(publishBrief, {
  actor: 'test',
  brief: {
    id: '2026-w47',
    week: { year: 2026, week: 47 },
    title: 'Five',
    summary: 'One paper.',
    take: 'Read it.',
    featured: ['p1'],
  },
})

const accepting = (path: string, accept: string): Promise<Response> => service.get(path, { accept })

const representations: [ending: string, type: string, opening: RegExp][] = [
  ['md', 'text/markdown; charset=utf-8', /^# Checkpoints for agents that work for days\n\n- Id: p1\n/u],
  ['json', 'application/json; charset=utf-8', /^\{"success":true,"paper":\{"id":"p1"/u],
  ['jsonld', 'application/ld+json', /^\{"@context":"https:\/\/schema\.org"/u],
  ['bib', 'application/x-bibtex; charset=utf-8', /^@unpublished\{example2025p1,/u],
  ['ris', 'application/x-research-info-systems; charset=utf-8', /^TY {2}- MANSCPT\r\n/u],
  ['csl.json', 'application/vnd.citationstyles.csl+json', /^\[\n {2}\{\n {4}"id": "example2025p1"/u],
  ['txt', 'text/plain; charset=utf-8', /^Ada Example and Ben Sample \(2025\)\./u],
  ['linkset.json', 'application/linkset+json', /^\{"linkset":/u],
]

test('a paper has each representation under its ending and, by Accept, under its own address', async () => {
  for (const [ending, type, opening] of representations) {
    const direct = await accepting(`/papers/p1.${ending}`, 'image/png')
    assert.equal(direct.status, 200, `${ending}: the ending decides, whatever is accepted`)
    assert.equal(direct.headers.get('content-type'), type)
    assert.equal(direct.headers.get('vary'), 'Accept-Encoding')
    assert.equal(direct.headers.get('access-control-allow-origin'), '*')
    const body = await direct.text()
    assert.match(body, opening)
    const negotiated = await accepting('/papers/p1', `${type.split(';')[0]}, text/html;q=0.9`)
    assert.equal(negotiated.headers.get('content-type'), type)
    assert.equal(negotiated.headers.get('vary'), 'Accept, Accept-Encoding')
    assert.equal(negotiated.headers.get('content-location'), `/papers/p1.${ending}`)
    assert.equal(await negotiated.text(), body)
    assert.equal((await service.get(`/papers/p404.${ending}`)).status, 404)
    assert.equal((await service.get(`/papers/p5.${ending}`)).status, 404)
    assert.equal((await service.get(`/papers/p3.${ending}`)).status, 410)
    const merged = await fetch(`${service.url}/papers/p4.${ending}`, { redirect: 'manual' })
    assert.equal(merged.headers.get('location'), `/papers/p1.${ending}`)
  }
  const page = await (await service.get('/papers/p1')).text()
  for (const [ending, type] of representations)
    assert.ok(
      page.includes(`<link rel="alternate" type="${type.split(';')[0]}" href="/papers/p1.${ending}" />`),
      ending,
    )
})

test('each representation has an ETag of its own, also when it comes from the cache', async () => {
  const seen = new Map<string, string>()
  for (const accept of ['text/html', 'text/markdown', 'application/json', 'text/html', 'text/markdown', '*/*']) {
    const response = await accepting('/papers/p1', accept)
    const tag = response.headers.get('etag') ?? ''
    const type = response.headers.get('content-type') ?? ''
    assert.equal(seen.get(type) ?? tag, tag, `${accept} gives another tag`)
    seen.set(type, tag)
    const again = await service.get('/papers/p1', { accept, 'if-none-match': tag })
    assert.equal(again.status, 304)
    assert.equal(again.headers.get('vary'), 'Accept, Accept-Encoding')
  }
  assert.equal(new Set(seen.values()).size, 3)
})

test('a media type that a page does not have gets 406, with a list of those that it has', async () => {
  const response = await accepting('/papers/p1', 'image/png, application/pdf;q=0.5')
  assert.equal(response.status, 406)
  const text = await response.text()
  for (const [ending, type] of representations)
    assert.ok(text.includes(`/papers/p1.${ending}: ${type.split(';')[0]}`), ending)
  assert.equal((await accepting('/papers/p1', 'nonsense')).status, 200)
})

test('the JSON of a paper is what the corpus API says of it', async () => {
  assert.equal(await (await service.get('/papers/p1.json')).text(), await (await service.get('/api/papers/p1')).text())
})

test('text of a paper is quoted in Markdown, and what editors wrote is not', async () => {
  const text = await (await service.get('/papers/p1.md')).text()
  assert.match(text, /^## Abstract\n\n> One\.\n>\n> # Two$/mu)
  assert.match(text, /^## Full text\n\n> ## Setting\n>\n> > Text\.$/mu)
  assert.match(text, /^Lines that begin with ">" quote papers/mu)
})

test('chapters, concepts, gaps and briefs are also in Markdown, and their pages say so', async () => {
  const pages: [string, RegExp][] = [
    ['/chapters', /^# Chapters\n\n## Chapter 1: /u],
    ['/chapters/4', /^# Chapter 4: Tools\n[^]*\n- \[Checkpoints/u],
    ['/concepts', /^# Concepts\n\n- \[checkpointing\]\(http/u],
    ['/concepts/checkpointing', /^# checkpointing\n[^]*- Trend: [^]*\n## Papers\n\n- \[Checkpoints/u],
    ['/gaps', /^# Gaps\n[^]*## Nobody \\\*tests\\\* recovery\n/u],
    ['/gaps/g1', /^# Nobody \\\*tests\\\* recovery\n[^]*### Why\n\nBecause\.\n\n## Papers\n/u],
    ['/briefs', /^# Briefs\n\n- \[Week 47, 2026: Five\]\(http/u],
    [
      '/briefs/2026-w47',
      /^# Week 47, 2026: Five\n[^]*One paper\.\n\n## The take of House\n\nRead it\.\n\n## Papers\n/u,
    ],
  ]
  for (const [path, opening] of pages) {
    const direct = await service.get(`${path}.md`)
    assert.equal(direct.headers.get('content-type'), 'text/markdown; charset=utf-8', path)
    const body = await direct.text()
    assert.match(body, opening)
    assert.equal(await (await accepting(path, 'text/markdown')).text(), body)
    const html = await (await service.get(path)).text()
    assert.ok(html.includes(`<link rel="alternate" type="text/markdown" href="${path}.md" />`), path)
  }
  assert.doesNotMatch(await (await service.get('/gaps.md?severity=critical')).text(), /recovery/u)
  for (const path of ['/concepts/none.md', '/gaps/none.md', '/briefs/none.md', '/chapters/8.md', '/papers/%00.md'])
    assert.equal((await service.get(path)).status, 404, path)
})

const openings: Record<string, RegExp> = {
  md: /^# Papers\n\n- \[Checkpoints/u,
  csv: /^id,title,authors,[^]*\r\np1,Checkpoints for agents that work for days,"Ada Example; Ben Sample",2025/u,
  bib: /^@unpublished\{example2025p1,[^]*\n\}\n\n@/u,
  ris: /^TY {2}- MANSCPT\r\n[^]*ER {2}- \r\n\r\nTY/u,
  jsonl: /^\{"id":"p1",[^\n]*\}\n\{"id":"p2",[^\n]*\}\n$/u,
}

test('the papers of every view of the library come as a file, in its order', async () => {
  for (const [ending, opening] of Object.entries(openings)) {
    const response = await service.get(`/papers.${ending}`)
    assert.equal(response.status, 200, ending)
    const body = await response.text()
    assert.match(body, opening)
    assert.doesNotMatch(body, /p3|p5|=1\+1/u)
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const negotiated = await fetch(`${service.url}/papers`, { headers: { accept: type }, redirect: 'manual' })
    assert.equal(await negotiated.text(), body)
    assert.equal(negotiated.headers.get('vary'), 'Accept')
    const tag = response.headers.get('etag') ?? ''
    assert.match(tag, /^W\/"/u)
    assert.equal((await service.get(`/papers.${ending}`, { 'if-none-match': tag })).status, 304)
    assert.notEqual((await service.get(`/papers.${ending}?q=planning`)).headers.get('etag'), tag)
  }
  const view = await (await service.get('/papers.jsonl?q=planning&chapter=4')).text()
  assert.deepEqual(
    view
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id),
    ['p2'],
  )
  const html = await (await service.get('/?q=planning&chapter=4')).text()
  assert.ok(html.includes('href="/papers.csv?q=planning&amp;chapter=4"'), html.slice(0, 3_000))
  assert.equal((await service.get('/papers.csv?chapter=9')).status, 400)
})

test('a long list comes whole, in pieces', async (t) => {
  const large = await startTestService(t)
  await large.accept(
    ...Array.from({ length: 250 }, (_, index) =>
      leastPaper({ id: `p${index + 1}`, longHorizonScore: (index % 90) / 100 }),
    ),
  )
  const lines = (await (await large.get('/papers.jsonl')).text()).trim().split('\n')
  assert.equal(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size, 250)
  const scores = lines.map((line) => (JSON.parse(line) as { longHorizonScore: number }).longHorizonScore)
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  )
  for (const sort of ['newest', 'enterprise'])
    assert.equal((await (await large.get(`/papers.jsonl?sort=${sort}`)).text()).trim().split('\n').length, 250, sort)
})

test('DOIs and arXiv ids lead to pages, and unpublished papers look like unknown ones', async () => {
  const leads: [string, string | null][] = [
    ['/doi/10.1000/a,B', '/papers/p2'],
    ['/doi/10.1000/A,b', '/papers/p2'],
    ['/doi/10.1000%2Fa%2Cb', '/papers/p2'],
    ['/doi/10.48550/arXiv.2210.03629', '/papers/p1'],
    ['/arxiv/2210.03629', '/papers/p1'],
    ['/arxiv/2210.03629v7', '/papers/p1'],
    ['/arxiv/2401.00005', null],
    ['/arxiv/2401.00006', null],
    ['/doi/nonsense', null],
    ['/arxiv/10.1000/a,b', null],
    ['/arxiv/%00', null],
    ['/doi/10.1000%0A', null],
  ]
  for (const [path, location] of leads) {
    const response = await fetch(service.url + path, { redirect: 'manual' })
    assert.equal(response.headers.get('location'), location, path)
    assert.equal(response.status, location === null ? 404 : 302, path)
    assert.equal((await fetch(service.url + path, { method: 'OPTIONS' })).status, 204, path)
  }
})
