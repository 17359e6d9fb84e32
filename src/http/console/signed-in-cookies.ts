import type { Context } from 'hono'
import type { CreatedSession } from '#actions/sessions/create-session.ts'
import { knownBrowserCookie } from '#http/auth/known-browser.ts'
import { sessionCookies } from '#http/auth/session-cookie.ts'
import type { BrowserPorts } from './client-browser.ts'

/** The cookies of a browser that has signed in: its session, and who used it. */
export const signedInCookies = (
  ports: BrowserPorts,
  context: Context,
  { secret, editor }: CreatedSession,
): readonly string[] => [sessionCookies(ports).set(context, secret), knownBrowserCookie(context, ports, editor.id)]
