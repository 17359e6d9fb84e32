import type { Context } from 'hono'
import { transportSecurity } from './transport-security.ts'

/**
 * Over https the name begins with __Host-, which browsers take only with Secure, for one host and path. On the machine
 * itself there is no https, and not every browser takes a Secure cookie from http: there the name and the mark are left out.
 */
const cookieName = (publicUrl: string): string => (transportSecurity(publicUrl) === 'https' ? '__Host-sid' : 'sid')

const cookieAttributes = (publicUrl: string): string =>
  `Path=/; HttpOnly; SameSite=Strict${transportSecurity(publicUrl) === 'https' ? '; Secure' : ''}`

export const sessionCookie = (secret: string, publicUrl: string): string =>
  `${cookieName(publicUrl)}=${secret}; ${cookieAttributes(publicUrl)}`

export const expiredCookie = (publicUrl: string): string =>
  `${cookieName(publicUrl)}=; ${cookieAttributes(publicUrl)}; Max-Age=0`

/** The secret that a browser sent; null for none, and for several, of which one would be somebody else's doing. */
export const readSessionCookie = (context: Context, publicUrl: string): string | null => {
  const name = `${cookieName(publicUrl)}=`
  const pairs = (context.req.header('cookie') ?? '').split(';').map((pair) => pair.trim())
  const given = pairs.filter((pair) => pair.startsWith(name)).map((pair) => pair.slice(name.length))
  const [secret] = given
  return given.length === 1 && secret !== undefined && /^\w{32}$/u.test(secret) ? secret : null
}
