import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { recordFailedSignIn } from '#actions/sign-in.ts'
import { type SecondFactorRole, type SignInMethod, lacksSecondFactor } from '#core/access/session.ts'
import { Failure } from '#core/failure.ts'
import type { ClientNetworks } from '#core/quota.ts'
import type { Log, Clock } from '#ports/runtime.ts'
import { clientName } from './client-address.ts'
import {
  hasScope,
  isLiveKey,
  type KeyRecord,
  type KeyScope,
  isWellFormedApiKey,
  hashSecret,
} from '#core/access/api-key.ts'
import type { Store } from '#ports/store/store.ts'
import { areCodesActive } from '#core/access/one-time-code.ts'
import { includesRole, isRole } from '#core/access/editor.ts'
import type { Route } from '#http/routing/route.ts'
import { type CurrentSession, findCurrentSession, setCurrentSession } from './current-session.ts'
import { refuseCrossSite } from './origin-check.ts'
import { transportSecurity } from './own-hosts.ts'

/** Runs an attempt to sign in; if it fails, reports that and throws the same failure. */
export type ReportFailedSignIn = <T>(
  context: Context,
  tried: { email: string | null; method: SignInMethod },
  attempt: () => Promise<T>,
) => Promise<T>

type SignInPorts = {
  run: RunAction
  log: Log
  clientAddress: (context: Context) => string
  clientNetworks: (context: Context) => ClientNetworks
}

/**
 * The audit log records a failed sign-in under the keyed hash of the client's address. The program's log has one line with
 * the address itself, for tools that block it, also for an attempt that was refused by its quota.
 */
export const reportFailedSignIn =
  ({ run, log, clientAddress, clientNetworks }: SignInPorts): ReportFailedSignIn =>
  async (context, tried, attempt) => {
    try {
      return await attempt()
    } catch (error) {
      const code = error instanceof Failure ? error.code : null
      if (code !== 'not_signed_in' && code !== 'quota_exceeded') throw error
      log.warn({ client: clientAddress(context) }, 'sign-in failed')
      if (code === 'not_signed_in')
        await run(recordFailedSignIn, { ...tried, client: clientName(clientNetworks(context)) })
      throw error
    }
  }

const RECORDED_EVERY_MS = 60_000

/** Stands for the ingestion session that the given key belongs to. */
export const OWN_SESSION = 'current'

/**
 * Gives the API key of a request if it has the scope. The key of an ingestion session is valid for that `session` only, and
 * no other key is valid for it.
 */
export type RequireKey = (context: Context, scope: KeyScope, session?: string | null) => Promise<KeyRecord>

type KeyPorts = { store: Store; clock: Clock; log: Log; run: RunAction }

const assertSession = ({ ingestSession }: KeyRecord, session: string | null): void => {
  if (session === null && ingestSession !== null)
    throw new Failure('scope_missing', `This API key is valid only for the ingestion session ${ingestSession}.`)
  if (session === null || (session === OWN_SESSION ? ingestSession !== null : ingestSession === session)) return
  throw new Failure('scope_missing', 'This API key does not belong to this ingestion session.')
}

/** Throws `key_missing`, `key_invalid` (also revoked and expired) or `scope_missing`. Keys come in the header only. */
export const requireKey = ({ store, clock, log, run }: KeyPorts): RequireKey => {
  const recordUse = (key: KeyRecord, now: Date): void => {
    if (key.lastUsedAt !== null && now.getTime() - Date.parse(key.lastUsedAt) < RECORDED_EVERY_MS) return
    run((tx) => tx.keys.touch(key.id, tx.now.toISOString()), null).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of a key could not be recorded'),
    )
  }
  return async (context, scope, session = null) => {
    const given = context.req.header('x-api-key')
    if (given === undefined || given === '')
      throw new Failure('key_missing', 'This needs an API key in the X-API-Key header; the operator issues them.')
    const key = isWellFormedApiKey(given) ? await store.private.keys.findByHash(hashSecret(given)) : null
    const now = clock.now()
    if (key === null || !isLiveKey(key, now))
      throw new Failure('key_invalid', 'This API key is not valid: mistyped, expired or revoked.')
    if (!hasScope(key, scope))
      throw new Failure('scope_missing', `This API key lacks the scope "${scope}"; it has ${key.scopes.join(', ')}.`)
    assertSession(key, session)
    recordUse(key, now)
    return key
  }
}

