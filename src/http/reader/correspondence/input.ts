import type { Context } from 'hono'

/** The token is in the address, also of a POST: mail programs post to the address as it stands (RFC 8058). */
export const tokenOf = (context: Context): string => context.req.query('token') ?? ''
