import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openSession } from '#actions/ingest-sessions.ts'
import { isRole } from '#core/access/editor.ts'
import type { Route } from '#http/routing/route.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { consoleTable, fillConsole, samplePath, routeTables } from '../../support/service/routes.ts'
import { samplePdf } from '../../support/files.ts'
import { storedFile, startTestService } from '../../support/service/test-service.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startPostgres } from '../../support/database/postgres.ts'

const BRIEF = '2026-w46'
const [DOI, ARXIV_ID] = ['10.1000/example.3', '2601.00003']
/** What reads want to be asked, by their path. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/v1/search': '?q=agents',
  '/api/v1/passages': '?q=agents',
  '/suggestions.json': '?q=plan',
  '/follow': '?concept=planning',
  '/api/ingest-sessions/:id/refusals': '?chunk=1',
  '/console/papers/:id/merge': '?into=p3',
  '/oai': '?verb=ListRecords&metadataPrefix=oai_dc',
  ...Object.fromEntries(
    ['', '.md', '.csv', '.bib', '.ris', '.jsonl'].map((ending) => [`/reading-list${ending}`, '?ids=p1']),
  ),
}

/** Ids that exist, by what comes before them in a path; a public paper where nothing else is known. */
const SAMPLES: readonly [prefix: RegExp, id: string][] = [
  [/^\/(?:api\/v1\/)?concepts\//u, 'planning'],
  [/^\/(?:api\/v1\/)?gaps\//u, 'g1'],
  [/^\/papers\/:id\/text$/u, 'p3'],
  [/^\/(?:api\/v1\/)?briefs\//u, BRIEF],
  [/^\/chapters\//u, '4'],
  [/^\/stats\//u, 'years'],
  [/^\/docs\//u, 'getApiPapers'],
  [/^\/authors\//u, 'ada-example'],
  [/^\/venues\//u, 'journal-of-agents'],
  [/^\/doi\//u, DOI],
  [/^\/arxiv\//u, ARXIV_ID],
  [/^\/api\/submissions\//u, 'p4'],
  [/^\/api\/editorial\/(?:submissions|drafts)\//u, 'p2'],
  [/^\/api\/ingest-sessions\//u, 'current'],
  [/^\/api\/editorial\/concepts\//u, 'planning'],
  [/^\/api\/editorial\/gaps\//u, 'g1'],
  [/^\/api\/editorial\/briefs\//u, '2026-w47'],
  [/^\/api\/editorial\/chapters\//u, '4'],
]

const pathOf = (route: Route): string => {
  if (consoleTable.some(({ path }) => path === route.path)) return samplePath(route)
  const id = SAMPLES.find(([prefix]) => prefix.test(route.path))?.[1] ?? 'p1'
  return route.path
    .replace(/:\w+\{\[\^\]\+\}/u, id)
    .replace(/:\w+\{\[\^[^\]]+\]\+(?<suffix>[^}]*)\}/u, (_, suffix: string) => id + suffix.replaceAll('\\', ''))
    .replace(/:version/u, '1')
    .replace(/:kind/u, 'paper')
    .replaceAll(/:\w+/gu, id)
}

/** Public pages that are not about the corpus: whether the service works, signing in, and the folder of the dumps. */
const NOT_OF_THE_CORPUS = /^\/(?:api\/health|console|dumps)\b/u

/** Pages whose content is in the program, and lists that are kept from one revision to the next once they were read. */
const ANSWERED_WITHOUT_THE_STORE =
  /^\/(?:papers|about|(?:check|contact|subscribe|follow)(?:\/sent)?|subscription\/(?:link|sent)|concepts\.md|robots\.txt|sitemap-concepts\.xml|\.well-known\/.*|mcp\/server-card|opensearch\.xml|openapi\.json|docs(?:\/:operation)?|favicon\.ico)$/u

/** Every tool that needs nothing but the corpus, and what it is asked. */
const TOOLS: Readonly<Record<string, Record<string, unknown>>> = {
  search_papers: { query: 'agents' },
  find_passages: { query: 'agents' },
  get_papers: { ids: ['p3'] },
  count_papers: { groupBy: 'chapter' },
  browse_editorial: { kind: 'gaps' },
  export_citations: { ids: ['p3'] },
  get_changes: { since: 1 },
  get_citations: { id: 'p3' },
}

/** The query that both servers get with any request: whether they are up to date. */
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
      open: async (_, ports) => openPostgresStore({ url, replicaUrls: [replicaUrl] }, ports, { migrate: true }),
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
      license: 'CC-BY-4.0',
      container: 'Journal of Agents',
    }),
  )
  const { store } = service
  const brief = { id: BRIEF, week: { year: 2026, week: 46 }, title: 'A week', summary: '', take: '', featured: ['p1'] }
  await store.transact((tx) => tx.briefs.publish({ ...brief, publishedAt: '2026-11-16T08:00:00.000Z' }))
  const key = await service.key('submit', 'review', 'draft')
  await service.send('POST', '/api/papers', leastPaper({ id: 'p4', title: 'My own' }), { 'x-api-key': key })
  const until = new Date(service.clock.now().getTime() + 3_600_000)
  const { key: sessionKey } = await service.run(openSession, { label: 'one', maxRecords: 9, until, actor: 'test' })
  const digest = await storedFile(service, 'p3', samplePdf('open'))
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

  const deadline = performance.now() + 240_000
  /** The replica is read once it has everything that was written. */
  const untilReplicaIsRead = async (): Promise<void> => {
    for (; ; await pause(10)) {
      counts()
      await store.public.stats.counts()
      if (counts().replica > 0) return
      assert.ok(performance.now() < deadline, 'the replica is never asked')
    }
  }

  const send = async (path: string, init: RequestInit = {}): Promise<{ primary: number; replica: number }> => {
    await untilReplicaIsRead()
    const response = await fetch(service.url + path, init)
    const text = await response.text()
    assert.ok(
      response.status < 400 && !text.includes('"isError":true'),
      `${path} was answered ${response.status}: ${text.slice(0, 300)}`,
    )
    return counts()
  }
  const headersOf = ({ access, path }: Route): Record<string, string> => {
    if (access === 'public') return {}
    return isRole(access) ? editor.headers : { 'x-api-key': path.startsWith('/api/ingest-') ? sessionKey : key }
  }
  const queries: Readonly<Record<string, string>> = {
    ...QUERIES,
    '/console/drafts': `?form=papers/p1&author=${editor.editor.id}`,
  }
  const ask = (route: Route): Promise<{ primary: number; replica: number }> =>
    send(route.path.startsWith('/files/') ? `/files/${digest}.pdf` : pathOf(route) + (queries[route.path] ?? ''), {
      headers: headersOf(route),
    })

  const reads = routeTables.filter(({ method, path }) => method === 'get' && !/^\/(?:assets|site)\//u.test(path))
  const open = reads.filter(({ access, path }) => access === 'public' && !NOT_OF_THE_CORPUS.test(path))
  const own = reads.filter(({ access }) => access !== 'public' && access !== 'token')
  assert.ok(open.length >= 90 && own.length >= 60, `${open.length} public and ${own.length} private reads`)

  const ofNobody: string[] = []
  for (const route of open) {
    const first = await ask(route)
    // What the service does by itself may fall into one request, but hardly into two.
    const { primary, replica } = first.primary === 0 ? first : await ask(route)
    assert.equal(primary, 0, `GET ${route.path} asked the primary`)
    if (replica === 0) ofNobody.push(route.path)
  }
  assert.deepEqual(
    ofNobody.filter((path) => !ANSWERED_WITHOUT_THE_STORE.test(path)),
    [],
  )
  for (const route of own) {
    const { primary, replica } = await ask(route)
    assert.equal(replica, 0, `GET ${route.path} asked the replica`)
    assert.ok(primary > 0, `GET ${route.path} asked nobody`)
  }

  // Reads that are asked by POST.
  const harvested = await send('/oai', { method: 'POST', body: new URLSearchParams({ verb: 'ListSets' }) })
  assert.deepEqual([harvested.primary, harvested.replica > 0], [0, true])
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const callTool = (name: string, given: Record<string, unknown>) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
    return send('/mcp', { method: 'POST', headers: json, body: JSON.stringify(message) })
  }
  for (const [name, given] of Object.entries(TOOLS)) {
    const { primary, replica } = await callTool(name, given)
    assert.deepEqual([primary, replica > 0], [0, true], `${name} asked the primary ${primary} times`)
  }
  const check = { method: 'POST', headers: json, body: '{"references":["Some title, 2024"]}' }
  const checked = await send('/api/v1/references/check', check)
  assert.ok(checked.replica > 0)
  const report = { method: 'POST', headers: json, body: '{"text":"Some title (Somebody et al., 2024) [p1]."}' }
  assert.ok((await send('/api/v1/check', report)).replica > 0)
})
