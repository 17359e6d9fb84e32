import type { Context, Hono } from 'hono'
import { isRole } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import type { Log } from '#ports/log.ts'
import type { Authorize } from '#http/auth/authorize.ts'
import type { Reply } from '#http/routing/reply.ts'
import { conditionalStatus } from '#http/caching/conditional-request.ts'
import { withCorsHeaders, preflightResponse } from './cors.ts'
import { mergedPaperLocation } from './merged-paper-location.ts'
import { cacheableRead, type CacheableReadPorts } from './cacheable-read.ts'
import type { Route } from '#http/routing/route.ts'
import { statusCodes } from '#http/routing/status-codes.ts'

/** What mounting needs from its surroundings. */
export type MountPorts = CacheableReadPorts & {
  log: Log
  /** Runs before every handler of the surface; a surface with routes for editors must have it. */
  authorize?: Authorize
}

/** A surface's own form of a failure. */
export type FailurePresenter = (failure: Failure, context: Context) => Reply

const BODYLESS = new Set([204, 304])

const toResponse = ({ status, body, bytes, type, headers }: Reply): Response =>
  new Response(BODYLESS.has(status) ? null : ((bytes as Buffer<ArrayBuffer> | undefined) ?? body), {
    status,
    headers: BODYLESS.has(status) ? headers : { 'Content-Type': type, ...headers },
  })

/** Unforeseen errors are logged whole and stay vague outside. */
const toFailure = (error: unknown, context: Context, log: Log): Failure => {
  const failure =
    error instanceof Failure ? error : new Failure('internal', 'Something went wrong on our side; it has been noted.')
  if (statusCodes[failure.code] >= 500)
    log.error({ err: error, requestId: context.get('requestId') as string }, 'a request failed')
  return failure
}

const uncachedRead = async (route: Route, context: Context): Promise<Response> => {
  const answer = await route.handle(context)
  const etag = answer.headers.ETag
  const status =
    route.method === 'get' && etag !== undefined
      ? conditionalStatus({ status: answer.status, etag }, context.req.header('if-none-match'))
      : answer.status
  return toResponse(withDefaultHeaders(route, { ...answer, status }))
}

const withDefaultHeaders = (route: Route, answer: Reply): Reply => {
  const headers = { 'Cache-Control': 'no-store', ...answer.headers }
  return { ...answer, headers: route.allowCors ? withCorsHeaders(headers) : headers }
}

/** A route for editors must check who is signed in, and a cached response is sent without any check. */
const refuseOpenEditorRoute = ({ access, caching, path }: Route, ports: MountPorts): void => {
  if (!isRole(access)) return
  if (ports.authorize === undefined) throw new Error(`${path} is for editors and must be authorized.`)
  if (caching !== 'none') throw new Error(`${path} is for editors and must not be cached.`)
}

const handler = (route: Route, ports: MountPorts, present: FailurePresenter) => async (context: Context) => {
  try {
    await ports.authorize?.(route, context)
    return await (route.caching === 'revision' ? cacheableRead(route, context, ports) : uncachedRead(route, context))
  } catch (error) {
    const failure = toFailure(error, context, ports.log)
    const answer = present(failure, context)
    const location = mergedPaperLocation(failure, context)
    const headers = location === null ? answer.headers : { ...answer.headers, Location: location }
    return toResponse(withDefaultHeaders(route, { ...answer, headers }))
  }
}

const allowedMethods = (routes: readonly Route[]): string[] => {
  const methods = routes.map(({ method }) => method.toUpperCase())
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
}

/** Registers a surface's routes; other methods on their paths are answered with 405 or, for OPTIONS, 204. */
export const mount = (app: Hono, routes: readonly Route[], present: FailurePresenter, ports: MountPorts): void => {
  for (const route of routes) refuseOpenEditorRoute(route, ports)
  for (const route of routes) app.on(route.method.toUpperCase(), route.path, handler(route, ports, present))
  for (const [path, siblings] of Map.groupBy(routes, (route) => route.path)) {
    const methods = allowedMethods(siblings)
    app.on('OPTIONS', path, () =>
      preflightResponse(
        methods,
        siblings.filter((route) => route.allowCors).map((route) => route.method),
      ),
    )
    app.all(path, (context) => {
      const failure = new Failure(
        'method_not_allowed',
        `${context.req.method} is not possible here; ${methods.join(', ')} are.`,
      )
      const answer = present(failure, context)
      return toResponse({ ...answer, headers: { ...answer.headers, Allow: methods.join(', ') } })
    })
  }
}

/** The answer to a path that no surface knows. */
export const notFoundHandler = (present: FailurePresenter) => (context: Context) =>
  toResponse(present(new Failure('not_found', `There is nothing at ${context.req.path}.`), context))
