import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/publish-brief.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { sectionOf, startPaperPages } from '../../support/corpora/paper-pages.ts'

const { service, textOf } = await startPaperPages({ after })

/** A name, which leads to the papers of its author. */
const byAuthor = (name: string): string =>
  `<a href="/?${new URLSearchParams({ q: `author:"${name}"` }).toString()}"><bdi>${name}</bdi></a>`

test('the page of a paper shows all of its fields', async () => {
  const html = await textOf('/papers/p1')
  assert.match(html, /<title>Checkpoints for agents that work for days · House<\/title>/u)
  assert.ok(html.includes(`${byAuthor('Ada Example')}, ${byAuthor('Ben Sample')}`))
  for (const fact of [
    '2025',
    'Example University',
    'Case study',
    'href="/chapters/4">4 Tools',
    'reliability, execution',
  ])
    assert.ok(html.includes(fact), fact)
  assert.match(
    html,
    /<a href="https:\/\/arxiv\.org\/abs\/2210\.03629" rel="noopener noreferrer nofollow">Read at arxiv\.org<\/a>/u,
  )
  assert.match(html, /<a href="https:\/\/example\.org\/papers\/1\.pdf" rel="noopener noreferrer nofollow">PDF<\/a>/u)
  const scores = sectionOf(html, 'scores')
  assert.match(scores, /Long horizon <meter value="0\.82"[^>]*><\/meter> <b>0\.82<\/b>/u)
  assert.match(scores, /its central subject/u)
  assert.match(scores, /Enterprise <meter value="0\.40"[^>]*><\/meter> <b>0\.40<\/b>/u)
  assert.match(
    sectionOf(html, 'concepts'),
    /href="\/concepts\/checkpointing">checkpointing<.*href="\/concepts\/error-recovery"/su,
  )
  assert.match(sectionOf(html, 'frameworks'), /ReAct/u)
  assert.match(sectionOf(html, 'related'), /href="\/papers\/p2".*shares: <bdi>checkpointing<\/bdi>/su)
})

test('the commentary is Markdown in the editors’ voice, its HTML is text and papers it names are linked', async () => {
  const commentary = sectionOf(await textOf('/papers/p1'), 'commentary')
  assert.match(commentary, /<strong>Plain<\/strong> answer; see <a href="\/papers\/p2">p2<\/a> and p99\./u)
  assert.match(commentary, /&lt;img src=x onerror=alert\(1\)&gt;/u)
})

test('the abstract keeps its paragraphs and shows LaTeX as it is', async () => {
  const abstract = sectionOf(await textOf('/papers/p1'), 'abstract')
  assert.equal(abstract.match(/<p /gu)?.length, 2)
  assert.ok(abstract.includes(String.raw`$\mathcal{O}(n^2)$ &amp; \emph{more} &lt;b&gt;.`), abstract)
})

test('each passage of abstract and commentary has its id on the page', async () => {
  const html = await textOf('/papers/p1')
  for (const id of ['abstract.1', 'commentary.1']) assert.equal(html.split(`<span id="${id}"></span>`).length, 2, id)
})

test('a paper with the required fields only has no empty sections', async () => {
  const html = await textOf('/papers/p3')
  for (const id of ['scores', 'commentary', 'abstract', 'concepts', 'frameworks', 'cited', 'related', 'text'])
    assert.ok(!html.includes(`aria-labelledby="${id}"`), id)
  assert.ok(!html.includes('Read at'))
  assert.match(sectionOf(html, 'cite'), /Ada Example \(2025\)\. A paper with nothing but the required fields\. http/u)
})

test('unknown and unpublished papers look alike, byte for byte', async () => {
  const key = await service.key()
  await submitInto(service, { key, state: 'pending', paper: { id: 'p70' } })
  await submitInto(service, { key, state: 'rejected', paper: { id: 'p71' } })
  for (const ending of ['', '.bib', '.ris', '.json', '/text']) {
    const unknown = await textOf(`/papers/p79${ending}`, 404)
    for (const id of ['p70', 'p71'])
      assert.equal((await textOf(`/papers/${id}${ending}`, 404)).replaceAll(id, 'p79'), unknown)
  }
})

test('a retracted paper shows when and why, and nothing else of it', async () => {
  await service.accept(wholePaper({ id: 'p50', title: 'A claim that did not hold' }))
  assert.equal((await service.get('/papers/p50')).status, 200)
  await decide(service, 'p50', 'retract', 'The data were <made up>.')
  const response = await service.get('/papers/p50')
  const html = await response.text()
  assert.equal(response.status, 410)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.match(html, /The paper p50 was retracted on <time datetime="2026-11-\d\d">\d+ November 2026<\/time>/u)
  assert.match(html, /The data were &lt;made up&gt;\./u)
  assert.ok(!html.includes('A claim that did not hold'))
  for (const ending of ['.bib', '/text']) assert.equal((await service.get(`/papers/p50${ending}`)).status, 410)
})

test('the page follows the corpus: gaps and briefs that cite the paper appear at once', async () => {
  const before = await service.get('/papers/p1')
  assert.match(
    sectionOf(await before.text(), 'cited'),
    /Gap \(high\): <a href="\/gaps\/g1">Nobody tests recovery<\/a>/u,
  )
  const tag = before.headers.get('etag') ?? ''
  assert.equal((await service.get('/papers/p1', { 'if-none-match': tag })).status, 304)
  await service.run(publishBrief, {
    actor: 'test',
    brief: {
      id: '2026-w47',
      week: { year: 2026, week: 47 },
      title: 'What lasts',
      summary: 'S',
      take: 'K',
      featured: ['p1'],
    },
  })
  const now = await service.get('/papers/p1', { 'if-none-match': tag })
  assert.equal(now.status, 200)
  assert.match(
    sectionOf(await now.text(), 'cited'),
    /Brief of Week 47, 2026: <a href="\/briefs\/2026-w47">What lasts<\/a>/u,
  )
})
