import { setTimeout as pause } from 'node:timers/promises'
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
const readOnly = z.literal(true).optional().meta({
  description:
    'Only while the primary database does not respond and a replica does: public reads are answered, all else is 503.',
})
const healthResponse = z.strictObject({
  success: z.literal(true),
  status: z.literal('ok'),
  version: z.string(),
  revision: z.int(),
  uptime: z.int().meta({ description: 'Whole seconds since the process started serving.' }),
  readOnly,
})
const readinessResponse = z.strictObject({ success: z.literal(true), status: z.literal('ready'), readOnly })

const presentStats = ({ papers, sources, concepts, frameworks }: Stats): z.infer<typeof statsResponse> => ({
  success: true,
  stats: { totalPapers: papers, sources, concepts, frameworks },
})

type Ports = { store: Store; lifecycle: Lifecycle; version: string }

/** To a monitor any error of the store means the same, so none is described. */
const stateOrUnavailable = async ({ store }: Ports): Promise<{ revision: number; limits: { readOnly?: true } }> => {
  try {
    if (store.isReadOnly()) return { revision: store.currentRevision(), limits: { readOnly: true } }
    return { revision: await store.private.revision(), limits: {} }
  } catch (error) {
    throw new Failure('unavailable', 'The store does not answer.', { cause: error })
  }
}

/** Of each moment in which a proxy does not know that a process answers, some requests are lost. */
const READY_WITHIN_MS = 100

/**
 * As `stateOrUnavailable`, but without waiting for a database that is silent: until its own checks give it up, what was last heard
 * of it counts. Otherwise a proxy that asks often would leave all processes at once while a primary fails.
 */
const stateWithoutDelay = async (ports: Ports): Promise<Awaited<ReturnType<typeof stateOrUnavailable>>> => {
  const answered = new AbortController()
  const lastHeard = async () => {
    await pause(READY_WITHIN_MS, undefined, { signal: answered.signal, ref: false })
    const limits = ports.store.isReadOnly() ? { readOnly: true as const } : {}
    return { revision: ports.store.currentRevision(), limits }
  }
  try {
    return await Promise.race([stateOrUnavailable(ports), lastHeard()])
  } finally {
    answered.abort()
  }
}

const health = (ports: Ports) => async (): Promise<Reply> => {
  const { revision, limits } = await stateOrUnavailable(ports)
  const uptime = ports.lifecycle.uptimeSeconds()
  return json(200, { success: true, status: 'ok', version: ports.version, revision, uptime, ...limits })
}

const ready = (ports: Ports) => async (): Promise<Reply> => {
  if (!ports.lifecycle.isReady()) throw new Failure('unavailable', 'The server is shutting down.')
  const { limits } = await stateWithoutDelay(ports)
  return json(200, { success: true, status: 'ready', ...limits })
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
