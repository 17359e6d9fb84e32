import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { editPaper } from '#actions/papers.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { decide, submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const HOSTILE = 'A & <b>bold</b> "title" ]]> 漢字'
await service.accept(
  wholePaper({ title: HOSTILE, abstract: 'Less < more & ]]> so.', url: 'https://arxiv.org/abs/2210.03629' }),
  leastPaper({ id: 'p2', title: 'Planning', chapter: 4 }),
  leastPaper({ id: 'p3', chapter: 4, authors: ['Chidi Third'] }),
)
await submit(service, await service.key(), leastPaper({ id: 'p4', chapter: 4 }))

type Entry = { id: string; title: string; page: string; at: Date; text: string }
type Read = { self: string; page: string; next: string | undefined; entries: Entry[] }

const linkOf = (
  links: { rel?: string | undefined; href?: string | undefined }[] = [],
  rel: string,
): string | undefined => links.find((link) => link.rel === rel)?.href

const text = (value: string | undefined): string => value ?? ''

/** What somebody else's reader makes of a feed. */
const readers: Record<'atom' | 'rss' | 'json', { type: string; read: (document: string) => Read }> = {
  atom: {
    type: 'application/atom+xml; charset=utf-8',
    read: (document) => {
      const { links, entries = [] } = parseAtomFeed(document)
      return {
        self: text(linkOf(links, 'self')),
        page: text(linkOf(links, 'alternate')),
        next: linkOf(links, 'next'),
        entries: entries.map(({ id, title, links: at, updated, content }) => ({
          id: text(id),
          title: text(title?.value),
          page: text(linkOf(at, 'alternate')),
          at: new Date(text(updated)),
          text: text(content?.value),
        })),
      }
    },
  },
  rss: {
    type: 'application/rss+xml; charset=utf-8',
    read: (document) => {
      const { link, atom, items = [] } = parseRssFeed(document)
      return {
        self: text(linkOf(atom?.links, 'self')),
        page: text(link),
        next: linkOf(atom?.links, 'next'),
        entries: items.map(({ guid, title, link: page, pubDate, description }) => ({
          id: text(guid?.value),
          title: text(title),
          page: text(page),
          at: new Date(text(pubDate)),
          text: text(description),
        })),
      }
    },
  },
  json: {
    type: 'application/feed+json',
    read: (document) => {
      assert.equal((JSON.parse(document) as { version: string }).version, 'https://jsonfeed.org/version/1.1')
      const { feed_url, home_page_url, next_url, items = [] } = parseJsonFeed(document)
      return {
        self: text(feed_url),
        page: text(home_page_url),
        next: next_url,
        entries: items.map(({ id, title, url, date_modified, content_text, content_html }) => ({
          id: text(id),
          title: text(title),
          page: text(url),
          at: new Date(text(date_modified)),
          text: text(content_text ?? content_html),
        })),
      }
    },
  },
}

const endings = ['atom', 'rss', 'json'] as const

const read = async (path: string, ending: (typeof endings)[number], search = ''): Promise<Read> => {
  const response = await service.get(`${path}.${ending}${search}`)
  assert.equal(response.status, 200, `${path}.${ending}`)
  assert.equal(response.headers.get('content-type'), readers[ending].type)
  assert.ok(response.headers.get('etag') !== null)
  const found = readers[ending].read(await response.text())
  assert.equal(found.self, `${service.url}${path}.${ending}${search}`)
  return found
}

