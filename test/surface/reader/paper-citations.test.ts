import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jsonOf } from '../../support/service/read-responses.ts'
import { LATEX, metas, sectionOf, startPaperPages } from '../../support/corpora/paper-pages.ts'

const { service, textOf } = await startPaperPages({ after })

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
  assert.equal(article.abstract, `${LATEX}\n\nA second paragraph.`)
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
    assert.equal((await service.get(`/papers/p404.${ending}`)).status, 404)
  }
  const { paths } = await jsonOf<{ paths: Record<string, unknown> }>(await service.get('/openapi.json'))
  assert.ok(Object.hasOwn(paths, '/papers/{id}.bib'), Object.keys(paths).join(' '))
})
