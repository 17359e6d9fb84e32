import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import type { Stats } from '#core/papers/paper.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'

const statsResponse = z.strictObject({
  success: z.literal(true),
  stats: z.strictObject({ totalPapers: z.int(), sources: z.int(), concepts: z.int(), frameworks: z.int() }),
})
const healthResponse = z.strictObject({
  success: z.literal(true),
  status: z.literal('ok'),
  version: z.string(),
  revision: z.int(),
  uptime: z.int().meta({ description: 'Whole seconds since the process started serving.' }),
})
const readinessResponse = z.strictObject({ success: z.literal(true), status: z.literal('ready') })

const presentStats = ({ papers, sources, concepts, frameworks }: Stats): z.infer<typeof statsResponse> => ({
  success: true,
  stats: { totalPapers: papers, sources, concepts, frameworks },
})

type Ports = { store: Store; lifecycle: Lifecycle; version: string }

/** To a monitor any error of the store means the same, so none is described. */
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
  if (!ports.lifecycle.isReady()) throw new Failure('unavailable', 'The server is shutting down.')
  await revisionOrUnavailable(ports)
  return json(200, { success: true, status: 'ready' })
}

export const statusRoutes = (ports: Ports): Route[] => [
  {
    method: 'get',
    path: '/api/stats',
    summary: 'Statistics of the corpus',
    access: 'public',
    caching: 'revision',
    allowCors: true,
    responses: { 200: { description: 'Counts over accepted papers.', schema: statsResponse } },
    handle: async () => json(200, presentStats(await ports.store.public.stats.counts())),
  },
  {
    method: 'get',
    path: '/api/health',
    summary: 'Whether the service is working',
    access: 'public',
    caching: 'none',
    allowCors: true,
    responses: {
      200: { description: 'It is.', schema: healthResponse },
      503: { description: 'The store does not answer.' },
    },
    handle: health(ports),
  },
  {
    method: 'get',
    path: '/api/health/ready',
    summary: 'Whether this process is ready for requests',
    access: 'public',
    caching: 'none',
    allowCors: true,
    responses: {
      200: { description: 'It is.', schema: readinessResponse },
      503: { description: 'It is shutting down, or the store does not answer.' },
    },
    handle: ready(ports),
  },
]