const idsOf = ({ entries }: Read): string[] => entries.map(({ id }) => id.replace(/^.*\//u, ''))

test('each list has feeds that an outside reader reads whole, with the last change first', async () => {
  for (const ending of endings) {
    const { entries, page, next } = await read('/papers', ending)
    // The page of a feed shows what is new here first, too.
    assert.equal(page, `${service.url}/papers?sort=added`)
    assert.equal(next, undefined)
    assert.deepEqual(
      entries.map(({ title }) => title),
      ['A paper with nothing but the required fields', 'Planning', HOSTILE],
    )
    const [, , first] = entries
    assert.equal(first?.page, `${service.url}/papers/p1`)
    assert.match(text(first?.id), /^tag:127\.0\.0\.1,\d{4}-\d\d-\d\d:papers\/p1$/u)
    assert.equal(first?.at.getTime(), service.clock.now().getTime())
    assert.equal(first?.text, ending === 'rss' ? 'Less &lt; more &amp; ]]&gt; so.' : 'Less < more & ]]> so.')
    assert.deepEqual(idsOf(await read('/papers', ending, '?q=planning')), ['p2'])
    assert.deepEqual(idsOf(await read('/papers', ending, '?q=author%3A%22Chidi+Third%22')), ['p3'])
    assert.deepEqual(idsOf(await read('/chapters/4', ending)), ['p3', 'p2', 'p1'])
    assert.deepEqual(idsOf(await read('/concepts/checkpointing', ending)), ['p1'])
  }
})

test('pages link to their feeds for feed readers and people', async () => {
  const pages: [path: string, feed: string][] = [
    ['/', '/papers.atom'],
    ['/papers', '/papers.atom'],
    ['/?q=planning&sort=newest', '/papers.atom?q=planning'],
    ['/chapters/4', '/chapters/4.atom'],
    ['/concepts/checkpointing', '/concepts/checkpointing.atom'],
    ['/gaps?severity=high', '/gaps.atom?severity=high'],
    ['/briefs', '/briefs.atom'],
  ]
  for (const [path, feed] of pages) {
    const page = await (await service.get(path)).text()
    assert.ok(page.includes(`<link rel="alternate" type="application/atom+xml" href="${feed}" />`), path)
    assert.ok(page.includes(`<a href="${feed}">Atom feed</a>`), path)
    assert.equal((await service.get(feed)).status, 200)
  }
  const accepted = await service.get('/chapters/4', { accept: 'application/atom+xml' })
  assert.equal(accepted.headers.get('content-location'), '/chapters/4.atom')
})

test('the address of the library itself gives its feeds by Accept, and the page for all else', async () => {
  const view = '/?q=planning&chapter=4&utm_source=x&sort=newest'
  for (const ending of endings) {
    const { type } = readers[ending]
    const direct = await service.get(`/papers.${ending}?q=planning&chapter=4`)
    const body = await direct.text()
    for (const accept of [type, `text/html;q=0.5, ${type}`, `${type}, */*;q=0.1`]) {
      const response = await service.get(view, { accept })
      assert.equal(response.headers.get('content-type'), type, accept)
      assert.equal(response.headers.get('vary'), 'Accept, Accept-Encoding')
      const location = response.headers.get('content-location') ?? ''
      assert.equal(location, `/papers.${ending}?q=planning&chapter=4&sort=newest`)
      assert.equal(await response.text(), body)
      assert.equal(await (await service.get(location)).text(), body)
      const tag = response.headers.get('etag') ?? ''
      assert.equal((await service.get(view, { accept, 'if-none-match': tag })).status, 304)
    }
  }
  const pages = ['text/html', '*/*', '', 'text/html, application/atom+xml', 'image/png', 'text/csv', 'nonsense']
  for (const accept of pages) {
    const response = await service.get(view, { accept })
    assert.equal(response.status, 200, accept)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8', accept)
    assert.equal(response.headers.get('vary'), 'Accept, Accept-Encoding')
    assert.equal(response.headers.get('content-location'), null)
    assert.match(await response.text(), /<!doctype html>/iu)
  }
  assert.equal((await service.get('/?year=x', { accept: 'application/atom+xml' })).status, 400)
})

test('what is wrong in the address of a feed is refused, and what does not exist is missing', async () => {
  for (const path of [
    '/papers.atom?before=0',
    '/papers.rss?before=x',
    '/chapters/4.json?before=-1',
    '/papers.atom?year=x',
  ])
    assert.equal((await service.get(path)).status, 400, path)
  for (const path of ['/chapters/9.atom', '/concepts/nothing.rss', '/gaps/g1.atom'])
    assert.equal((await service.get(path)).status, 404, path)
})

test('gaps and briefs have feeds with their texts as markup', async () => {
  for (const path of ['/gaps', '/briefs'])
    for (const ending of endings) assert.deepEqual((await read(path, ending)).entries, [])
  const gap = { id: 'g1', title: 'A gap', severity: 'high' as const, explanation: 'See *p1*.', paperIds: ['p1'] }
  await service.store.transact((tx) => tx.gaps.put(gap, service.clock.now().toISOString()))
  const week = { year: 2026, week: 47 }
  const brief = { id: '2026-w47', week, title: 'Five', summary: '**One** paper.', take: 'Read p1.', featured: ['p1'] }
  await service.run(publishBrief, { brief, actor: 'test' })
  // Feeds are read elsewhere, so their links are complete.
  const link = `<a href="${service.url}/papers/p1" dir="auto">A &amp; &lt;b&gt;bold&lt;/b&gt; &quot;title&quot; ]]&gt; 漢字</a>`
  for (const ending of endings) {
    const [entry] = (await read('/gaps', ending)).entries
    assert.ok(text(entry?.text).includes(`See <em>${link}</em>.</p>`))
    assert.deepEqual((await read('/gaps', ending, '?severity=critical')).entries, [])
    const [published] = (await read('/briefs', ending)).entries
    assert.match(text(published?.text), /<strong>One<\/strong> paper[^]*take<\/h2>[^]*\/papers\/p1">A &amp; &lt;b&gt;/u)
    assert.ok(text(published?.text).includes(`Read ${link}.</p>`))
    assert.equal(published?.page, `${service.url}/briefs/2026-w47`)
  }
})

test('a changed paper is the same entry, later; a retracted one says so, and only in the feed of all papers', async () => {
  const before = await read('/papers', 'atom')
  service.clock.advance(3_600)
  const known = await service.store.public.papers.find('p2')
  assert.ok(known?.state === 'accepted')
  const paper = { ...known.paper, title: 'Planning again' }
  await service.run(editPaper, { paper, version: null, actor: 'test', checkReport: null })
  const revised = await read('/papers', 'atom')
  assert.deepEqual(idsOf(revised), ['p2', 'p3', 'p1'])
  const [first] = revised.entries
  assert.equal(first?.id, before.entries[1]?.id)
  assert.ok((first?.at.getTime() ?? 0) > (before.entries[1]?.at.getTime() ?? 0))
  await decide(service, 'p3', 'retract', 'Data <lost>.')
  for (const ending of endings) {
    const all = await read('/papers', ending)
    assert.deepEqual(idsOf(all), ['p3', 'p2', 'p1'])
    assert.equal(all.entries[0]?.title, 'Retracted: p3')
    assert.match(text(all.entries[0]?.text), /^p3 was retracted: Data /u)
    assert.deepEqual(idsOf(await read('/chapters/4', ending)), ['p2', 'p1'])
  }
})

test('earlier entries are on further pages, each once', async () => {
  await service.accept(...Array.from({ length: 60 }, (_, index) => leastPaper({ id: `p${100 + index}` })))
  await decide(service, 'p120', 'retract', 'Twice.')
  for (const ending of endings) {
    const seen: string[] = []
    let search = ''
    for (let page = 0; page < 4; page += 1) {
      const found = await read('/papers', ending, search)
      seen.push(...idsOf(found))
      if (found.next === undefined) break
      search = new URL(found.next).search
    }
    assert.equal(seen.length, 63)
    assert.equal(new Set(seen).size, 63)
    assert.equal(seen[0], 'p120')
  }
})
