import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { isRole } from '#core/access/editor.ts'
import type { Route } from '#http/routing/route.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { consoleTable, fillConsole, samplePath } from '../../support/service/console-routes.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { routeTables } from '../../support/service/route-tables.ts'
import { startTestService } from '../../support/service/test-service.ts'

const BRIEF = '2026-w46'
const [DOI, ARXIV_ID] = ['10.1000/example.3', '2601.00003']
/** Reads that want a question. */
const ASKED = /^\/api\/v1\/(?:search|passages)$/u

/** Ids that exist, by what comes before them in a path; a public paper where nothing else is known. */
const SAMPLES: readonly [prefix: RegExp, id: string][] = [
  [/^\/(?:api\/v1\/)?concepts\//u, 'planning'],
  [/^\/gaps\//u, 'g1'],
  [/^\/papers\/:id\/text$/u, 'p3'],
  [/^\/(?:api\/v1\/)?briefs\//u, BRIEF],
  [/^\/chapters\//u, '4'],
  [/^\/docs\//u, 'getApiPapers'],
  [/^\/doi\//u, DOI],
  [/^\/arxiv\//u, ARXIV_ID],
  [/^\/api\/submissions\//u, 'p4'],
  [/^\/api\/editorial\/submissions\//u, 'p2'],
  [/^\/api\/editorial\/concepts\//u, 'planning'],
  [/^\/api\/editorial\/gaps\//u, 'g1'],
  [/^\/api\/editorial\/briefs\//u, '2026-w47'],
  [/^\/api\/editorial\/chapters\//u, '4'],
]

const pathOf = (route: Route): string => {
  if (consoleTable.some(({ path }) => path === route.path)) return samplePath(route)
  const id = SAMPLES.find(([prefix]) => prefix.test(route.path))?.[1] ?? 'p1'
  return route.path
    .replace(/:\w+\{\.\+\}/u, id)
    .replace(/:\w+\{\[\^[^\]]+\]\+(?<suffix>[^}]*)\}/u, (_, suffix: string) => id + suffix.replaceAll('\\', ''))
    .replace(/:version/u, '1')
    .replaceAll(/:\w+/gu, id)
}

/** The query that both servers get beside any request: whether they are up to date. */
const BACKGROUND = /^(?:select revision from corpus|listen )/iu

test('public reads are answered by the replica, and all others by the primary', async (t) => {
  const cluster = await startPostgres()
  t.after(() => cluster.remove())
  const url = await cluster.createDatabase()
  const standby = await cluster.standby()
  t.after(() => standby.remove())
  const replicaUrl = standby.url(url.split('/').at(-1) ?? '')
  const service = await startTestService(t, {
    engine: {
      name: 'PostgreSQL',
      open: async (_, ports) => openPostgresStore({ url, replicaUrl }, ports, { migrate: true }),
    },
  })
  await fillConsole(service)
  await service.accept(
    leastPaper({
      id: 'p3',
      concepts: ['planning'],
      chapter: 4,
      fullText: 'Read all of it. '.repeat(1_000),
      doi: DOI,
      arxivId: ARXIV_ID,
    }),
  )
  const { store } = service
  const brief = { id: BRIEF, week: { year: 2026, week: 46 }, title: 'A week', summary: '', take: '', featured: ['p1'] }
  await store.transact((tx) => tx.briefs.publish({ ...brief, publishedAt: '2026-11-16T08:00:00.000Z' }))
  const key = await service.key('submit', 'review')
  await service.send('POST', '/api/papers', leastPaper({ id: 'p4', title: 'My own' }), { 'x-api-key': key })
  const editor = await signedIn(service, 'admin')

  const { mock } = t.mock.method(Client.prototype, 'query')
  /** How many statements each server got since the last call. */
  const counts = (): { primary: number; replica: number } => {
    const ports = mock.calls.flatMap(({ this: client, arguments: [statement] }) => {
      const query = statement as unknown as string | { text: string }
      return BACKGROUND.test(typeof query === 'string' ? query : query.text) ? [] : [(client as Client).port]
    })
    mock.resetCalls()
    const replica = ports.filter((port) => port === standby.port).length
    return { primary: ports.length - replica, replica }
  }

  const ask = async (route: Route): Promise<{ primary: number; replica: number }> => {
    counts()
    const headers: Record<string, string> = isRole(route.access) ? editor.headers : { 'x-api-key': key }
    const path = pathOf(route) + (ASKED.test(route.path) ? '?q=agents' : '')
    const response = await fetch(service.url + path, { headers: route.access === 'public' ? {} : headers })
    assert.ok(response.status < 400, `${path} was answered ${response.status}`)
    await response.arrayBuffer()
    return counts()
  }

  // The replica is read once it has everything that was written above.
  const deadline = performance.now() + 240_000
  for (; counts().replica === 0; await pause(10)) {
    assert.ok(performance.now() < deadline, 'the replica is never asked')
    await store.public.stats.counts()
  }

  const reads = routeTables.filter(({ method }) => method === 'get')
  const shared = reads.filter(({ access, caching }) => access === 'public' && caching === 'revision')
  const own = reads.filter(({ access }) => access !== 'public' && access !== 'token')
  assert.ok(shared.length >= 30 && own.length >= 38, `${shared.length} public and ${own.length} private reads`)

  let replicaReads = 0
  for (const route of shared) {
    const { primary, replica } = await ask(route)
    assert.equal(primary, 0, `GET ${route.path} asked the primary`)
    if (replica > 0) replicaReads += 1
  }
  assert.ok(replicaReads >= 24, `only ${replicaReads} public reads asked the replica`)
  for (const route of own) {
    const { primary, replica } = await ask(route)
    assert.equal(replica, 0, `GET ${route.path} asked the replica`)
    assert.ok(primary > 0, `GET ${route.path} asked nobody`)
  }
})
