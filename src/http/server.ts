import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import type { Role } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import type { Mailbox } from '#core/mail/mailbox.ts'
import type { Clock } from '#ports/clock.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Log } from '#ports/log.ts'
import type { CommonPassphrases } from '#ports/common-passphrases.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { PassphraseHasher } from '#ports/passphrase-hasher.ts'
import type { WebAuthn } from '#ports/web-authn.ts'
import type { SecretBox } from '#ports/secret-box.ts'
import type { Store } from '#ports/store/store.ts'
import { conceptTrends } from '#queries/concept-trends.ts'
import { problemPresenter, PROBLEM_TYPE, problemSchema } from './agent-api/errors.ts'
import { changeRoutes } from './agent-api/changes/routes.ts'
import { MCP_PATHS } from './agent-api/mcp/paths.ts'
import { editorialRoutes } from './agent-api/editorial/routes.ts'
import { paperRoutes as agentPaperRoutes } from './agent-api/papers/routes.ts'
import { searchRoutes } from './agent-api/search/routes.ts'
import { referenceCheckRoutes } from './agent-api/references/routes.ts'
import { passageRoutes } from './agent-api/passages/routes.ts'
import { assetRoutes } from './assets/routes.ts'
import { consoleFailurePresenter } from './console/errors.ts'
import { correspondenceRoutes } from './corpus-api/correspondence/routes.ts'
import { corpusErrorSchema, presentCorpusFailure } from './corpus-api/errors.ts'
import { presentPaper } from './corpus-api/papers/present.ts'
import { paperRoutes as corpusPaperRoutes } from './corpus-api/papers/routes.ts'
import { statusRoutes } from './corpus-api/status/routes.ts'
import { submissionRoutes } from './corpus-api/submissions/routes.ts'
import { draftRoutes } from './editorial-api/drafts/routes.ts'
import { submissionRoutes as editorialSubmissionRoutes } from './editorial-api/submissions/routes.ts'
import { briefRoutes as editedBriefRoutes } from './editorial-api/briefs/routes.ts'
import { chapterRoutes as editedChapterRoutes } from './editorial-api/chapters/routes.ts'
import { conceptRoutes as editedConceptRoutes } from './editorial-api/concepts/routes.ts'
import { gapRoutes as editedGapRoutes } from './editorial-api/gaps/routes.ts'
import { paperRoutes as editedPaperRoutes } from './editorial-api/papers/routes.ts'
import { admitRequests, turnTaker } from './pipeline/admission.ts'
import { cacheHandler } from './pipeline/cache-handler.ts'
import { authorize } from './auth/authorize.ts'
import { findCurrentSession } from './auth/current-session.ts'
import { reportFailedSignIn } from './auth/failed-sign-in.ts'
import { requireKey } from './auth/require-key.ts'
import type { OwnHosts } from './auth/own-hosts.ts'
import { clientAddressReader, clientHasher, clientNetwork, proxyMatcher } from './auth/client-address.ts'
import { CONSOLE_PATHS, isConsolePath } from './console/is-console-path.ts'
import { signedCursors } from './paging/signed-cursors.ts'
import { eachRequest } from './pipeline/each-request.ts'
import { assetVersion } from './pages/asset-url.ts'
import { failurePagePresenter } from './pages/failure-page.ts'
import { limitAttempts } from './input/attempt-limit.ts'
import { idempotentRequests } from './input/idempotent-request.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { ConnectionTable } from './limits/connection-table.ts'
import { failureResponder, mount, type FailurePresenter } from './pipeline/mount.ts'
import { inherit, mountWhenUsed } from './pipeline/mount-when-used.ts'
import { paginationHeaders } from './paging/pagination-headers.ts'
import { responseCache, RESPONSE_CACHE_BYTES } from './caching/response-cache.ts'
import { targetKeys } from './caching/target-keys.ts'
import { matchTotals } from './paging/match-totals.ts'
import { correspondenceRoutes as readerCorrespondenceRoutes } from './reader/correspondence/routes.ts'
import { discoveryRoutes } from './reader/discovery/routes.ts'
import { mapRoutes } from './reader/map/routes.ts'
import { chapterPageRoutes } from './reader/chapters/routes.ts'
import { libraryRoutes } from './reader/library/routes.ts'
import { statsRoutes } from './reader/stats/routes.ts'
import { suggestionRoutes } from './reader/suggestions/routes.ts'
import { importRoutes } from './editorial-api/imports/routes.ts'
import { ingestionRoutes } from './editorial-api/ingestion/routes.ts'
import { editorialPageRoutes } from './reader/editorial/routes.ts'
import { resolveRoutes } from './reader/resolve/routes.ts'
import { paperPageRoutes } from './reader/paper/routes.ts'
import type { DescribedSurface } from './reference/openapi.ts'
import { openApiTags } from './reference/openapi-tags.ts'
import { referenceRoutes } from './reference/routes.ts'

export type ServerPorts = {
  store: Store
  clock: Clock
  run: RunAction
  log: Log
  passphrases: PassphraseHasher
  commonPassphrases: CommonPassphrases
  secretBox: SecretBox | null
  /** The least role that must have a second factor; null for none. */
  secondFactorRole: Role | null
  webAuthn: WebAuthn
  markdown: MarkdownRenderer
  lifecycle: Lifecycle
  /** The corpus secret: signs cursors and hides client addresses. */
  secret: Buffer
  version: string
  houseName: string
  /** Whether there is a mail server to send emails by. */
  canMail: boolean
  emails: EmailComposer
  /** Whom harvesters may write to. */
  mailFrom: Mailbox | null
  publicUrl: () => string
  trustedProxies: readonly string[]
  connections: ConnectionTable
  maxConnectionsPerClient: number
  hosts: OwnHosts
}

