import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expositionOf } from '#metrics/exposition.ts'
import { openProcessMetrics } from '#metrics/open-process-metrics.ts'
import { readBacklog } from '#queries/backlog.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { leastPaper } from '../../support/service/papers.ts'

const TOKEN = 'a-token-of-the-test-that-is-long-enough'
const bearer = { authorization: `Bearer ${TOKEN}` }

/** The value of a line; undefined if there is none. */
const valueOf = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

const withoutPath = (text: string): string => text.replaceAll(/\/(?:metrics|nothing-here)/gu, '/')

test('without a token, /metrics is a missing page', async (t) => {
  const service = await startTestService(t)
  const response = await service.get('/metrics', bearer)
  assert.equal(response.status, 404)
  const other = await service.get('/nothing-here', bearer)
  assert.equal(withoutPath(await response.text()), withoutPath(await other.text()))
})

test('with a token, /metrics tells of requests by route, of the cache and of what waits', async (t) => {
  const watched = openProcessMetrics({ version: '1.2.3', serves: true })
  t.after(() => watched.close())
  const exposition = expositionOf(async () => [await watched.collect()])
  const service = await startTestService(t, { metrics: watched.metrics, publicMetrics: { exposition, token: TOKEN } })
  const { store, clock, log } = service
  watched.watch({
    condition: () => store.condition(),
    readBacklog: () => readBacklog(store.private),
    readBackups: () =>
      Promise.resolve({
        good: { at: '2026-11-20T03:00:00.000Z', id: 'b', bytes: 1, seconds: 1 },
        failure: null,
        drill: null,
        goodDrillAt: null,
      }),
    folders: { database: import.meta.dirname, files: `${import.meta.dirname}/missing` },
    clock,
    log,
  })
  for (const authorization of [undefined, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`]) {
    const refused = await service.get('/metrics', authorization === undefined ? {} : { authorization })
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
    assert.equal(refused.headers.get('cache-control'), 'no-store')
    assert.doesNotMatch(await refused.text(), /longview_/u)
  }
  const key = await service.key('submit')
  assert.equal((await service.send('POST', '/api/papers', leastPaper(), { 'x-api-key': key })).status, 201)
  clock.advance(3_600)
  for (let times = 0; times < 3; times += 1) await service.get('/api/papers?limit=2')
  for (const path of ['/papers/one', '/papers/two', '/papers/one.md', '/no/such/page']) await service.get(path)
  await service.send('PROPFIND', '/papers/one', '')

  const response = await service.get('/metrics', bearer)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const text = await response.text()
  const requests = (route: string, method: string, status: string): number | undefined =>
    valueOf(
      text,
      `longview_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
    )
  assert.equal(requests('/api/papers', 'GET', '2xx'), 3)
  assert.equal(requests('/api/papers', 'POST', '2xx'), 1)
  assert.equal(requests('/papers/:id', 'GET', '4xx'), 2)
  assert.equal(requests('/papers/:id.md', 'GET', '4xx'), 1)
  assert.equal(requests('unmatched', 'GET', '4xx'), 1)
  assert.equal(requests('/papers/:id', 'other', '4xx'), 1)
  assert.equal(requests('/metrics', 'GET', '4xx'), 4)
  assert.equal(valueOf(text, 'longview_response_cache_requests_total{result="hit"}'), 2)
  assert.ok((valueOf(text, 'longview_response_cache_bytes') ?? 0) > 0)
  assert.equal(valueOf(text, 'longview_build_info{version="1.2.3"}'), 1)
  assert.equal(valueOf(text, 'longview_database_up{server="primary"}'), 1)
  assert.equal(valueOf(text, 'longview_corpus_readable'), 1)
  assert.equal(valueOf(text, 'longview_waiting_items{kind="submissions"}'), 1)
  assert.equal(valueOf(text, 'longview_waiting_oldest_seconds{kind="submissions"}'), 3_600)
  assert.equal(valueOf(text, 'longview_outbox_oldest_seconds'), 0)
  assert.equal(valueOf(text, 'longview_backup_last_success_timestamp_seconds'), Date.parse('2026-11-20T03:00Z') / 1_000)
  assert.equal(valueOf(text, 'longview_backup_drill_passed'), undefined)
  assert.ok((valueOf(text, 'longview_disk_free_bytes{place="database"}') ?? 0) > 0)
  assert.equal(valueOf(text, 'longview_disk_free_bytes{place="files"}'), undefined)
  assert.doesNotMatch(text, /\/papers\/one|p1"|no\/such/u)
})

test('a corpus that does not answer makes the rest no later than two seconds', async (t) => {
  const watched = openProcessMetrics({ version: '1', serves: true })
  t.after(() => watched.close())
  const { store, clock, log } = await startTestService(t)
  let reads = 0
  watched.watch({
    condition: () => ({
      servers: [
        { name: 'primary', isReachable: false, lagSeconds: 0 },
        { name: '1', isReachable: true, lagSeconds: 7 },
      ],
      pools: [{ name: 'read', open: 8, idle: 2, waiting: 3 }],
    }),
    readBacklog: () => {
      reads += 1
      return new Promise(() => {})
    },
    readBackups: () => Promise.reject(new Error('no index')),
    folders: {},
    clock,
    log,
  })
  const exposition = expositionOf(async () => [await watched.collect()])
  const [text, again] = await Promise.all([exposition.read(), exposition.read()])
  assert.equal(reads, 1)
  assert.equal(valueOf(again, 'longview_corpus_readable'), 0)
  assert.equal(valueOf(text, 'longview_corpus_revision'), undefined)
  assert.equal(valueOf(text, 'longview_database_up{server="primary"}'), 0)
  assert.equal(valueOf(text, 'longview_replica_lag_seconds{server="1"}'), 7)
  assert.equal(valueOf(text, 'longview_database_pool_connections{pool="read",state="busy"}'), 6)
  assert.equal(valueOf(text, 'longview_database_pool_waiting{pool="read"}'), 3)
  assert.ok(store.condition().servers[0]?.isReachable)
})
