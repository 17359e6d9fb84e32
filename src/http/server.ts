import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Failure } from '#core/failure.ts'
import { problemPresenter } from './agent-api/errors.ts'
import { mcpRoutes } from '#http/agent-api/mcp/routes.ts'
import { authorize } from '#http/auth/authorize.ts'
import { responseCache, RESPONSE_CACHE_BYTES, targetKeys } from '#http/caching/response-cache.ts'
import { consoleFailurePresenter } from './console/errors.ts'
import { isConsolePath } from '#http/console/errors.ts'
import { consoleRoutes } from './console/routes.ts'
import { presentCorpusFailure } from './corpus-api/errors.ts'
import { assetVersion } from '#http/pages/layout.ts'
import { failurePagePresenter } from './pages/failure-page.ts'
import { admitRequests } from './pipeline/admission.ts'
import { metricsRoutes } from './metrics.ts'
import { cacheHandler } from '#http/pipeline/cache-handler.ts'
import { requestLog, inheritRequest } from '#http/pipeline/request-log.ts'
import { withCurrentSettings } from './pipeline/current-settings.ts'
import type { Route } from '#http/routing/route.ts'
import { tagLanguage } from './pipeline/content-language.ts'
import { showMathematics } from './pipeline/formulas.ts'
import { failureResponder, mount, type FailurePresenter } from './pipeline/mount.ts'
import { withWaysBack } from './pipeline/ways-back.ts'
import { createSurfacePorts, type ServerPorts } from './ports.ts'
import { describeSurfaces } from './surfaces.ts'

/** Mounts every surface with its own form of failures, behind the middleware that every request passes. */
const assemble = (ports: ServerPorts) => {
  const { store, log, publicUrl, site } = ports
  const surfacePorts = createSurfacePorts(ports)
  const { clientOf, takeTurn } = surfacePorts
  const { corpusApi, agentApi, editorialApi, pages } = describeSurfaces(surfacePorts)

  const presentProblem = problemPresenter(publicUrl)
  const presentFailurePage = failurePagePresenter(site)
  const presentConsoleFailure = consoleFailurePresenter(ports)
  const presentByPath: FailurePresenter = (failure, context) =>
    context.req.path.startsWith('/api/v1')
      ? presentProblem(failure, context)
      : context.req.path.startsWith('/api')
        ? presentCorpusFailure(failure)
        : isConsolePath(context.req.path)
          ? presentConsoleFailure(failure, context)
          : presentFailurePage(failure)

  const isHttps = (): boolean => publicUrl().startsWith('https://')
  const cache = responseCache({ revision: () => store.currentRevision(), maxBytes: RESPONSE_CACHE_BYTES })
  const { metrics } = ports
  metrics.watchCache(() => cache.byteLength())
  const keys = targetKeys()
  const mountPorts = {
    log,
    metrics,
    hosts: ports.hosts,
    cache,
    targetKeys: keys,
    isHttps,
    takeTurn,
    site,
    // Setting or unsetting an embeddings endpoint changes answers without a new revision.
    build: `${ports.version} ${assetVersion()}${ports.meaning === null ? '' : ' by meaning'}`,
  }
  const consolePorts = { ...mountPorts, authorize: authorize(ports) }

  // Tools for agents call routes of this server, whose failures are then problem documents.
  const asked = new Hono()
  asked.use(inheritRequest)
  asked.use(withCurrentSettings(ports))
  mount(asked, [...agentApi.routes, ...editorialApi.routes, ...pages.routes], presentProblem, mountPorts)
  const toolPorts = { ...surfacePorts, asked, editorialRoutes: editorialApi.routes }

  /** Whether a reader who follows a link to this path gets a page. */
  const opensPage = async (path: string): Promise<boolean> => {
    const response = await asked.fetch(new Request(new URL(path, publicUrl())), { requestId: 'link', isInternal: true })
    await response.body?.cancel()
    return response.status < 400
  }

  const asPages = (routes: readonly Route[]): Route[] => tagLanguage(showMathematics(routes, ports), ports)

  const app = new Hono()
  const respond = failureResponder(presentByPath, mountPorts)
  app.use(requestLog(ports))
  app.use(admitRequests({ ...ports, clientOf }, respond))
  app.use(withCurrentSettings(ports))
  mount(app, corpusApi.routes, presentCorpusFailure, mountPorts)
  mount(app, agentApi.routes, presentProblem, mountPorts)
  mount(app, mcpRoutes(toolPorts), presentProblem, mountPorts)
  mount(app, editorialApi.routes, presentCorpusFailure, mountPorts)
  const consolePages = asPages(withWaysBack(consoleRoutes({ ...surfacePorts, store, opensPage })))
  mount(app, consolePages, presentConsoleFailure, consolePorts)
  mount(app, asPages(pages.routes), presentFailurePage, mountPorts)
  mount(app, metricsRoutes(ports.publicMetrics), presentFailurePage, mountPorts)
  app.notFound((context) => respond(new Failure('not_found', `There is nothing at ${context.req.path}.`), context))
  return { toolPorts, listener: cacheHandler({ ...ports, cache, targetKeys: keys }, getRequestListener(app.fetch)) }
}

export const createServer = (ports: ServerPorts): RequestListener => assemble(ports).listener

/** The tools for agents at standard input and output; resolves when the input ends. */
export const serveStandardInput = async (ports: ServerPorts): Promise<void> => {
  // Loaded only here: the package of the protocol is large.
  const { serveTools } = await import('./agent-api/mcp/serve-tools.ts')
  await serveTools(assemble(ports).toolPorts)
}
