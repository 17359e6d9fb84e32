import type { Context } from 'hono'
import { proxyMatcher, isThroughProxy } from './client-address.ts'
import { transportSecurity } from './own-hosts.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { isLiveSession, type Session } from '#core/access/session.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'

/** The values of all cookies of one name that a browser sent, in their order. */
const cookieValues = (context: Context, name: string): string[] =>
  (context.req.header('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))

export type SessionCookies = {
  /** The Set-Cookie header with the secret. */
  set(context: Context, secret: string): string
  /** The Set-Cookie header that removes the cookie. */
  expire(context: Context): string
  /** The secret that a browser sent; null for none, and for several, of which at least one was planted. */
  read(context: Context): string | null
}

export type CookiePorts = { publicUrl: () => string; trustedProxies: readonly string[] }

/** Whether a cookie must be Secure: what comes through a proxy has left the machine, even if PUBLIC_URL is a local address. */
const isSecureCookie = ({ publicUrl, trustedProxies }: CookiePorts): ((context: Context) => boolean) => {
  const isTrusted = proxyMatcher(trustedProxies)
  return (context) => transportSecurity(publicUrl()) === 'https' || isThroughProxy(context, isTrusted)
}

/**
 * Over https the name has the prefix __Host-, which browsers accept only with Secure, for one host and path. On the machine
 * itself there is no https, and not every browser accepts a Secure cookie over http, so the prefix and Secure are left out.
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

const NAME = 'longview_browser'
const HALF_A_YEAR_SECONDS = 15_552_000
/** Editors who share a browser; beyond this, the least recent ones are dropped. */
const MAX_EDITORS = 8

type Site = CookiePorts & { secret: Buffer }

const signatureOf = (secret: Buffer, ids: string): Buffer =>
  createHmac('sha256', secret).update(`browser\0${ids}`).digest()

/** The editors who have signed in with this browser before, by its signed cookie. */
export const knownEditors = (context: Context, { secret }: Pick<Site, 'secret'>): string[] => {
  const [value = ''] = cookieValues(context, NAME)
  const [ids = '', signature = ''] = value.split('~')
  const given = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(secret, ids)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? ids.split('.') : []
}

/** The cookie that marks a browser as known once an editor has signed in with it. */
export const knownBrowserCookie = (context: Context, site: Site, editorId: string): string => {
  const others = knownEditors(context, site).filter((id) => id !== editorId)
  const ids = [...others, editorId].slice(-MAX_EDITORS).join('.')
  const secure = isSecureCookie(site)(context) ? '; Secure' : ''
  const signature = signatureOf(site.secret, ids).toString('base64url')
  return `${NAME}=${ids}~${signature}; Path=/console; HttpOnly; SameSite=Strict; Max-Age=${HALF_A_YEAR_SECONDS}${secure}`
}

export type CurrentSession = { editor: Editor; session: Session }

/** The live session of a request's cookie, or null. */
export type FindCurrentSession = (context: Context) => Promise<CurrentSession | null>

type Ports = CookiePorts & { store: Store; clock: Clock }

export const findCurrentSession = (ports: Ports): FindCurrentSession => {
  const { store, clock } = ports
  const cookies = sessionCookies(ports)
  return async (context) => {
    const secret = cookies.read(context)
    const found = secret === null ? null : await store.private.sessions.find(hashSecret(secret))
    return found !== null && isLiveSession(found.session, clock.now()) ? found : null
  }
}

/** `authorize` leaves the session here for the handler. */
export const setCurrentSession = (context: Context, current: CurrentSession): void => {
  context.set('currentSession', current)
}

/** Who is signed in; null on a route that requires no role. */
export const findCurrentEditor = (context: Context): Editor | null =>
  (context.get('currentSession') as CurrentSession | undefined)?.editor ?? null

/** The session of a request to a route that requires a role. */
export const getCurrentSession = (context: Context): CurrentSession => {
  const current = context.get('currentSession') as CurrentSession | undefined
  if (current === undefined) throw new Error('Only a route that requires a role knows who is signed in.')
  return current
}

export const getCurrentEditor = (context: Context): Editor => getCurrentSession(context).editor

/** The signed-in editor, as histories and the audit log name them. */
export const getCurrentActor = (context: Context): string => editorActor(getCurrentEditor(context))
