import { Failure } from '#core/failure.ts'
import type { Store } from '#ports/store/store.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import type { Route } from '#http/routing/route.ts'
import { healthResponse, presentStats, readinessResponse, statsResponse } from './present.ts'

type Ports = { store: Store; lifecycle: Lifecycle; version: string }

/** Any error of the store means the same to whoever watches: it does not answer. */
const revisionOrUnavailable = async ({ store }: Ports): Promise<number> => {
  try {
    return await store.private.revision()
  } catch (error) {
    throw new Failure('unavailable', 'The store does not answer.', { cause: error })
  }
}

const health = (ports: Ports) => async (): Promise<Reply> => {
  const revision = await revisionOrUnavailable(ports)
  const uptime = ports.lifecycle.uptimeSeconds()
  return json(200, { success: true, status: 'ok', version: ports.version, revision, uptime })
}

const ready = (ports: Ports) => async (): Promise<Reply> => {
  if (!ports.lifecycle.isReady()) throw new Failure('unavailable', 'The server is about to stop.')
  await revisionOrUnavailable(ports)
  return json(200, { success: true, status: 'ready' })
}

export const statusRoutes = (ports: Ports): Route[] => [
  {
    method: 'get',
    path: '/api/stats',
    summary: 'What the corpus holds, in numbers',
    access: 'public',
    caching: 'revision',
    allowCors: true,
    responses: { 200: { description: 'Counts over accepted papers.', schema: statsResponse } },
    handle: async () => json(200, presentStats(await ports.store.public.stats.counts())),
  },
  {
    method: 'get',
    path: '/api/health',
    summary: 'Whether the service works',
    access: 'public',
    caching: 'none',
    allowCors: true,
    responses: {
      200: { description: 'It does.', schema: healthResponse },
      503: { description: 'The store does not answer.' },
    },
    handle: health(ports),
  },
  {
    method: 'get',
    path: '/api/health/ready',
    summary: 'Whether this process should get requests',
    access: 'public',
    caching: 'none',
    allowCors: true,
    responses: {
      200: { description: 'It should.', schema: readinessResponse },
      503: { description: 'It is about to stop, or the store does not answer.' },
    },
    handle: ready(ports),
  },
]
