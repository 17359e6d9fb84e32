import type { RequestListener } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { loadInTurns } from '#load-in-turns.ts'
import { problemPresenter } from './agent-api/errors.ts'
import { MCP_PATHS } from './agent-api/mcp/paths.ts'
import { describeCorpusApi } from './corpus-surface.ts'
import { consoleFailurePresenter } from './console/errors.ts'
import { presentCorpusFailure } from './corpus-api/errors.ts'
import { admitRequests, turnTaker } from './pipeline/admission.ts'
import { cacheHandler } from './pipeline/cache-handler.ts'
import { authorize } from './auth/authorize.ts'
import { CONSOLE_PATHS, isConsolePath } from './console/is-console-path.ts'
import { eachRequest } from './pipeline/each-request.ts'
import { assetVersion } from './pages/asset-url.ts'
import { failurePagePresenter } from './pages/failure-page.ts'
import { failureResponder, mount, type FailurePresenter } from './pipeline/mount.ts'
import { inherit, mountWhenUsed } from './pipeline/mount-when-used.ts'
import { responseCache, RESPONSE_CACHE_BYTES } from './caching/response-cache.ts'
import { targetKeys } from './caching/target-keys.ts'
import type { ServerPorts } from './server-ports.ts'
import { createSurfacePorts } from './surface-ports.ts'
import type { DescribedSurface } from './reference/openapi.ts'
import type { DescribedSurfaces } from './surfaces.ts'

/** The map: every surface, and the way every request takes. */
const assemble = (ports: ServerPorts) => {
  const { store, log, houseName, publicUrl } = ports
  const surfacePorts = createSurfacePorts(ports)
  const { clientOf } = surfacePorts
  const corpusApi = describeCorpusApi(surfacePorts)
  let agents: Promise<DescribedSurface> | undefined
  const describeAgents = async (): Promise<DescribedSurface> => {
    await loadInTurns(new URL('agent-surface.ts', import.meta.url))
    const { describeAgentApi } = await import('./agent-surface.ts')
    return describeAgentApi(surfacePorts)
  }
  const agentSurface = (): Promise<DescribedSurface> => (agents ??= describeAgents())
  let described: Promise<DescribedSurfaces> | undefined
  const describeAll = async (): Promise<DescribedSurfaces> => {
    await loadInTurns(new URL('surfaces.ts', import.meta.url))
    const { describeSurfaces } = await import('./surfaces.ts')
    return describeSurfaces(surfacePorts, { corpusApi, agentApi: await agentSurface() })
  }
  // A fifth of all modules: a server answers sooner when it loads them with the first request for a page or an editor's work.
  const allSurfaces = (): Promise<DescribedSurfaces> => (described ??= describeAll())

  const presentProblem = problemPresenter(publicUrl)
  const presentFailurePage = failurePagePresenter(houseName)
  const presentConsoleFailure = consoleFailurePresenter(ports)
  const presentByPath: FailurePresenter = (failure, context) =>
    context.req.path.startsWith('/api/v1')
      ? presentProblem(failure, context)
      : context.req.path.startsWith('/api')
        ? presentCorpusFailure(failure)
        : isConsolePath(context.req.path)
          ? presentConsoleFailure(failure, context)
          : presentFailurePage(failure)
  const app = new Hono()
  const isHttps = (): boolean => publicUrl().startsWith('https://')
  const cache = responseCache({ revision: () => store.currentRevision(), maxBytes: RESPONSE_CACHE_BYTES })
  const keys = targetKeys()
  const takeTurn = turnTaker({ ...ports, clientOf })
  const mountPorts = {
    log,
    hosts: ports.hosts,
    cache,
    targetKeys: keys,
    isHttps,
    takeTurn,
    build: `${ports.version} ${assetVersion()}`,
  }
  const respond = failureResponder(presentByPath, mountPorts)
  app.use(eachRequest(ports))
  app.use(admitRequests({ ...ports, clientOf }, respond))
  mount(app, corpusApi.routes, presentCorpusFailure, mountPorts)
  const respondNotFound = (context: Context): Response =>
    respond(new Failure('not_found', `There is nothing at ${context.req.path}.`), context)
  mountWhenUsed(app, ['/api/v1/*'], async (surface) => {
    mount(surface, (await agentSurface()).routes, presentProblem, mountPorts)
    surface.notFound(respondNotFound)
  })
  mountWhenUsed(app, CONSOLE_PATHS, async (surface) => {
    await loadInTurns(new URL('console/routes.ts', import.meta.url))
    const { consoleRoutes } = await import('./console/routes.ts')
    const consolePorts = { ...mountPorts, authorize: authorize(ports) }
    mount(surface, consoleRoutes(surfacePorts), presentConsoleFailure, consolePorts)
    surface.notFound(respondNotFound)
  })
  const toolPorts = async () => {
    const { agentApi, editorialApi, pages } = await allSurfaces()
    const asked = new Hono()
    asked.use(inherit)
    mount(asked, [...agentApi.routes, ...editorialApi.routes, ...pages.routes], presentProblem, mountPorts)
    return { ...surfacePorts, asked, editorialRoutes: editorialApi.routes }
  }
  mountWhenUsed(app, MCP_PATHS, async (surface) => {
    const { mcpRoutes } = await import('./agent-api/mcp/routes.ts')
    mount(surface, mcpRoutes(await toolPorts()), presentProblem, mountPorts)
    surface.notFound(respondNotFound)
  })
  mountWhenUsed(app, ['*'], async (surface) => {
    const { editorialApi, pages } = await allSurfaces()
    await nextTurn()
    mount(surface, editorialApi.routes, presentCorpusFailure, mountPorts)
    await nextTurn()
    mount(surface, pages.routes, presentFailurePage, mountPorts)
    surface.notFound(respondNotFound)
  })
  return { toolPorts, listener: cacheHandler({ ...ports, cache, targetKeys: keys }, getRequestListener(app.fetch)) }
}

export const createServer = (ports: ServerPorts): RequestListener => assemble(ports).listener

/** The tools for agents at standard input and output; resolves when the input ends. */
export const serveStandardInput = async (ports: ServerPorts): Promise<void> => {
  const { serveTools } = await import('./agent-api/mcp/serve-tools.ts')
  await serveTools(await assemble(ports).toolPorts())
}
