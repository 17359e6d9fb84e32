import assert from 'node:assert/strict'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { nameChapters } from '../../support/service/named-chapters.ts'
import { startTestService } from '../../support/service/test-service.ts'
import type { Ending } from '../../support/files.ts'
import { after, test } from 'node:test'
import type { CitedWork } from '#core/citations/cited-work.ts'
import { editPaper } from '#actions/papers.ts'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { placeName } from '#core/passages/anchor.ts'
import { placedPassages } from '#core/passages/text-parts.ts'
import { jsonOf } from '../../support/service/responses.ts'

/** A line of LaTeX in the abstract of p1. */
const LATEX = String.raw`We bound $\mathcal{O}(n^2)$ & \emph{more} <b>.`
/** What is stored of it: mathematics as TeX. */
const STORED = String.raw`We bound $\mathcal{O}(n^2)$ & more <b>.`

/** Papers p1 with every field, p2 related to it and p3 with the least, and a function for the text of a page. */
const startPaperPages = async (t: Ending) => {
  const service = await startTestService(t)
  await nameChapters(service.store)
  await service.accept(
    wholePaper({
      abstract: `${LATEX}\n\nA second paragraph.`,
      houseCommentary: '**Plain** answer; see p2 and p99.\n\n<img src=x onerror=alert(1)>',
      type: 'case_study',
      url: 'https://arxiv.org/abs/2210.03629',
      fullText: '## Setting\n\nText of the setting.\n\n## Outcome\n\nText of the outcome.',
    }),
    wholePaper({ id: 'p2', title: 'Another one on checkpointing', concepts: ['checkpointing'], fullText: undefined }),
    leastPaper({ id: 'p3' }),
  )
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'g1', title: 'Nobody tests recovery', severity: 'high', explanation: 'e', paperIds: ['p1'] },
      '2026-11-20T00:00:00.000Z',
    ),
  )
  const textOf = async (path: string, status = 200): Promise<string> => {
    const response = await service.get(path)
    const text = await response.text()
    assert.equal(response.status, status, text)
    return text
  }
  return { service, textOf }
}

/** The contents of all meta tags of this name. */
const metas = (html: string, name: string): string[] =>
  [...html.matchAll(/<meta name="(?<name>[^"]+)" content="(?<content>[^"]*)"/gu)].flatMap(({ groups }) =>
    groups?.name === name ? [groups.content ?? ''] : [],
  )

/** The markup between a heading's section and the next one. */
const sectionOf = (html: string, id: string): string => {
  const start = html.indexOf(`aria-labelledby="${id}"`)
  assert.notEqual(start, -1, `there is no section ${id}`)
  return html.slice(start, html.indexOf('</section>', start))
}

const { service, textOf } = await startPaperPages({ after })

/** A name, which leads to the page of the author. */
const byAuthor = (name: string): string =>
  `<a href="/authors/${name.toLowerCase().replaceAll(' ', '-')}"><bdi>${name}</bdi></a>`

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
  assert.match(
    html,
    /<a href="https:\/\/example\.org\/papers\/1\.pdf" rel="noopener noreferrer nofollow" aria-keyshortcuts="p">PDF<\/a>/u,
  )
  const scores = sectionOf(html, 'scores')
  assert.match(scores, /<bdi>Main subject<\/bdi> <meter value="0\.82"[^>]*><\/meter> <b>0\.82<\/b>/u)
  assert.match(scores, /The subject is what it is about/u)
  assert.match(scores, /<bdi>Practice<\/bdi> <meter value="0\.40"[^>]*><\/meter> <b>0\.40<\/b>/u)
  assert.match(
    sectionOf(html, 'concepts'),
    /href="\/concepts\/checkpointing">checkpointing<.*href="\/concepts\/error-recovery"/su,
  )
  assert.match(sectionOf(html, 'frameworks'), /ReAct/u)
  assert.match(sectionOf(html, 'related'), /href="\/papers\/p2".*shares: <bdi>checkpointing<\/bdi>/su)
})

