import type { Context, Hono } from 'hono'
import { isRole } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import type { Log } from '#ports/log.ts'
import type { Admit } from '#http/auth/authorize.ts'
import type { Answer } from '#http/routing/reply.ts'
import { statusFor } from './conditional-request.ts'
import { allowAnyOrigin, preflight } from './cors.ts'
import { movedTo } from '#http/routing/public-paper.ts'
import { publicRead, type PublicReadPorts } from './cacheable-read.ts'
import type { Route } from '#http/routing/route.ts'
import { statusOf } from '#http/routing/status-codes.ts'

/** What mounting needs from its surroundings. */
export type MountPorts = PublicReadPorts & { log: Log; admit: Admit }

/** A surface's own form of a failure. */
export type PresentFailure = (failure: Failure, context: Context) => Answer

const BODYLESS = new Set([204, 304])

const toResponse = ({ status, body, bytes, type, headers }: Answer): Response =>
  new Response(BODYLESS.has(status) ? null : ((bytes as Buffer<ArrayBuffer> | undefined) ?? body), {
    status,
    headers: BODYLESS.has(status) ? headers : { 'Content-Type': type, ...headers },
  })

/** Unforeseen errors are logged whole and stay vague outside. */
const toFailure = (error: unknown, context: Context, log: Log): Failure => {
  const failure =
    error instanceof Failure ? error : new Failure('internal', 'Something went wrong on our side; it has been noted.')
  if (statusOf[failure.code] >= 500)
    log.error({ err: error, requestId: context.get('requestId') as string }, 'a request failed')
  return failure
}

const anyRead = async (route: Route, context: Context): Promise<Response> => {
  const answer = await route.handle(context)
  const tag = answer.headers.ETag
  const status =
    route.method === 'get' && tag !== undefined
      ? statusFor({ status: answer.status, tag }, context.req.header('if-none-match'))
      : answer.status
  return toResponse(withOrigin(route, { ...answer, status }))
}

const withOrigin = (route: Route, answer: Answer): Answer => {
  const headers = { 'Cache-Control': 'no-store', ...answer.headers }
  return { ...answer, headers: route.anyOrigin ? allowAnyOrigin(headers) : headers }
}

/** A ready answer is given again without asking who wants it. */
const refuseKeptSecret = ({ access, caching, path }: Route): void => {
  if (isRole(access) && caching !== 'none') throw new Error(`${path} is for editors and must not be cached.`)
}

const handler = (route: Route, ports: MountPorts, present: PresentFailure) => async (context: Context) => {
  try {
    await ports.admit(route, context)
    return await (route.caching === 'revision' ? publicRead(route, context, ports) : anyRead(route, context))
  } catch (error) {
    const failure = toFailure(error, context, ports.log)
    const answer = present(failure, context)
    const location = movedTo(failure, context)
    const headers = location === null ? answer.headers : { ...answer.headers, Location: location }
    return toResponse(withOrigin(route, { ...answer, headers }))
  }
}

const allowed = (routes: readonly Route[]): string[] => {
  const methods = routes.map(({ method }) => method.toUpperCase())
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
}

/** Registers a surface's routes; other methods on their paths are answered with 405 or, for OPTIONS, 204. */
export const mount = (app: Hono, routes: readonly Route[], present: PresentFailure, ports: MountPorts): void => {
  for (const route of routes) refuseKeptSecret(route)
  for (const route of routes) app.on(route.method.toUpperCase(), route.path, handler(route, ports, present))
  for (const [path, siblings] of Map.groupBy(routes, (route) => route.path)) {
    const methods = allowed(siblings)
    app.on('OPTIONS', path, () =>
      preflight(
        methods,
        siblings.filter((route) => route.anyOrigin).map((route) => route.method),
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
export const unknownPath = (present: PresentFailure) => (context: Context) =>
  toResponse(present(new Failure('not_found', `There is nothing at ${context.req.path}.`), context))