type SecondFactorPorts = { store: Store; secondFactorRole: SecondFactorRole }

/** Whether an editor has any second factor that a sign-in could use. */
export const hasSecondFactor = async ({ private: read }: Store, editorId: string): Promise<boolean> => {
  const codes = await read.secondFactors.find(editorId)
  return areCodesActive(codes) || (await read.passkeys.listByEditor(editorId)).length > 0
}

/** Whether a session has to give a second factor before it may do anything else. */
export const mustGiveSecondFactor = async (
  { store, secondFactorRole: setting }: SecondFactorPorts,
  { session, editor: { role } }: CurrentSession,
): Promise<boolean> => {
  if (session.secondFactor !== null) return false
  const editors = setting === null ? await store.private.editors.list() : []
  return lacksSecondFactor(session, { role, setting, editors })
}

/**
 * Stops editors who must have a second factor and have not given one. Those without any may only set one up; those with one
 * must use it, or a stolen passphrase could add another. Throws `second_factor_missing`.
 */
const requireSecondFactor =
  (ports: SecondFactorPorts) =>
  async ({ beforeSecondFactor }: Pick<Route, 'beforeSecondFactor'>, current: CurrentSession): Promise<void> => {
    const { editor } = current
    if (beforeSecondFactor === 'always' || !(await mustGiveSecondFactor(ports, current))) return
    if (beforeSecondFactor === 'to set one up' && !(await hasSecondFactor(ports.store, editor.id))) return
    throw new Failure(
      'second_factor_missing',
      `The role ${editor.role} needs a passkey or one-time codes here, so nothing was done. See /console/second-factor.`,
    )
  }

const LAST_SEEN_INTERVAL_MS = 60_000

const refuseInsecureTransport = (publicUrl: string): void => {
  if (transportSecurity(publicUrl) !== 'open') return
  throw new Failure(
    'insecure',
    `The console is not served at ${publicUrl}, where anybody on the network could read what you type: set PUBLIC_URL to the https:// address of your proxy, or open it on the machine itself.`,
  )
}

/** Throws unless the request may reach its handler. */
export type Authorize = (route: Pick<Route, 'access' | 'beforeSecondFactor'>, context: Context) => Promise<void>

type AuthorizePorts = {
  store: Store
  clock: Clock
  log: Log
  run: RunAction
  publicUrl: () => string
  trustedProxies: readonly string[]
  secondFactorRole: SecondFactorRole
}

/**
 * The one place that decides who may do what in the console, for every row of its route tables. Checks the origin of the
 * request, the session, the role that the route requires, and whether that role needs a second factor. Throws `insecure`,
 * `cross_origin`, `not_signed_in`, `role_missing` or `second_factor_missing`.
 */
export const authorize = (ports: AuthorizePorts): Authorize => {
  const { run, clock, log, publicUrl } = ports
  const findSession = findCurrentSession(ports)
  const recordUse = ({ session }: CurrentSession): void => {
    const now = clock.now()
    if (now.getTime() - Date.parse(session.seenAt) < LAST_SEEN_INTERVAL_MS) return
    run((tx) => tx.sessions.touch(session.id, tx.now.toISOString()), null).catch((error: unknown) =>
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
      throw new Failure('role_missing', `This needs the role ${access}; yours is ${current.editor.role}.`)
    await checkSecondFactor(route, current)
    recordUse(current)
  }
}