test('the commentary is Markdown in the editors’ voice, its HTML is text and papers it names are linked', async () => {
  const commentary = sectionOf(await textOf('/papers/p1'), 'commentary')
  assert.match(
    commentary,
    /<strong>Plain<\/strong> answer; see <a href="\/papers\/p2"[^>]+>Another one on checkpointing<\/a> and p99\./u,
  )
  assert.match(commentary, /&lt;img src=x onerror=alert\(1\)&gt;/u)
})

test('the page begins with why the paper matters and by whom that is, and its contents name every section', async () => {
  const html = await textOf('/papers/p1')
  assert.match(
    sectionOf(html, 'commentary'),
    /<h2 id="commentary">Why it matters<\/h2>.*<p class="origin">By the editors of House, from the full text\.<\/p>/su,
  )
  const sections = Array.from(html.matchAll(/<section aria-labelledby="(?<id>[^"]+)"/gu), ({ groups }) => groups?.id)
  const contents = /<nav class="text-contents[^>]*>(?<list>.*?)<\/nav>/su.exec(html)?.groups?.list ?? ''
  assert.deepEqual(
    Array.from(contents.matchAll(/href="#(?<id>[^"]+)"/gu), ({ groups }) => groups?.id),
    [...sections, 'text-1', 'text-2'],
  )
  assert.equal(sections.at(0), 'commentary')
  assert.equal(sections.at(-1), 'text')
})

test('the identifiers of a paper are facts that lead to where it is published', async () => {
  const html = await textOf('/papers/p1')
  assert.match(html, /<dt>arXiv<\/dt><dd><a href="https:\/\/arxiv\.org\/abs\/2210\.03629"[^>]*>2210\.03629<\/a>/u)
  assert.ok(!html.includes('<dt>DOI</dt>'))
  await service.accept(leastPaper({ id: 'p51', title: 'Published with a DOI', doi: '10.1000/example.1' }))
  assert.match(
    await textOf('/papers/p51'),
    /<dt>DOI<\/dt><dd><a href="https:\/\/doi\.org\/10\.1000\/example\.1" rel="noopener noreferrer nofollow">/u,
  )
})

const WORTH_QUOTING = [
  'Agents that save a checkpoint after every call lose 12% less work than agents that save it once an hour.',
  'Longer budgets hide most failures, because nobody reads the last page of a log rather than its first one.',
]

test('passages of the text that are worth quoting are shown with links to where they stand', async () => {
  const [first = '', second = ''] = WORTH_QUOTING
  const short = `## Setting\n\nWe went on. ${first}\n\n## Outcome\n\n${second}`
  const filler = 'Nothing is said. '.repeat(1_500)
  await service.accept(
    wholePaper({ id: 'p52', fullText: short }),
    wholePaper({
      id: 'p53',
      fullText: `# Setting\n\n${first}\n\n${filler}\n\n# Rest\n\n${filler}\n\n# Results\n\n${second}`,
    }),
  )
  const [ofShort, ofLong] = [sectionOf(await textOf('/papers/p52'), 'quotes'), await textOf('/papers/p53')]
  assert.match(
    ofShort,
    new RegExp(`<p id="quote-1" dir="auto">${first}</p>.*<a href="#s1\\.1" dir="auto">Setting</a>`, 'su'),
  )
  assert.match(
    ofShort,
    new RegExp(`<p id="quote-2" dir="auto">${second}</p>.*<a href="#s2\\.1" dir="auto">Outcome</a>`, 'su'),
  )
  const address =
    /href="(?<address>[^"]+)" dir="auto">Results<\/a><\/figcaption>/u.exec(sectionOf(ofLong, 'quotes'))?.groups
      ?.address ?? ''
  const [path = '', place = ''] = address.split('#')
  assert.match(path, /^\/papers\/p53\/text\?part=\d$/u)
  const shown = await textOf(path)
  assert.ok(
    shown.indexOf(second) > shown.indexOf(`<span id="${place}"></span>`) &&
      shown.includes(`<span id="${place}"></span>`),
  )
  assert.ok(!(await textOf('/papers/p1')).includes('id="quotes"'), 'nothing there is worth it')
})

