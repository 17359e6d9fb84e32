import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono, type Context, type MiddlewareHandler } from 'hono'

/** What a surface that is mounted later knows of the request from the one around it. */
type Inherited = { requestId: unknown }

/** Of a router that another router calls. */
export const inherit: MiddlewareHandler = async (context, next) => {
  context.set('requestId', (context.env as Inherited).requestId)
  await next()
}

/**
 * Mounts a surface with the first request for one of its paths. Until then nothing of it is loaded: a server starts sooner,
 * and a process that is only read from never holds it.
 *
 * @param paths as the router matches them
 * @param load registers the routes of the surface, and its answer to a path that no route knows
 */
export const mountWhenUsed = (app: Hono, paths: readonly string[], load: (surface: Hono) => Promise<void>): void => {
  let loading: Promise<Hono> | null = null
  const open = async (): Promise<Hono> => {
    const surface = new Hono()
    surface.use(inherit)
    await load(surface)
    await nextTurn()
    // The router is built when it is asked first: hundreds of routes take some milliseconds, which this request has by themselves.
    surface.router.match('GET', '/')
    await nextTurn()
    return surface
  }
  const handle = async (context: Context): Promise<Response> => {
    loading ??= open().catch((error: unknown) => {
      loading = null
      throw error
    })
    const surface = await loading
    return surface.fetch(context.req.raw, { ...context.env, requestId: context.get('requestId') } satisfies Inherited)
  }
  for (const path of paths) app.all(path, handle)
}
