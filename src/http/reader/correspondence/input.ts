import type { Context } from 'hono'

/** 10,000 characters of three bytes, each written as nine, and the other fields. */
export const CONTACT_FORM_BYTES = 131_072
export const SUBSCRIBE_FORM_BYTES = 8_192

/** The token comes in the address, also with a POST: mail programs post to it stands (RFC 8058). */
export const tokenOf = (context: Context): string => context.req.query('token') ?? ''