test('a paper that changed while it was public lists its versions, and files and addresses keep to the one shown', async () => {
  assert.ok(!(await textOf('/papers/p2')).includes('id="versions"'), 'it has one')
  await service.accept(leastPaper({ id: 'p54', title: 'First title' }))
  service.clock.advance(60)
  const known = await service.store.public.papers.find('p54')
  assert.ok(known?.state === 'accepted')
  const paper = { ...known.paper, title: 'Second title' }
  await service.run(editPaper, { paper, version: null, actor: 'test', checkReport: null })
  const now = sectionOf(await textOf('/papers/p54'), 'versions')
  assert.match(now, /<strong>Version 2, the current one<\/strong>.*<a href="\/papers\/p54\?version=1">Version 1<\/a>/su)
  const before = await textOf('/papers/p54?version=1')
  assert.match(before, /<h1 dir="auto">First title<\/h1>/u)
  assert.match(
    sectionOf(before, 'versions'),
    /<a href="\/papers\/p54">Version 2, the current one<\/a>.*<strong>Version 1<\/strong>/su,
  )
  assert.ok(sectionOf(before, 'cite').includes('href="/papers/p54.bib?version=1"'))
  assert.match(await textOf('/papers/p54.bib?version=1'), /First title/u)
  assert.match(sectionOf(before, 'share'), /\/papers\/p54\?version=1<\/pre>/u)
})

