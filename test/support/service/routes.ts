import { draftBrief } from '#queries/briefs.ts'
import { saveBriefDraft } from '#actions/editorial/briefs.ts'
import { changeSource, watchSource } from '#actions/sources.ts'
import { rememberColumns } from '#actions/table-columns.ts'
import { addEndpoint, changeEndpoint, sendTestEvent } from '#actions/webhooks.ts'
import { publicEventTypes } from '#core/webhooks.ts'
import { weekOf } from '#core/editorial/week.ts'
import { noIngestCounts } from '#core/imports/ingest-session.ts'
import { consoleRoutes } from '#http/console/routes.ts'
import { noMetrics } from '#ports/metrics.ts'
import type { Route } from '#http/routing/route.ts'
import { addCandidate, addJoin, addProposal } from './review.ts'
import { leastPaper } from './papers.ts'
import type { TestService } from './test-service.ts'
import type { SurfacePorts } from '#http/ports.ts'
import { describeSurfaces } from '#http/surfaces.ts'
import { house } from '../ports.ts'
import { ownHosts } from '#http/auth/own-hosts.ts'
import { responseCache, targetKeys } from '#http/caching/response-cache.ts'
import type { MountPorts } from '#http/pipeline/mount.ts'

/** The route table of the console itself; no handler of it is called. */
export const consoleTable: readonly Route[] = consoleRoutes({} as Parameters<typeof consoleRoutes>[0])

/** One object of each kind that the console has pages for, with the ids that `samplePath` uses. */
export const fillConsole = async (service: TestService): Promise<void> => {
  const { store, clock } = service
  const key = await service.key('submit')
  await service.accept(leastPaper({ id: 'p1', concepts: ['planning'] }))
  await service.send('POST', '/api/papers', leastPaper({ id: 'p2', title: 'Another one', fullText: 'Words.' }), {
    'x-api-key': key,
  })
  const at = clock.now().toISOString()
  const gap = { id: 'g1', title: 'A gap', severity: 'high' as const, explanation: 'Why.', paperIds: ['p1'] }
  await store.transact((tx) => tx.gaps.put(gap, at))
  await store.transact((tx) =>
    tx.bulkChanges.put({
      id: 'b_one',
      actor: 'cli',
      change: { kind: 'add-concept', concept: 'long'.repeat(30) },
      at,
      changed: [{ id: 'p1', from: 1, to: 2 }],
      left: [{ id: 'p2', because: 'It has this concept already.' }],
      undone: [],
      kept: [],
      undoneBy: null,
      undoneAt: null,
    }),
  )
  const now = clock.now()
  const brief = await draftBrief(store.private, { week: weekOf(now), now })
  await service.run(saveBriefDraft, { id: brief.id, words: brief, version: 0, actor: 'test' })
  const source = await service.run(watchSource, {
    source: {
      kind: 'feed',
      name: 'A feed',
      address: 'https://feed.example.org/',
      query: '',
      metadataPrefix: 'oai_dc',
      everyMinutes: 360,
      dailyCap: 200,
    },
    from: null,
    actor: 'test',
  })
  await service.run(changeSource, { id: source.id, change: 'pause', actor: 'test' })
  const endpoint = { url: 'https://hooks.example.org/', description: 'The desk', events: publicEventTypes }
  await service.run(addEndpoint, { endpoint, actor: 'test', secretBox: { seal: () => 'sealed', open: () => null } })
  await service.run(sendTestEvent, { id: 1, actor: 'test' })
  await service.run(changeEndpoint, { id: 1, change: 'pause', actor: 'test' })
  const exchange = { request: `POST\nwebhook-id: ${'long'.repeat(30)}`, status: 500, response: 'It hurts.' }
  const attempt = { attempts: 1, dueAt: at, firstAttemptAt: at, attemptedAt: at, exchange, error: 'It answered 500.' }
  await store.transact((tx) => tx.webhooks.recordAttempt(1, { ...attempt, state: 'waiting' }))
  await service.run(rememberColumns, {
    names: ['Werk', 'long'.repeat(40)],
    columns: { title: 'Werk', year: 'long'.repeat(40) },
    actor: 'test',
  })
  await addProposal(service, 'p1', { publisher: 'A publisher', pages: '1-2' })
  await addJoin(service, 'p1', { title: 'A joined record' })
  await addCandidate(store, leastPaper({ id: 'p0', title: 'A candidate' }), at)
  await store.transact(async (tx) => {
    const session = { label: 'A session', state: 'open' as const, maxRecords: 100, openedAt: at }
    const nothing = { endedAt: null, endedBy: null, activeAt: null, counts: noIngestCounts(), last: null, removed: 0 }
    const until = new Date(now.getTime() + 86_400_000).toISOString()
    for (const id of ['is_one', 'fi_one']) {
      await tx.ingestion.add({ ...session, ...nothing, id, openedBy: 'test', until })
      await tx.ingestion.beginChunk(id, { chunk: 1, digest: 'd', begunAt: at })
      await tx.ingestion.count(id, 1, { ...noIngestCounts(), read: 1, refused: 1, at })
      await tx.ingestion.addRefusals(id, [{ chunk: 1, number: 1, position: 'line 1', reason: 'No title.' }])
    }
  })
  await service.send('POST', '/api/contact', { name: 'A', email: 'a@example.org', message: 'Hello.' })
  await service.send('POST', '/api/subscribe', { email: 'reader@example.org' })
}

const samples: readonly [prefix: string, id: string][] = [
  ['/console/ingestion/', 'is_one'],
  ['/console/imports/files/', 'fi_one'],
  ['/console/bulk-changes/', 'b_one'],
  ['/console/views/', 'v_one'],
  ['/console/queue/', 'p2'],
  ['/console/concepts/', 'planning'],
  ['/console/gaps/', 'g1'],
  ['/console/chapters/', '1'],
  ['/console/briefs/', '2026-w47'],
  ['/console/outbox/', '1'],
  ['/console/candidates/', '1'],
  ['/console/proposals/', '1'],
  ['/console/joins/', '1'],
  ['/console/sources/', '1'],
  ['/console/webhooks/', '1'],
]

/** A path with something that `fillConsole` made in the place of its parameter; a paper where nothing else is known. */
export const samplePath = ({ path }: Pick<Route, 'path'>): string => {
  const [, id] = samples.find(([prefix]) => path.startsWith(prefix)) ?? ['', 'p1']
  return path.replaceAll(/:\w+/gu, id)
}

/** What the tables themselves look at; no handler is called. */
const ports = { trustedProxies: [], dumps: {} } as unknown as SurfacePorts

/** Every route of every surface as the server mounts them, and of the console; only `/mcp` has its own server. */
export const routeTables: readonly Route[] = [
  ...Object.values(describeSurfaces(ports)).flatMap(({ routes }) => routes),
  ...consoleRoutes({ ...ports, opensPage: () => Promise.reject(new Error('no page is asked for')) }),
]

/** The ports of mounting, for tests of single routes: a corpus that never changes, on this machine, with one client. */
export const mountPorts = (maxCacheBytes = 1_000_000): MountPorts => ({
  cache: responseCache({ revision: () => 1, maxBytes: maxCacheBytes }),
  targetKeys: targetKeys(),
  hosts: ownHosts({ bind: '127.0.0.1', publicUrl: null, allowedHosts: [] }),
  takeTurn: (_context, work) => work(),
  metrics: noMetrics,
  build: 'test',
  isHttps: () => false,
  site: house,
  log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
})
