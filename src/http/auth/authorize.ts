import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { recordSessionUse } from '#actions/sessions/record-session-use.ts'
import { includesRole, isRole, type Role } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'
import type { Route } from '#http/routing/route.ts'
import { findCurrentSession, setCurrentSession, type CurrentSession } from './current-session.ts'
import { refuseCrossSite } from './origin-check.ts'
import { requireSecondFactor } from './require-second-factor.ts'
import { transportSecurity } from './transport-security.ts'

const LAST_SEEN_INTERVAL_MS = 60_000

const refuseInsecureTransport = (publicUrl: string): void => {
  if (transportSecurity(publicUrl) !== 'open') return
  throw new Failure(
    'insecure',
    `The console is not served at ${publicUrl}, where anybody on the way could read what you type: set PUBLIC_URL to the https:// address of your proxy, or open it on the machine itself.`,
  )
}

/** Lets a request through to its handler or throws. */
export type Authorize = (route: Pick<Route, 'access' | 'beforeSecondFactor'>, context: Context) => Promise<void>

type Ports = {
  store: Store
  clock: Clock
  log: Log
  publicUrl: () => string
  trustedProxies: readonly string[]
}

type AuthorizePorts = Ports & { run: RunAction; secondFactorRole: Role | null }

/**
 * The one place that decides who may do what in the console, for every row of its route tables: where the request comes
 * from, who is signed in, which role the row asks for, and whether that role needs a second factor. Throws `insecure`,
 * `cross_origin`, `not_signed_in`, `role_missing` or `second_factor_missing`.
 */
export const authorize = (ports: AuthorizePorts): Authorize => {
  const { run, clock, log, publicUrl } = ports
  const findSession = findCurrentSession(ports)
  const recordUse = ({ session }: CurrentSession): void => {
    const now = clock.now()
    if (now.getTime() - Date.parse(session.seenAt) < LAST_SEEN_INTERVAL_MS) return
    run(recordSessionUse, session).catch((error: unknown) =>
      log.warn({ err: error }, 'the last use of a session could not be recorded'),
    )
  }
  const checkSecondFactor = requireSecondFactor(ports)
  return async (route, context) => {
    const { access } = route
    refuseInsecureTransport(publicUrl())
    refuseCrossSite(
      {
        method: context.req.method,
        site: context.req.header('sec-fetch-site'),
        origin: context.req.header('origin'),
      },
      publicUrl(),
    )
    if (!isRole(access)) return
    const current = await findSession(context)
    if (current === null)
      throw new Failure('not_signed_in', 'You are not signed in, or your session has expired; nothing was changed.')
    setCurrentSession(context, current)
    if (!includesRole(current.editor.role, access))
      throw new Failure('role_missing', `This is for the role ${access}; yours is ${current.editor.role}.`)
    await checkSecondFactor(route, current)
    recordUse(current)
  }
}
