import type { Context, Hono } from 'hono'
import { isRole } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import type { Log } from '#ports/runtime.ts'
import type { Authorize } from '#http/auth/authorize.ts'
import { refuseUndeclaredHost, type OwnHosts } from '#http/auth/own-hosts.ts'
import { type Reply } from '#http/routing/reply.ts'
import { statusCodes } from '#http/routing/failure-status.ts'
import { turnAfter } from '#http/routing/turns.ts'
import {
  completeReply,
  mergedPaperLocation,
  replyToResponse,
  streamToResponse,
  variantToResponse,
  type BodyPiece,
} from './response.ts'
import { preflightReply } from './response-headers.ts'
import { negotiatedRoute } from './negotiated-route.ts'
import { cacheableRead, type CacheableReadPorts } from './cache-handler.ts'
import type { Route } from '#http/routing/route.ts'

export type MountPorts = CacheableReadPorts & {
  log: Log
  hosts: OwnHosts
  /** Runs before every handler of the surface; a surface with routes for editors must have it. */
  authorize?: Authorize
}

/** Makes a surface's own form of a failure. */
export type FailurePresenter = (failure: Failure, context: Context) => Reply

/** Logs an unexpected error in full; the client gets only a vague sentence. */
const toFailure = (error: unknown, context: Context, log: Log): Failure => {
  const failure =
    error instanceof Failure
      ? error
      : new Failure('internal', 'Something went wrong on our side; the error has been logged.')
  if (statusCodes[failure.code] >= 500)
    log.error({ err: error, requestId: context.get('requestId') as string }, 'a request failed')
  return failure
}

/** Throws for a route for editors that is not authorized, or is cached: cached responses are sent without any check. */
const refuseOpenEditorRoute = ({ access, caching, path }: Route, ports: MountPorts): void => {
  if (!isRole(access)) return
  if (ports.authorize === undefined) throw new Error(`${path} is for editors and must be authorized.`)
  if (caching !== 'none') throw new Error(`${path} is for editors and must not be cached.`)
}

type SurfacePorts = Pick<MountPorts, 'isHttps'>

const uncached = (reply: Reply, allowCors: boolean, { isHttps }: SurfacePorts): Reply =>
  completeReply(reply, { cacheControl: 'no-store', allowCors, isHttps: isHttps() })

type RoutedRequest = { route: Route; context: Context }

const ifNoneMatchOf = ({ method }: Route, context: Context): string | undefined =>
  method === 'get' ? context.req.header('if-none-match') : undefined

/** Sends a completed reply, whole or piece by piece. */
const send = (reply: Reply, { route, context }: RoutedRequest, ports: MountPorts): Promise<Response> | Response => {
  const ifNoneMatch = ifNoneMatchOf(route, context)
  return reply.stream === undefined
    ? replyToResponse(reply, ifNoneMatch)
    : streamToResponse(
        reply,
        reply.skipsQueue === true
          ? reply.stream[Symbol.asyncIterator]()
          : queuedPieces(reply.stream, (work) => ports.takeTurn(context, work)),
        ifNoneMatch,
      )
}

const respond = async (route: Route, context: Context, ports: MountPorts): Promise<Response> => {
  const live = await (route.live?.answer(context) ?? null)
  if (live !== null) return send(uncached(live, route.allowCors, ports), { route, context }, ports)
  const negotiated = negotiatedRoute(route, context)
  const { route: chosen } = negotiated
  if (chosen.caching === 'revision')
    return variantToResponse(await cacheableRead(negotiated, context, ports), ifNoneMatchOf(route, context))
  const reply = await chosen.handle(context)
  await turnAfter(reply.body)
  return send(uncached(reply, chosen.allowCors, ports), { route, context }, ports)
}

/** Queues each piece of a stream separately, so that a long stream does not hold up other clients. */
const queuedPieces = (
  stream: AsyncIterable<BodyPiece>,
  takeTurn: <Result>(work: () => Promise<Result>) => Promise<Result>,
): AsyncIterator<BodyPiece> => {
  const pieces = stream[Symbol.asyncIterator]()
  return {
    next: () => takeTurn(() => pieces.next()),
    return: async () => (await pieces.return?.()) ?? { done: true, value: undefined },
  }
}

/** Public reads outside the console. */
const isPublicRead = ({ method, access }: Route, { authorize }: MountPorts): boolean =>
  method === 'get' && access === 'public' && authorize === undefined

const handler = (route: Route, ports: MountPorts, present: FailurePresenter) => async (context: Context) => {
  context.set('route', route.path)
  try {
    if (!isPublicRead(route, ports)) refuseUndeclaredHost(context, ports.hosts)
    await ports.authorize?.(route, context)
    return await respond(route, context, ports)
  } catch (error) {
    const failure = toFailure(error, context, ports.log)
    const reply = present(failure, context)
    const location = mergedPaperLocation(failure, context)
    const headers = location === null ? reply.headers : { ...reply.headers, Location: location }
    return replyToResponse(uncached({ ...reply, headers }, route.allowCors, ports))
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
    const corsMethods = siblings.filter((route) => route.allowCors).map((route) => route.method)
    app.on('OPTIONS', path, (context: Context) => {
      context.set('route', path)
      return replyToResponse(uncached(preflightReply(methods, corsMethods), false, ports))
    })
    app.all(path, (context: Context) => {
      context.set('route', path)
      const failure = new Failure(
        'method_not_allowed',
        `${context.req.method} is not allowed here; the allowed methods are ${methods.join(', ')}.`,
      )
      const reply = present(failure, context)
      return replyToResponse(
        uncached({ ...reply, headers: { ...reply.headers, Allow: methods.join(', ') } }, false, ports),
      )
    })
  }
}

/** Answers a failure that happened before any route was reached, or a path that no route has. */
export const failureResponder =
  (present: FailurePresenter, ports: SurfacePorts) =>
  (failure: Failure, context: Context): Response =>
    replyToResponse(uncached(present(failure, context), false, ports))