/** The map: every surface, and the way every request takes. */
const assemble = (ports: ServerPorts) => {
  const { store, log, houseName, publicUrl, secret } = ports
  const cursors = signedCursors(secret)
  const isTrustedProxy = proxyMatcher(ports.trustedProxies)
  const clientNetworks = clientHasher(secret, isTrustedProxy)
  const clientOf = clientNetwork(isTrustedProxy)
  const signIns = {
    ...ports,
    clientNetworks,
    clientAddress: clientAddressReader(isTrustedProxy),
  }
  const totals = matchTotals({ papers: store.public.papers, revisionNow: () => store.currentRevision(), log })
  const surfacePorts = {
    ...ports,
    presentPaper,
    totals,
    conceptTrends: conceptTrends(store),
    cursors,
    clientNetworks,
    reportFailure: reportFailedSignIn(signIns),
    requireKey: requireKey(ports),
    runIdempotent: idempotentRequests(ports.run),
    limitAttempts: limitAttempts({ ...ports, quota: store.private.quota }),
    pageHeaders: paginationHeaders(publicUrl),
    whoAsks: findCurrentSession(ports),
  }

  const corpusApi: DescribedSurface = {
    routes: [
      ...corpusPaperRoutes(surfacePorts),
      ...submissionRoutes(surfacePorts),
      ...correspondenceRoutes(surfacePorts),
      ...statusRoutes(surfacePorts),
    ],
    errors: { tag: openApiTags.corpusApi, schema: corpusErrorSchema, type: 'application/json' },
  }
  const agentApi: DescribedSurface = {
    routes: [
      ...agentPaperRoutes(surfacePorts),
      ...passageRoutes(surfacePorts),
      ...referenceCheckRoutes(surfacePorts),
      ...searchRoutes(surfacePorts),
      ...editorialRoutes(surfacePorts),
      ...changeRoutes(surfacePorts),
    ],
    errors: { tag: openApiTags.agentApi, schema: problemSchema, type: PROBLEM_TYPE },
  }
  const editorialApi: DescribedSurface = {
    routes: [
      ...draftRoutes(surfacePorts),
      ...editorialSubmissionRoutes(surfacePorts),
      ...editedPaperRoutes(surfacePorts),
      ...editedConceptRoutes(surfacePorts),
      ...editedGapRoutes(surfacePorts),
      ...editedChapterRoutes(surfacePorts),
      ...editedBriefRoutes(surfacePorts),
      ...importRoutes(surfacePorts),
      ...ingestionRoutes(surfacePorts),
    ],
    errors: { tag: openApiTags.editorialApi, schema: corpusErrorSchema, type: 'application/json' },
  }
  const pages: DescribedSurface = {
    routes: [
      ...libraryRoutes(surfacePorts),
      ...chapterPageRoutes(surfacePorts),
      ...readerCorrespondenceRoutes(surfacePorts),
      ...mapRoutes(surfacePorts),
      ...statsRoutes(surfacePorts),
      ...suggestionRoutes(surfacePorts),
      ...paperPageRoutes(surfacePorts),
      ...resolveRoutes(surfacePorts),
      ...editorialPageRoutes(surfacePorts),
      ...discoveryRoutes(surfacePorts),
      ...referenceRoutes({ ...ports, surfaces: () => [corpusApi, agentApi, editorialApi, pages] }),
      ...assetRoutes(),
    ],
    errors: { tag: openApiTags.pages, schema: corpusErrorSchema, type: 'text/html' },
  }

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
  mount(app, agentApi.routes, presentProblem, mountPorts)
  mount(app, corpusApi.routes, presentCorpusFailure, mountPorts)
  mount(app, editorialApi.routes, presentCorpusFailure, mountPorts)
  mount(app, pages.routes, presentFailurePage, mountPorts)
  const respondNotFound = (context: Context): Response =>
    respond(new Failure('not_found', `There is nothing at ${context.req.path}.`), context)
  mountWhenUsed(app, CONSOLE_PATHS, async (surface) => {
    const { consoleRoutes } = await import('./console/routes.ts')
    const consolePorts = { ...mountPorts, authorize: authorize(ports) }
    mount(surface, consoleRoutes(surfacePorts), presentConsoleFailure, consolePorts)
    surface.notFound(respondNotFound)
  })
  const toolPorts = () => {
    const asked = new Hono()
    asked.use(inherit)
    mount(asked, [...agentApi.routes, ...editorialApi.routes, ...pages.routes], presentProblem, mountPorts)
    return { ...surfacePorts, asked, editorialRoutes: editorialApi.routes }
  }
  mountWhenUsed(app, MCP_PATHS, async (surface) => {
    const { mcpRoutes } = await import('./agent-api/mcp/routes.ts')
    mount(surface, mcpRoutes(toolPorts()), presentProblem, mountPorts)
    surface.notFound(respondNotFound)
  })
  app.notFound(respondNotFound)
  return { toolPorts, listener: cacheHandler({ ...ports, cache, targetKeys: keys }, getRequestListener(app.fetch)) }
}

export const createServer = (ports: ServerPorts): RequestListener => assemble(ports).listener

/** The tools for agents at standard input and output; resolves when the input ends. */
export const serveStandardInput = async (ports: ServerPorts): Promise<void> => {
  const { serveTools } = await import('./agent-api/mcp/serve-tools.ts')
  await serveTools(assemble(ports).toolPorts())
}
