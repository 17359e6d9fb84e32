import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { decide } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  wholePaper({
    url: 'https://doi.org/10.1000/ABC',
    storageUrl: 'https://example.org/ä "1".pdf',
    abstract: 'One.\n\n# Two',
    container: 'Journal of Agents',
  }),
  leastPaper({ id: 'p2', title: 'A <script> & "more"' }),
  leastPaper({ id: 'p3', container: 'Retracted Letters', authors: ['Ben Sample', 'Ada Example'] }),
)
await decide(service, 'p3', 'retract', 'Withdrawn.')

const textAt = async (path: string, type: string): Promise<string> => {
  const response = await service.get(path)
  assert.equal(response.status, 200, path)
  assert.equal(response.headers.get('content-type'), type)
  return response.text()
}

const XML = 'application/xml; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>(?<loc>[^<]+)<\/loc>/gu)].map(({ groups }) => groups?.loc ?? '')
const here = (address: string): string => {
  assert.ok(address.startsWith(service.url), address)
  return address.slice(service.url.length)
}

test('robots.txt leads to a sitemap that leads to every public page and to no other', async () => {
  const robots = await textAt('/robots.txt', PLAIN)
  const index = /^Sitemap: (?<address>\S+)$/mu.exec(robots)?.groups?.address ?? ''
  const files = locations(await textAt(here(index), XML))
  const pages = []
  for (const file of files) pages.push(...locations(await textAt(here(file), XML)))
  for (const path of [
    '/',
    '/papers',
    '/papers/p1',
    '/papers/p2',
    '/concepts/checkpointing',
    '/chapters/7',
    '/venues/journal-of-agents',
    '/authors/ada-example',
  ])
    assert.ok(pages.includes(service.url + path), path)
  assert.ok(!pages.some((page) => /retracted-letters|\/p3$/u.test(page)), 'a retracted paper is in the sitemap')
  assert.ok(
    !pages.some((page) => page.endsWith('/authors/ben-sample')),
    'an author of one public paper is in the sitemap',
  )
  for (const page of pages) assert.equal((await service.get(here(page))).status, 200, page)
  for (const name of ['papers', 'authors']) {
    for (const part of ['2', '9999']) assert.equal((await service.get(`/sitemap-${name}.xml?part=${part}`)).status, 404)
    assert.equal((await service.get(`/sitemap-${name}.xml?part=x`)).status, 400)
  }
})

test('a lastmod is the time of the last change, in the file of a paper and in the index', async () => {
  const file = await textAt('/sitemap-papers.xml', XML)
  const now = service.clock.now().toISOString()
  assert.ok(file.includes(`<loc>${service.url}/papers/p1</loc><lastmod>${now}</lastmod>`), file)
  assert.ok((await textAt('/sitemap.xml', XML)).includes(`sitemap-papers.xml?part=1</loc><lastmod>${now}</lastmod>`))
})

test('llms.txt names addresses that answer', async () => {
  const text = await textAt('/llms.txt', PLAIN)
  assert.match(text, /^# House\n\n> A curated library of research papers\. 2 papers/u)
  const links = [...text.matchAll(/\]\((?<address>[^)]+)\)/gu)].map(({ groups }) => groups?.address ?? '')
  assert.ok(links.length > 10, text)
  for (const link of links)
    assert.equal((await service.get(here(link))).status, link.endsWith('/briefs/latest') ? 404 : 200, link)
})

test('llms-full.txt contains papers whose text is quoted and is not markup', async () => {
  const text = await textAt('/llms-full.txt', PLAIN)
  assert.match(text, /^### Checkpoints for agents that work for days$/mu)
  assert.match(text, /^> One\.\n>\n> # Two$/mu)
  assert.ok(text.includes(String.raw`### A \<script\> & "more"`), text)
  assert.doesNotMatch(text, /Withdrawn|^- Id: p3/mu)
})

test('the API catalogue, the security contact and the search description stand where programs look', async () => {
  const response = await service.get('/.well-known/api-catalog')
  assert.equal(
    response.headers.get('content-type'),
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  )
  assert.equal(response.headers.get('link'), `<${service.url}/.well-known/api-catalog>; rel="api-catalog"`)
  type Described = { anchor: string; 'service-desc'?: { href: string }[]; 'service-doc'?: { href: string }[] }
  const { linkset } = await jsonOf<{ linkset: Described[] }>(response)
  const described = linkset.filter(({ anchor }) => /\/api(?:\/v1)?$/u.test(anchor))
  assert.equal(described.length, 2)
  for (const api of described)
    for (const { href } of [...(api['service-desc'] ?? []), ...(api['service-doc'] ?? [])])
      assert.equal((await service.get(here(href))).status, 200)

  const contact = await textAt('/.well-known/security.txt', PLAIN)
  assert.match(contact, new RegExp(`^Contact: ${service.url}/contact$`, 'mu'))
  const expires = Date.parse(/^Expires: (?<at>\S+)$/mu.exec(contact)?.groups?.at ?? '')
  const days = (expires - service.clock.now().getTime()) / 86_400_000
  assert.ok(days > 30 && days < 365, `${days} days`)

  const search = await textAt('/opensearch.xml', 'application/opensearchdescription+xml; charset=utf-8')
  const template = /type="text\/html" rel="results" template="(?<template>[^"]+)"/u.exec(search)?.groups?.template ?? ''
  const found = await service.get(here(template.replace('{searchTerms}', 'checkpoints')))
  assert.match(await found.text(), /1 paper/u)
  const page = await (await service.get('/')).text()
  assert.ok(page.includes('<link rel="search" href="/opensearch.xml"'))
})