test('the abstract keeps its paragraphs and has its LaTeX as MathML and as text', async () => {
  const abstract = sectionOf(await textOf('/papers/p1'), 'abstract')
  assert.equal(abstract.match(/<p /gu)?.length, 2)
  assert.match(abstract, /<math alttext="O\(n²\)">.*<\/math> &amp; more &lt;b&gt;\./u)
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

const chapter = (number: number): string =>
  `${number} Chapter number ${number}\n\n${'Words <i>here</i>. '.repeat(1_200)}`

test('a short text is on the page with its contents, a long one has pages of its own', async () => {
  const short = await textOf('/papers/p1')
  assert.match(short, /<a href="#text-1" dir="auto">Setting<\/a>.*<h3 id="text-2" dir="auto">Outcome<\/h3>/su)
  const fullText = Array.from({ length: 6 }, (_, index) => chapter(index + 1)).join('\n\n')
  await service.accept(wholePaper({ id: 'p40', fullText, storageUrl: undefined }))
  const page = await textOf('/papers/p40')
  assert.match(page, /<a class="button" href="\/papers\/p40\/text">Read the full text<\/a>/u)
  assert.ok(!page.includes('Words &lt;i&gt;'))
  const last = /href="(?<address>\/papers\/p40\/text\?part=(?<part>\d)#text-6)"/u.exec(page)?.groups
  assert.ok(last?.address !== undefined)
  const part = await textOf(last.address)
  assert.match(part, /<h2 id="text-6" dir="auto">6 Chapter number 6<\/h2>/u)
  assert.match(part, /Words &lt;i&gt;here&lt;\/i&gt;/u)
  assert.match(part, new RegExp(`Part ${last.part} of ${last.part}`, 'u'))
  assert.match(
    await textOf('/papers/p40/text'),
    /<a rel="next" href="\/papers\/p40\/text\?part=2" aria-keyshortcuts="n">/u,
  )
  const passages = placedPassages(fullText).filter((passage) => passage.part === Number(last.part))
  assert.deepEqual(
    Array.from(part.matchAll(/<span id="(?<name>s\d+\.\d+)">/gu), ({ groups }) => groups?.name),
    passages.map(({ place }) => placeName(place)),
  )
  await textOf('/papers/p40/text?part=99', 404)
  await textOf('/papers/p40/text?part=0', 400)
  await textOf('/papers/p3/text', 404)
})

test('hundreds of authors, odd scripts and markup in every field leave the page whole and small', async () => {
  const evil = '</script><script>alert(1)</script>"\'><img src=x onerror=alert(2)>'
  await service.accept(
    wholePaper({
      id: 'p60',
      title: `${evil} ${'long '.repeat(80)}`.trim(),
      authors: [evil, ...Array.from({ length: 572 }, (_, index) => `Author Number${index}`)],
      institution: evil,
      abstract: evil,
      topics: [evil],
      concepts: [evil],
      frameworkMappings: [evil],
      houseCommentary: evil,
      fullText: `# ${evil}\n\n${evil}`,
    }),
    wholePaper({ id: 'p61', title: 'عنوان بالعربية', authors: ['王伟', 'א ב'], abstract: '長期計画の研究。' }),
  )
  const html = await textOf('/papers/p60')
  assert.ok(!html.includes('<script>alert'))
  assert.ok(!html.includes('<img'))
  assert.equal(html.match(/<\/script>/gu)?.length, 7, 'theme, keys, data, copy, for editors, saved papers, contents')
  assert.match(html, /<summary>and 567 more authors<\/summary>/u)
  assert.equal(metas(html, 'citation_author').length, 573)
  assert.match(await textOf('/papers/p61'), /<h1 dir="auto">عنوان بالعربية<\/h1>/u)
  const parts = [
    '/papers/p60',
    '/assets/longview.css',
    '/assets/theme.js',
    '/assets/keys.js',
    '/assets/copy.js',
    '/assets/contents.js',
    '/assets/for-editors.js',
  ]
  let bytes = 0
  for (const path of parts) {
    const response = await service.get(path, { 'accept-encoding': 'br' })
    bytes += Number(response.headers.get('content-length') ?? (await response.arrayBuffer()).byteLength)
  }
  assert.ok(bytes < 30_000, `${bytes} bytes`)
})

test('a text with a heading in every line has a page of bounded size, and parts', async () => {
  await service.accept(wholePaper({ id: 'p41', fullText: '# a\n'.repeat(200_000) }))
  const page = await textOf('/papers/p41')
  assert.ok(page.length < 150_000, `${page.length} characters`)
  assert.match(page, /and 1500 more headings/u)
  const part = await textOf('/papers/p41/text?part=29')
  assert.ok(part.length < 50_000, `${part.length} characters`)
  assert.match(part, /Part 29 of 29/u)
})

test('machines find citation tags, an article in JSON-LD, previews and the canonical address', async () => {
  const html = await textOf('/papers/p1')
  const address = `${service.url}/papers/p1`
  assert.deepEqual(metas(html, 'citation_title'), ['Checkpoints for agents that work for days'])
  assert.deepEqual(metas(html, 'citation_author'), ['Example, Ada', 'Sample, Ben'])
  assert.deepEqual(metas(html, 'citation_publication_date'), ['2025'])
  assert.deepEqual(metas(html, 'citation_pdf_url'), ['https://example.org/papers/1.pdf'])
  assert.deepEqual(metas(html, 'citation_abstract_html_url'), [address])
  assert.deepEqual(metas(html, 'citation_arxiv_id'), ['2210.03629'])
  // A report is what Zotero would take it for.
  assert.deepEqual(metas(html, 'citation_technical_report_institution'), [])
  assert.deepEqual(metas(html, 'z:itemType'), ['preprint'])
  assert.deepEqual(metas(html, 'citation_keywords'), ['reliability', 'execution', 'checkpointing', 'error recovery'])
  assert.ok(html.includes(`<link rel="canonical" href="${address}" />`))
  assert.ok(html.includes(`<meta property="og:url" content="${address}" />`))
  const block = /<script type="application\/ld\+json">(?<json>.*?)<\/script>/su.exec(html)?.groups?.json ?? ''
  const article = JSON.parse(block) as Record<string, unknown>
  assert.equal(article['@type'], 'ScholarlyArticle')
  assert.equal(article.abstract, `${STORED}\n\nA second paragraph.`)
  assert.deepEqual(article.author, [
    { '@type': 'Person', name: 'Ada Example' },
    { '@type': 'Person', name: 'Ben Sample' },
  ])
  assert.equal(article.sameAs, 'https://arxiv.org/abs/2210.03629')
})

test('a citation can be fetched in each form, with its media type and name', async () => {
  const forms: [string, string, RegExp][] = [
    ['bib', 'application/x-bibtex; charset=utf-8', /^@unpublished\{example2025p1,/u],
    ['ris', 'application/x-research-info-systems; charset=utf-8', /^TY {2}- MANSCPT\r\n/u],
    ['csl.json', 'application/vnd.citationstyles.csl+json', /^\[\n {2}\{\n {4}"id": "example2025p1"/u],
  ]
  for (const [ending, type, opening] of forms) {
    const response = await service.get(`/papers/p1.${ending}`)
    assert.equal(response.headers.get('content-type'), type)
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="p1.${ending}"`)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    const body = await response.text()
    assert.match(body, opening)
    const shown = sectionOf(await textOf('/papers/p1'), 'cite')
    assert.ok(shown.includes(`href="/papers/p1.${ending}"`))
    assert.ok(shown.includes(`id="cite-${ending}"`))
    for (const id of ['cite-plain', 'cite-markdown', 'cite-link']) assert.ok(shown.includes(`id="${id}"`), id)
    assert.equal((await service.get(`/papers/p404.${ending}`)).status, 404)
  }
  const { paths } = await jsonOf<{ paths: Record<string, unknown> }>(await service.get('/openapi.json'))
  assert.ok(Object.hasOwn(paths, '/papers/{id}.bib'), Object.keys(paths).join(' '))
})

const cited = (given: Partial<CitedWork>): CitedWork => ({
  doi: null,
  arxivId: null,
  openalexId: null,
  title: null,
  year: null,
  authors: [],
  text: null,
  ...given,
})

test('references, citing papers and shared references are folded lists, only where there are any', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1', title: 'Walking machines' }),
    leastPaper({ id: 'p2', title: 'Checkpoints of long runs', doi: '10.1000/two' }),
    leastPaper({ id: 'p3', title: 'Gardens of the north' }),
    leastPaper({ id: 'p4', title: 'Nothing is known of it' }),
  )
  const shared = cited({ title: 'A <b>book</b>', year: 1999, authors: ['A. Else'], doi: '10.1000/else' })
  await service.store.transact((tx) =>
    tx.citations.add([
      { paperId: 'p1', source: 'jats', references: [cited({ doi: '10.1000/two' }), shared], openalexId: null },
      { paperId: 'p3', source: 'tei', references: [shared, cited({ text: 'As printed' })], openalexId: null },
    ]),
  )
  const textOf = async (id: string) => (await service.get(`/papers/${id}`)).text()
  const first = sectionOf(await textOf('p1'), 'citations')
  assert.match(first, /References: 2, of which 1 in this library/u)
  assert.match(first, /<a href="\/papers\/p2"[^>]*>Checkpoints of long runs<\/a>/u)
  assert.match(first, /<a href="https:\/\/doi\.org\/10\.1000\/else"[^>]*>A &lt;b&gt;book&lt;\/b&gt;<\/a>/u)
  assert.match(first, /cited by 2 here/u)
  assert.match(first, /id="shared-references"[^]*Gardens of the north[^]*1 in common/u)
  assert.match(sectionOf(await textOf('p2'), 'citations'), /Cited in this library: 1[^]*Walking machines/u)
  assert.match(sectionOf(await textOf('p2'), 'related'), /Walking machines[^]*shares: <bdi>cites it/u)
  assert.match(sectionOf(await textOf('p3'), 'citations'), /As printed/u)
  assert.ok(!(await textOf('p4')).includes('id="citations"'))
})
