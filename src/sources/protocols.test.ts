import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  startingFrom,
  type SourcePosition,
  nextDay,
  retryTime,
  type PagedKind,
  type WatchedSource,
} from '#core/sources/watched-source.ts'
import { readSourcePage } from '#sources/pages/read-page.ts'
import { protocols, SourceFault, type PageFacts } from './protocols.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const begun = (more: Partial<SourcePosition> = {}): SourcePosition => ({
  ...startingFrom('2026-11-10'),
  begunAt: NOW,
  ...more,
})
const source = (kind: PagedKind, address: string, query = ''): WatchedSource =>
  ({ kind, address, query, metadataPrefix: 'oai_dc' }) as WatchedSource

const asked = (kind: PagedKind, query: string, position = begun()): Record<string, string> => {
  const { url } = protocols[kind].request(source(kind, 'https://api.example.org/works?mailto=me', query), position)
  return Object.fromEntries(new URL(url).searchParams)
}
const facts = (more: Partial<PageFacts>): PageFacts => ({
  root: null,
  cursor: null,
  total: null,
  errors: [],
  records: 0,
  etag: null,
  lastModified: null,
  ...more,
})

test('Crossref and OpenAlex are asked by filter and cursor for what is new', () => {
  assert.deepEqual(asked('crossref', 'type:journal-article'), {
    mailto: 'me',
    filter: 'type:journal-article,from-created-date:2026-11-10',
    rows: '100',
    cursor: '*',
  })
  assert.deepEqual(asked('openalex', '', begun({ cursor: 'next' })), {
    mailto: 'me',
    filter: 'from_publication_date:2026-11-10',
    'per-page': '100',
    cursor: 'next',
  })
  const { follow } = protocols.crossref
  const first = follow(facts({ cursor: 'c', total: 150, records: 100 }), begun())
  assert.deepEqual([first.isOver, first.position.cursor, first.position.read], [false, 'c', 100])
  const last = follow(facts({ cursor: 'c', total: 150, records: 50 }), first.position)
  assert.equal(last.isOver, true)
  assert.deepEqual(last.position, startingFrom('2026-11-18'))
  assert.throws(() => follow(facts({ cursor: 'c', total: 150, records: 0 }), first.position), SourceFault)
})

test('pages of JSON say where they go on, and one that was cut is known for it', async () => {
  const work = { DOI: '10.1000/a', title: ['A'], author: [{ family: 'B' }], issued: { 'date-parts': [[2026]] } }
  const crossref = JSON.stringify({
    status: 'ok',
    'message-type': 'work-list',
    message: { 'next-cursor': 'abc', 'total-results': 7, items: [work, { ...work, 'next-cursor': 'no' }] },
  })
  const page = await readSourcePage('crossref', Buffer.from(crossref))
  assert.deepEqual([page.facts.cursor, page.facts.total, page.records.length, page.broken], ['abc', 7, 2, null])
  const cut = await readSourcePage('crossref', Buffer.from(crossref.slice(0, -20)))
  assert.match(cut.broken ?? '', /ends before it is complete/u)
  const openalex = JSON.stringify({ meta: { count: 0, next_cursor: null }, results: [] })
  const empty = await readSourcePage('openalex', Buffer.from(openalex))
  assert.deepEqual([empty.facts.cursor, empty.facts.total, empty.records, empty.broken], [null, 0, [], null])
  assert.notEqual((await readSourcePage('crossref', Buffer.from('<html></html>'))).broken, null)
  assert.notEqual((await readSourcePage('arxiv', Buffer.from('Rate exceeded.'))).broken, null)
})

test('a feed is asked for only if it has changed', () => {
  const { request, follow } = protocols.feed
  const first = request(source('feed', 'https://feeds.example.org/a'), begun())
  assert.equal(first.headers['If-None-Match'], undefined)
  const { position, isOver } = follow(facts({ root: 'rss', etag: '"1"', lastModified: 'Thu' }), begun())
  assert.equal(isOver, true)
  const { headers } = request(source('feed', 'https://feeds.example.org/a'), position)
  assert.deepEqual([headers['If-None-Match'], headers['If-Modified-Since']], ['"1"', 'Thu'])
  assert.throws(() => follow(facts({ root: 'html' }), begun()), /neither Atom nor RSS/u)
})

test('arXiv is asked for a category or a search, in the order of submission', () => {
  assert.equal(asked('arxiv', 'cs.AI').search_query, 'cat:cs.AI AND submittedDate:[202611100000 TO 202611201000]')
  assert.match(asked('arxiv', 'abs:agent OR ti:plan').search_query ?? '', /^\(abs:agent OR ti:plan\) AND /u)
  assert.equal(asked('arxiv', 'cs.AI', { ...begun(), from: null }).search_query, 'cat:cs.AI')
  const { start, sortBy, sortOrder } = asked('arxiv', 'cs.AI', begun({ read: 200 }))
  assert.deepEqual([start, sortBy, sortOrder], ['200', 'submittedDate', 'ascending'])
})

test('a source that fails is asked again after growing pauses, never before its server says', () => {
  const now = new Date(NOW)
  const after = (failures: number, retryAt: Date | null = null): string =>
    retryTime(now, { failures, everyMinutes: 60, retryAt }).toISOString().slice(11, 16)
  assert.deepEqual([after(1), after(2), after(5), after(50)], ['10:05', '10:10', '11:00', '11:00'])
  assert.equal(after(1, new Date('2026-11-20T12:30:00.000Z')), '12:30')
  assert.equal(nextDay(new Date('2026-12-31T23:00:00.000Z')).toISOString(), '2027-01-01T00:00:00.000Z')
})
