import type { Context } from 'hono'
import { wayTo } from './console-path.ts'

/**
 * Over https the name begins with __Host-, which browsers take only with Secure, for one host and path. On the machine
 * itself there is no https, and not every browser takes a Secure cookie from http: there the name and the mark are left out.
 */
const nameFor = (publicUrl: string): string => (wayTo(publicUrl) === 'https' ? '__Host-sid' : 'sid')

const attributes = (publicUrl: string): string =>
  `Path=/; HttpOnly; SameSite=Lax${wayTo(publicUrl) === 'https' ? '; Secure' : ''}`

export const sessionCookie = (secret: string, publicUrl: string): string =>
  `${nameFor(publicUrl)}=${secret}; ${attributes(publicUrl)}`

export const endedCookie = (publicUrl: string): string => `${nameFor(publicUrl)}=; ${attributes(publicUrl)}; Max-Age=0`

/** The secret that a browser sent; null for none, and for several, of which one would be somebody else's doing. */
export const secretFrom = (context: Context, publicUrl: string): string | null => {
  const name = `${nameFor(publicUrl)}=`
  const pairs = (context.req.header('cookie') ?? '').split(';').map((pair) => pair.trim())
  const given = pairs.filter((pair) => pair.startsWith(name)).map((pair) => pair.slice(name.length))
  const [secret] = given
  return given.length === 1 && secret !== undefined && /^\w{32}$/u.test(secret) ? secret : null
}
