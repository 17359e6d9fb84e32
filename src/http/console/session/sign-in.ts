import { safeRedirectPath } from '#http/console/safe-redirect-path.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { relyingPartyId } from '#http/console/relying-party-id.ts'
import { getCurrentSession, getCurrentEditor, type FindCurrentSession } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import type { ClientNetworks } from '#core/quota.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { BegunSession } from '#actions/sessions/begin-session.ts'
import { countSignInAttempt } from '#actions/sessions/count-sign-in-attempt.ts'
import { endSession } from '#actions/sessions/end-session.ts'
import { signIn } from '#actions/sessions/sign-in.ts'
import type { Failure } from '#core/failure.ts'
import type { Clock } from '#ports/clock.ts'
import type { CommonPassphrases } from '#ports/common-passphrases.ts'
import type { PassphraseHasher } from '#ports/passphrase-hasher.ts'
import type { SecretBox } from '#ports/secret-box.ts'
import type { Store } from '#ports/store/store.ts'
import { verifyPassphrase } from '#queries/verify-passphrase.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { clientBrowser } from '#http/console/client-browser.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import { readQuery } from '#http/input/query.ts'
import type { ReportFailedSignIn } from '#http/auth/failed-sign-in.ts'
import { sessionCookies, type CookiePorts } from '#http/auth/session-cookie.ts'
import { signedInCookies } from '#http/console/signed-in-cookies.ts'
import { signInFormSchema, signInQuery } from './input.ts'
import { codePage } from './pages/code.ts'
import { signInPage } from './pages/sign-in.ts'

export type SessionPorts = CookiePorts & {
  store: Store
  clock: Clock
  run: RunAction
  passphrases: PassphraseHasher
  commonPassphrases: CommonPassphrases
  houseName: string
  clientNetworks: (context: Context) => ClientNetworks
  reportFailure: ReportFailedSignIn
  currentSession: FindCurrentSession
  secret: Buffer
  secretBox: SecretBox | null
}

const hasPasskeys = ({ publicUrl }: SessionPorts): boolean => relyingPartyId(publicUrl()) !== null

/** Where a sign-in leads: to the page that was wanted, or to the form for a code. */
export const sessionStarted = (
  ports: SessionPorts,
  context: Context,
  { session, next }: { session: BegunSession; next: string | undefined },
): Reply => {
  const path = safeRedirectPath(next)
  return 'pending' in session
    ? page(200, codePage(ports, { token: session.pending, next: path }))
    : { ...seeOther(path), cookies: signedInCookies(ports, context, session) }
}

export const showSignIn =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    const next = safeRedirectPath(readQuery(context, signInQuery).next)
    return (await ports.currentSession(context)) === null
      ? page(200, signInPage(ports, { next, hasPasskeys: hasPasskeys(ports) }))
      : seeOther(next)
  }

export const submitSignIn =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { store, run, passphrases } = ports
    const { fields } = await readFormBody(context)
    const again = (failure: Failure) =>
      signInPage(ports, {
        email: fields.email,
        next: safeRedirectPath(fields.next),
        hasPasskeys: hasPasskeys(ports),
        error: failure.message,
      })
    return redisplayForm(async () => {
      const { email, passphrase, next } = parseInput(signInFormSchema, fields)
      const session = await ports.reportFailure(context, { email, method: 'passphrase' }, async () => {
        const [client, browser] = [ports.clientNetworks(context), await clientBrowser(ports, context)]
        const { isKnown } = await run(countSignInAttempt, { email, client, knownTo: browser.knownTo })
        const lane = { network: client.at(-1) ?? '', isKnown }
        const verify = { editors: store.private.editors, passphrases }
        const passphraseHash = await verifyPassphrase(verify, { email, passphrase, lane })
        return run(signIn, { email, passphraseHash, browser })
      })
      return sessionStarted(ports, context, { session, next })
    }, again)
  }

export const signOut =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    await ports.run(endSession, { id: getCurrentSession(context).session.id, editor: getCurrentEditor(context) })
    const headers = { 'Set-Cookie': sessionCookies(ports).expire(context), 'Clear-Site-Data': '"cache"' }
    return seeOther('/console/sign-in', headers)
  }