test('clients that keep a copy are pointed to the changes, and to dumps only where there are any', async () => {
  const catalog = await (await service.get('/.well-known/ai-catalog.json')).text()
  const apis = await (await service.get('/.well-known/api-catalog')).text()
  for (const text of [catalog, apis, await textAt('/robots.txt', PLAIN)]) {
    assert.ok(text.includes(`${service.url}/api/v1/changes`), text)
    assert.doesNotMatch(text, /\/dumps/u)
  }
  const { entries } = JSON.parse(catalog) as { entries: { identifier: string; representativeQueries: string[] }[] }
  assert.equal(new Set(entries.map(({ identifier }) => identifier)).size, entries.length)
  for (const { representativeQueries: queries } of entries) assert.ok(queries.length >= 2 && queries.length <= 5)
})

test('links of a paper say in the header and in a linkset how to cite it, what describes it and where its file is', async () => {
  const header = (await service.get('/papers/p1')).headers.get('link') ?? ''
  const page = `${service.url}/papers/p1`
  for (const link of [
    '<https://doi.org/10.1000/abc>; rel="cite-as"',
    '<https://schema.org/ScholarlyArticle>; rel="type"',
    `<${page}.bib>; rel="describedby"; type="application/x-bibtex"`,
    '<https://example.org/%C3%A4%20%221%22.pdf>; rel="item"; type="application/pdf"',
    `<${page}.linkset.json>; rel="linkset"; type="application/linkset+json"`,
  ])
    assert.ok(header.split(', ').includes(link), `${link} in ${header}`)
  const response = await service.get('/papers/p1.linkset.json')
  assert.equal(response.headers.get('content-type'), 'application/linkset+json')
  const { linkset } = await jsonOf<{ linkset: Record<string, unknown>[] }>(response)
  assert.equal(linkset[0]?.anchor, page)
  assert.deepEqual(linkset[0]['cite-as'], [{ href: 'https://doi.org/10.1000/abc' }])
  assert.ok(linkset.some(({ anchor, describes }) => anchor === `${page}.bib` && Array.isArray(describes)))
  assert.match(
    (await service.get('/papers/p2')).headers.get('link') ?? '',
    new RegExp(`<${service.url}/papers/p2>; rel="cite-as"`, 'u'),
  )
  assert.equal((await service.get('/papers/p3.linkset.json')).status, 410)
})

test('the library describes itself as a catalogue of data, on its first page only', async () => {
  const block = async (path: string) =>
    /<script type="application\/ld\+json">(?<json>.*?)<\/script>/su.exec(await (await service.get(path)).text())?.groups
      ?.json
  const catalog = JSON.parse((await block('/')) ?? '{}') as Record<string, unknown>
  assert.equal(catalog['@type'], 'DataCatalog')
  assert.equal(catalog.url, `${service.url}/`)
  for (const path of ['/papers', '/?q=checkpoints']) assert.equal(await block(path), undefined)
})

test('every page has a preview, and its whole address where it has one of its own', async () => {
  for (const [path, kind] of [
    ['/', 'website'],
    ['/papers', 'website'],
    ['/concepts/checkpointing', 'website'],
    ['/papers/p1', 'article'],
    ['/stats', 'website'],
  ] as const) {
    const html = await (await service.get(path)).text()
    for (const name of ['og:type', 'og:title', 'og:description', 'og:site_name'])
      assert.equal(html.split(`<meta property="${name}"`).length, 2, `${name} of ${path}`)
    assert.ok(html.includes(`<meta property="og:type" content="${kind}" />`), path)
    if (path !== '/stats') assert.ok(html.includes(`<link rel="canonical" href="${service.url}${path}" />`), path)
  }
})

test('absolute addresses come from the public address, never from a request', async (t) => {
  const inside = await startTestService(t, { publicUrl: (listening) => listening.replace('127.0.0.1', 'localhost') })
  await inside.accept(leastPaper())
  for (const path of [
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap-pages.xml',
    '/sitemap-papers.xml',
    '/llms.txt',
    '/llms-full.txt',
    '/.well-known/ai-catalog.json',
    '/.well-known/api-catalog',
    '/.well-known/security.txt',
    '/mcp/server-card',
    '/.well-known/mcp/server-card.json',
    '/opensearch.xml',
    '/papers/p1.linkset.json',
  ]) {
    const response = await inside.get(path)
    const headersAndBody = `${response.headers.get('link')} ${await response.text()}`
    assert.ok(headersAndBody.includes('http://localhost:'), path)
    assert.ok(!headersAndBody.includes('127.0.0.1'), path)
  }
})

test('a library without an author of several papers has no file of authors', async (t) => {
  const other = await startTestService(t)
  await other.accept(leastPaper({ authors: ['Ada Example', 'ada example'] }))
  assert.doesNotMatch(await (await other.get('/sitemap.xml')).text(), /sitemap-authors/u)
  assert.equal((await other.get('/sitemap-authors.xml?part=1')).status, 404)
})
