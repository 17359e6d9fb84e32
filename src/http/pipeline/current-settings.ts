import type { MiddlewareHandler } from 'hono'
import type { LiveSite } from '#ports/site.ts'
import type { Log } from '#ports/runtime.ts'

/**
 * Lets every request see the settings of the library as they are when it comes in. When the database does not respond, those last
 * read are shown, and what the request itself reads reports that.
 */
export const withCurrentSettings =
  ({ site, log }: { site: LiveSite; log: Log }): MiddlewareHandler =>
  async (_context, next) => {
    await site.refresh().catch((error: unknown) => log.debug({ err: error }, 'the settings could not be read'))
    await next()
  }
