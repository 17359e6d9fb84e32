import type { Context } from 'hono'
import type { FindCurrentSession } from '#http/auth/current-session.ts'
import type { CookiePorts } from '#http/auth/session-cookie.ts'
import { knownEditors } from '#http/auth/known-browser.ts'

const MAX_NAME_LENGTH = 200

export type BrowserPorts = CookiePorts & { currentSession: FindCurrentSession; secret: Buffer }

/** The browser that signs in: its user agent, its previous session, which a new one ends, and who used it before. */
export const clientBrowser = async (ports: BrowserPorts, context: Context) => {
  const before = (await ports.currentSession(context))?.session ?? null
  const client = (context.req.header('user-agent') ?? '').replaceAll(/[^ -~]/gu, '').slice(0, MAX_NAME_LENGTH)
  return { client, before, knownTo: knownEditors(context, ports) }
}
