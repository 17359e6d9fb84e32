import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'

const isOurs = (context: Context, publicUrl: string): boolean => {
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = context.req.header('origin')
  // Neither: no browser sent this, so no page of somebody else can have made it.
  if (origin === undefined) return true
  return origin === new URL(publicUrl).origin || URL.parse(origin)?.host === context.req.header('host')
}

/**
 * Refuses what the page of another site makes a browser send: by Sec-Fetch-Site, or by Origin in browsers that do not
 * send it. Throws `cross_origin`.
 */
export const refuseOtherOrigins = (context: Context, publicUrl: string): void => {
  if (!isOurs(context, publicUrl))
    throw new Failure('cross_origin', 'This form was sent from another site; open the page here and send it again.')
}
