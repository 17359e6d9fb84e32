import type { Context } from 'hono'
import { proxyMatcher } from './client-address.ts'
import { cookieValues } from './cookie-values.ts'
import { isThroughProxy } from './through-proxy.ts'
import { transportSecurity } from './transport-security.ts'

export type SessionCookies = {
  /** The header that gives a browser the cookie. */
  set(context: Context, secret: string): string
  /** The header that takes it away. */
  expire(context: Context): string
  /** The secret that a browser sent; null for none, and for several, of which one would be somebody else's doing. */
  read(context: Context): string | null
}

/** Where the service is reached. */
export type CookiePorts = { publicUrl: () => string; trustedProxies: readonly string[] }

/** Whether a browser must keep a cookie to https: what comes through a proxy has left the machine, whatever PUBLIC_URL says. */
export const isSecureCookie = ({ publicUrl, trustedProxies }: CookiePorts): ((context: Context) => boolean) => {
  const isTrusted = proxyMatcher(trustedProxies)
  return (context) => transportSecurity(publicUrl()) === 'https' || isThroughProxy(context, isTrusted)
}

/**
 * Over https the name begins with __Host-, which browsers take only with Secure, for one host and path. On the machine
 * itself there is no https, and not every browser takes a Secure cookie from http: there the name and the mark are left
 * out.
 */
export const sessionCookies = (ports: CookiePorts): SessionCookies => {
  const isSecure = isSecureCookie(ports)
  const nameFor = (context: Context): string => (isSecure(context) ? '__Host-sid' : 'sid')
  const set = (context: Context, secret: string): string =>
    `${nameFor(context)}=${secret}; Path=/; HttpOnly; SameSite=Strict${isSecure(context) ? '; Secure' : ''}`
  return {
    set,
    expire: (context) => `${set(context, '')}; Max-Age=0`,
    read: (context) => {
      const given = cookieValues(context, nameFor(context))
      const [secret] = given
      return given.length === 1 && secret !== undefined && /^\w{32}$/u.test(secret) ? secret : null
    },
  }
}
