import type { Context } from 'hono'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { isLiveSession, type Session } from '#core/access/session.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { sessionCookies, type CookiePorts } from './session-cookie.ts'

export type CurrentSession = { editor: Editor; session: Session }

/** The session that the cookie names; null without one and after its end. */
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

/** Who is signed in; null on a route that does not ask for a role. */
export const findCurrentEditor = (context: Context): Editor | null =>
  (context.get('currentSession') as CurrentSession | undefined)?.editor ?? null

/** The session of a request to a route that asks for a role. */
export const getCurrentSession = (context: Context): CurrentSession => {
  const current = context.get('currentSession') as CurrentSession | undefined
  if (current === undefined) throw new Error('Only a route that asks for a role knows who is signed in.')
  return current
}

export const getCurrentEditor = (context: Context): Editor => getCurrentSession(context).editor

/** The signed-in editor as histories and the audit log name them. */
export const getCurrentActor = (context: Context): string => editorActor(getCurrentEditor(context))
