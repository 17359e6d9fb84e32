import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Log } from '#ports/log.ts'
import type { PassphraseHasher } from '#ports/passphrase-hasher.ts'
import type { WebAuthn } from '#ports/web-authn.ts'
import type { Store } from '#ports/store/store.ts'
import { presentProblem, PROBLEM_TYPE, problem } from './agent-api/errors.ts'
import { editorialRoutes } from './agent-api/editorial/routes.ts'
import { paperRoutes as agentPaperRoutes } from './agent-api/papers/routes.ts'
import { assetRoutes } from './assets/routes.ts'
import { presentConsoleFailure } from './console/errors.ts'
import { consoleRoutes } from './console/routes.ts'
import { correspondenceRoutes } from './corpus-api/correspondence/routes.ts'
import { corpusError, presentCorpusFailure } from './corpus-api/errors.ts'
import { paperRoutes as corpusPaperRoutes } from './corpus-api/papers/routes.ts'
import { statusRoutes } from './corpus-api/status/routes.ts'
import { submissionRoutes } from './corpus-api/submissions/routes.ts'
import { submissionRoutes as editorialSubmissionRoutes } from './editorial-api/submissions/routes.ts'
import { briefRoutes as editedBriefRoutes } from './editorial-api/briefs/routes.ts'
import { chapterRoutes as editedChapterRoutes } from './editorial-api/chapters/routes.ts'
import { conceptRoutes as editedConceptRoutes } from './editorial-api/concepts/routes.ts'
import { gapRoutes as editedGapRoutes } from './editorial-api/gaps/routes.ts'
import { paperRoutes as editedPaperRoutes } from './editorial-api/papers/routes.ts'
import { front } from './pipeline/cache-handler.ts'
import { admission, whoAsks } from './auth/authorize.ts'
import { keyCheck } from './auth/require-key.ts'
import { clientNames, trustedProxies } from './auth/client-address.ts'
import { isConsolePath } from './auth/console-path.ts'
import { signedCursors } from './input/cursor.ts'
import { eachRequest } from './pipeline/each-request.ts'
import { presentFailurePage } from './pages/failure-page.ts'
import { retries } from './input/idempotency-key.ts'
import type { Lifecycle } from './pipeline/lifecycle.ts'
import { mount, unknownPath, type PresentFailure } from './pipeline/mount.ts'
import { pageHeaders } from './input/paging.ts'
import { responseCache } from './pipeline/response-cache.ts'
import { countedTotals } from './pipeline/match-totals.ts'
import { correspondenceRoutes as readerCorrespondenceRoutes } from './reader/correspondence/routes.ts'
import { mapRoutes } from './reader/map/routes.ts'
import { libraryRoutes } from './reader/library/routes.ts'
import { statsRoutes } from './reader/stats/routes.ts'
import { editorialPageRoutes } from './reader/editorial/routes.ts'
import { paperPageRoutes } from './reader/paper/routes.ts'
import type { DescribedSurface } from './reference/openapi.ts'
import { referenceRoutes } from './reference/routes.ts'

/** Ready answers kept at most, in bytes: some hundreds of lists, compressed as browsers and most clients ask for them. */
const CACHE_BYTES = 4 * 1_024 * 1_024

export type ServerPorts = {
  store: Store
  clock: Clock
  ids: Ids
  letters: EmailComposer
  log: Log
  passphrases: PassphraseHasher
  webAuthn: WebAuthn
  lifecycle: Lifecycle
  /** The corpus secret: signs cursors and hides client addresses. */
  secret: Buffer
  version: string
  houseName: string
  publicUrl: () => string
  trustedProxies: readonly string[]
}

/** The map: every surface, and the way every request takes. */
export const createServer = (ports: ServerPorts): RequestListener => {
  const { store, log, houseName, publicUrl, secret } = ports
  const cursors = signedCursors(secret)
  const clientName = clientNames(secret, trustedProxies(ports.trustedProxies))
  const requireKey = keyCheck(ports)
  const totals = countedTotals({ papers: store.read.papers, revisionNow: () => store.currentRevision(), log })
  const inSurface = {
    ...ports,
    totals,
    cursors,
    clientName,
    requireKey,
    retries: retries(),
    pageHeaders: pageHeaders(publicUrl),
    whoAsks: whoAsks(ports),
  }

  const corpusApi: DescribedSurface = {
    routes: [
      ...corpusPaperRoutes(inSurface),
      ...submissionRoutes(inSurface),
      ...correspondenceRoutes(inSurface),
      ...statusRoutes(inSurface),
    ],
    errors: { tag: 'Corpus API', schema: corpusError, type: 'application/json' },
  }
  const agentApi: DescribedSurface = {
    routes: [...agentPaperRoutes(inSurface), ...editorialRoutes(inSurface)],
    errors: { tag: 'Agent API', schema: problem, type: PROBLEM_TYPE },
  }
  const editorialApi: DescribedSurface = {
    routes: [
      ...editorialSubmissionRoutes(inSurface),
      ...editedPaperRoutes(inSurface),
      ...editedConceptRoutes(inSurface),
      ...editedGapRoutes(inSurface),
      ...editedChapterRoutes(inSurface),
      ...editedBriefRoutes(inSurface),
    ],
    errors: { tag: 'Editorial API', schema: corpusError, type: 'application/json' },
  }
  const pages: DescribedSurface = {
    routes: [
      ...libraryRoutes(inSurface),
      ...readerCorrespondenceRoutes(inSurface),
      ...mapRoutes(inSurface),
      ...statsRoutes(inSurface),
      ...paperPageRoutes(inSurface),
      ...editorialPageRoutes(inSurface),
      ...referenceRoutes({ ...ports, surfaces: () => [corpusApi, agentApi, editorialApi, pages] }),
      ...assetRoutes(),
    ],
    errors: { tag: 'Pages', schema: corpusError, type: 'text/html' },
  }

  const asProblem = presentProblem(publicUrl)
  const asPage = presentFailurePage(houseName)
  const asConsole = presentConsoleFailure(ports)
  const app = new Hono()
  const isHttps = (): boolean => publicUrl().startsWith('https://')
  const cache = responseCache({ revision: () => store.currentRevision(), maxBytes: CACHE_BYTES })
  const mountPorts = { log, cache, isHttps, build: ports.version, admit: admission(ports) }
  app.use(eachRequest({ ...ports, isHttps }))
  mount(app, agentApi.routes, asProblem, mountPorts)
  mount(app, corpusApi.routes, presentCorpusFailure, mountPorts)
  mount(app, editorialApi.routes, presentCorpusFailure, mountPorts)
  mount(app, pages.routes, asPage, mountPorts)
  mount(app, consoleRoutes(inSurface), asConsole, mountPorts)

  const failureAt: PresentFailure = (failure, context) =>
    context.req.path.startsWith('/api/v1')
      ? asProblem(failure, context)
      : context.req.path.startsWith('/api')
        ? presentCorpusFailure(failure)
        : isConsolePath(context.req.path)
          ? asConsole(failure, context)
          : asPage(failure)
  app.notFound((context: Context) => unknownPath(failureAt)(context))
  return front({ cache, log, lifecycle: ports.lifecycle }, getRequestListener(app.fetch))
}
