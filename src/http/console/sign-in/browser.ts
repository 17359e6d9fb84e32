import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { CreatedSession } from '#actions/sessions.ts'
import {
  type CookiePorts,
  type FindCurrentSession,
  knownBrowserCookie,
  knownEditors,
  sessionCookies,
} from '#http/auth/current-session.ts'

/** The page to open after signing in. Only pages of the console are allowed, so that no link can send an editor elsewhere. */
export const safeRedirectPath = (path: string | undefined): string =>
  path !== undefined && path.length <= 500 && !path.includes('..') && /^\/console(?:[/?][\w\-./?=&%~+]*)?$/u.test(path)
    ? path
    : '/console'

/** The host name that passkeys are bound to; null for a bare IP address, to which browsers bind none. */
export const relyingPartyId = (publicUrl: string): string | null => {
  const { hostname } = new URL(publicUrl)
  return hostname.startsWith('[') || isIP(hostname) !== 0 ? null : hostname
}

const MAX_CLIENT_LENGTH = 200

type BrowserPorts = CookiePorts & { currentSession: FindCurrentSession; secret: Buffer }

/** The browser that signs in: its user agent, its previous session (which a new one ends) and the editors who used it before. */
export const clientBrowser = async (ports: BrowserPorts, context: Context) => {
  const before = (await ports.currentSession(context))?.session ?? null
  const client = (context.req.header('user-agent') ?? '').replaceAll(/[^ -~]/gu, '').slice(0, MAX_CLIENT_LENGTH)
  return { client, before, knownTo: knownEditors(context, ports) }
}

/** The cookies of a browser that has just signed in: its session, and the editors who used it. */
export const signedInCookies = (
  ports: BrowserPorts,
  context: Context,
  { secret, editor }: CreatedSession,
): readonly string[] => [sessionCookies(ports).set(context, secret), knownBrowserCookie(context, ports, editor.id)]
