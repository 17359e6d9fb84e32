import type { Context } from 'hono'

/** The token is in the address, also of a POST: mail programs post to the address as it stands (RFC 8058). */
export const tokenOf = (context: Context): string => context.req.query('token') ?? ''

/** The address of a form whose token is that of this page. */
export const actionWithToken = (path: string, context: Context): string =>
  `${path}?token=${encodeURIComponent(tokenOf(context))}`
