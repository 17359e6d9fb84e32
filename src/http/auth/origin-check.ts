import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a browser says about the origin of a request. */
export type RequestOrigin = { method: string; site: string | undefined; origin: string | undefined }

/**
 * Whether a request may change something in the console: it came from a page of the console, or directly from the user. The
 * type of its body does not matter. A browser that does not send Sec-Fetch-Site must send our Origin.
 */
export const isSameOrigin = ({ method, site, origin }: RequestOrigin, ownOrigin: string): boolean => {
  if (SAFE_METHODS.has(method)) return true
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === ownOrigin
}

/** Throws `cross_origin` for a request that another site may have made a visitor's browser send. */
export const refuseCrossSite = (from: RequestOrigin, publicUrl: string): void => {
  const { origin } = new URL(publicUrl)
  if (isSameOrigin(from, origin)) return
  throw new Failure(
    'cross_origin',
    `This request came from a site other than ${origin}, so nothing was done: open the console there and try again.`,
  )
}

/**
 * The same for forms that anybody may send. Programs that send no origin may, and so may pages that were opened under
 * another host name of this service. Throws `cross_origin`.
 */
export const refuseCrossOriginForm = ({ req }: Context, publicUrl: string): void => {
  const from = { method: req.method, site: req.header('sec-fetch-site'), origin: req.header('origin') }
  if (from.site === undefined && from.origin === undefined) return
  if (isSameOrigin(from, new URL(publicUrl).origin)) return
  if (from.site === undefined && URL.parse(from.origin ?? '')?.host === req.header('host')) return
  throw new Failure('cross_origin', 'This form was sent from another site; open the page here and send it again.')
}

/**
 * The same for protocols between programs: a page of another site must not use one through a visitor's browser, which may
 * reach a service that the site cannot. Throws `cross_origin`.
 */
export const refuseForeignOrigin = ({ req }: Context, publicUrl: string): void => {
  const origin = req.header('origin')
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  if (URL.parse(origin)?.host === req.header('host')) return
  throw new Failure('cross_origin', 'Requests from pages of other sites are refused; programs send no Origin.')
}
