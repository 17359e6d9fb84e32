import type { Context } from 'hono'
import { hashSecret } from '#core/access/key-format.ts'
import { editorActor, includesRole, isRole, type Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { isLiveSession, type Session } from '#core/access/session.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'
import { isConsolePath, wayTo } from './console-path.ts'
import { refuseForged } from './origin-check.ts'
import type { Route } from '#http/routing/route.ts'
import { secretFrom } from './session-cookie.ts'

const NOTED_EVERY_MS = 60_000

export type SignedIn = { editor: Editor; session: Session }

/** Who asks, by the cookie; null for nobody, also when the session has ended. */
export type WhoAsks = (context: Context) => Promise<SignedIn | null>

type Ports = { store: Store; clock: Clock; publicUrl: () => string }

export const whoAsks =
  ({ store, clock, publicUrl }: Ports): WhoAsks =>
  async (context) => {
    const secret = secretFrom(context, publicUrl())
    const found = secret === null ? null : await store.read.sessions.find(hashSecret(secret))
    return found !== null && isLiveSession(found.session, clock.now()) ? found : null
  }

const refuseOpenNetwork = (publicUrl: string): void => {
  if (wayTo(publicUrl) !== 'open') return
  throw new Failure(
    'insecure',
    `The console is not served at ${publicUrl}, where anybody on the way could read what you type: set PUBLIC_URL to the https:// address of your proxy, or open it on the machine itself.`,
  )
}

/** Lets a request through to its handler or throws. */
export type Admit = (route: Pick<Route, 'access'>, context: Context) => Promise<void>

/**
 * The one place that decides who may do what in the console, for every row of every route table: where it comes from,
 * who is signed in, which role the row asks for. Throws `insecure`, `cross_origin`, `not_signed_in` or `role_missing`.
 */
export const admission = (ports: Ports & { log: Log }): Admit => {
  const { store, clock, log, publicUrl } = ports
  const ask = whoAsks(ports)
  const noteUse = ({ session }: SignedIn): void => {
    const now = clock.now()
    if (now.getTime() - Date.parse(session.seenAt) < NOTED_EVERY_MS) return
    store
      .transact((tx) => tx.sessions.touch(session.id, now.toISOString()))
      .catch((error: unknown) => log.warn({ err: error }, 'the use of a session could not be noted'))
  }
  return async ({ access }, context) => {
    if (isConsolePath(context.req.path)) {
      refuseOpenNetwork(publicUrl())
      const { method } = context.req
      refuseForged(
        { method, site: context.req.header('sec-fetch-site'), origin: context.req.header('origin') },
        publicUrl(),
      )
    }
    if (!isRole(access)) return
    const signedIn = await ask(context)
    if (signedIn === null)
      throw new Failure('not_signed_in', 'You are not signed in, or were away for too long; nothing was done.')
    context.set('signedIn', signedIn)
    if (!includesRole(signedIn.editor.role, access))
      throw new Failure('role_missing', `This is for the role ${access}; yours is ${signedIn.editor.role}.`)
    noteUse(signedIn)
  }
}

/** Who is signed in, as far as the route asked; for pages that anybody may get. */
export const perhapsEditor = (context: Context): Editor | null =>
  (context.get('signedIn') as SignedIn | undefined)?.editor ?? null

/** Who is signed in, on a route that asks for a role. */
export const signedInAs = (context: Context): SignedIn => {
  const signedIn = context.get('signedIn') as SignedIn | undefined
  if (signedIn === undefined) throw new Error('Only a route that asks for a role knows who is signed in.')
  return signedIn
}

export const editorOf = (context: Context): Editor => signedInAs(context).editor

/** Who acts, as histories and the audit log name them. */
export const actorOf = (context: Context): string => editorActor(editorOf(context))
