import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { recordSessionUse } from '#actions/sessions/record-session-use.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { editorActor, includesRole, isRole, type Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { isLiveSession, type Session } from '#core/access/session.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'
import { isConsolePath, transportSecurity } from './console-path.ts'
import { refuseCrossSite } from './origin-check.ts'
import type { Route } from '#http/routing/route.ts'
import { readSessionCookie } from './session-cookie.ts'

const RECORDED_EVERY_MS = 60_000

export type CurrentSession = { editor: Editor; session: Session }

/** Who asks, by the cookie; null for nobody, also when the session has ended. */
export type FindCurrentSession = (context: Context) => Promise<CurrentSession | null>

type Ports = { store: Store; clock: Clock; publicUrl: () => string }

export const findCurrentSession =
  ({ store, clock, publicUrl }: Ports): FindCurrentSession =>
  async (context) => {
    const secret = readSessionCookie(context, publicUrl())
    const found = secret === null ? null : await store.private.sessions.find(hashSecret(secret))
    return found !== null && isLiveSession(found.session, clock.now()) ? found : null
  }

const refuseInsecureTransport = (publicUrl: string): void => {
  if (transportSecurity(publicUrl) !== 'open') return
  throw new Failure(
    'insecure',
    `The console is not served at ${publicUrl}, where anybody on the way could read what you type: set PUBLIC_URL to the https:// address of your proxy, or open it on the machine itself.`,
  )
}

/** Lets a request through to its handler or throws. */
export type Authorize = (route: Pick<Route, 'access'>, context: Context) => Promise<void>

/**
 * The one place that decides who may do what in the console, for every row of every route table: where it comes from,
 * who is signed in, which role the row asks for. Throws `insecure`, `cross_origin`, `not_signed_in` or `role_missing`.
 */
export const authorize = (ports: Ports & { log: Log; run: RunAction }): Authorize => {
  const { run, clock, log, publicUrl } = ports
  const findSession = findCurrentSession(ports)
  const recordUse = ({ session }: CurrentSession): void => {
    const now = clock.now()
    if (now.getTime() - Date.parse(session.seenAt) < RECORDED_EVERY_MS) return
    run(recordSessionUse, session).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of a session could not be recorded'),
    )
  }
  return async ({ access }, context) => {
    if (isConsolePath(context.req.path)) {
      refuseInsecureTransport(publicUrl())
      const { method } = context.req
      refuseCrossSite(
        { method, site: context.req.header('sec-fetch-site'), origin: context.req.header('origin') },
        publicUrl(),
      )
    }
    if (!isRole(access)) return
    const signedIn = await findSession(context)
    if (signedIn === null)
      throw new Failure('not_signed_in', 'You are not signed in, or were away for too long; nothing was done.')
    context.set('signedIn', signedIn)
    if (!includesRole(signedIn.editor.role, access))
      throw new Failure('role_missing', `This is for the role ${access}; yours is ${signedIn.editor.role}.`)
    recordUse(signedIn)
  }
}

/** Who is signed in, as far as the route asked; for pages that anybody may get. */
export const findCurrentEditor = (context: Context): Editor | null =>
  (context.get('signedIn') as CurrentSession | undefined)?.editor ?? null

/** Who is signed in, on a route that asks for a role. */
export const getCurrentSession = (context: Context): CurrentSession => {
  const signedIn = context.get('signedIn') as CurrentSession | undefined
  if (signedIn === undefined) throw new Error('Only a route that asks for a role knows who is signed in.')
  return signedIn
}

export const getCurrentEditor = (context: Context): Editor => getCurrentSession(context).editor

/** Who acts, as histories and the audit log name them. */
export const getCurrentActor = (context: Context): string => editorActor(getCurrentEditor(context))
