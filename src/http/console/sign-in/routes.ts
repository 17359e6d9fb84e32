import type { Context } from 'hono'
import { z } from 'zod'
import { acceptInvitation } from '#actions/passphrases.ts'
import type { RunAction } from '#actions/run-action.ts'
import { type BegunSession, endSession } from '#actions/sessions.ts'
import { countCredentialAttempt, countSignInAttempt, finishSignIn, signIn } from '#actions/sign-in.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { invitationEnded } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import type { ClientNetworks } from '#core/quota.ts'
import { clientName } from '#http/auth/client-address.ts'
import type { ReportFailedSignIn } from '#http/auth/authorize.ts'
import {
  type CookiePorts,
  type FindCurrentSession,
  getCurrentEditor,
  getCurrentSession,
  sessionCookies,
} from '#http/auth/current-session.ts'
import {
  consoleRoute,
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
} from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { CommonPassphrases, PassphraseHasher, SecretBox } from '#ports/credentials.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { checkNewPassphrase, verifyCode, verifyPassphrase } from '#queries/credentials.ts'
import { emailAddress, line } from '#schemas/fields.ts'
import { parseInput } from '#schemas/validate.ts'
import { clientBrowser, relyingPartyId, safeRedirectPath, signedInCookies } from './browser.ts'
import { codePage, invitationPage, signInPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const MAX_INPUT_LENGTH = 1_000

/** The format of neither is checked: an error would reveal which accounts may exist. */
const signInFormSchema = z.object({
  email: z.string().max(MAX_INPUT_LENGTH),
  passphrase: z.string().max(MAX_INPUT_LENGTH),
  next: z.string().optional(),
})

const codeFormSchema = z.object({
  token: z.string().max(MAX_INPUT_LENGTH),
  code: z.string().max(MAX_INPUT_LENGTH),
})

const signInQuery = z.object({ next: z.string().optional() })

const invitationQuery = z.object({ token: z.string().max(MAX_INPUT_LENGTH).default('') })

const invitationFormSchema = z.object({
  token: z.string().max(MAX_INPUT_LENGTH),
  passphrase: z.string().max(MAX_INPUT_LENGTH),
})

/** The first admin also enters these. */
const firstAdminFormSchema = z.object({ name: line(200), email: emailAddress() })

export type SignInPorts = CookiePorts & {
  store: Store
  clock: Clock
  run: RunAction
  passphrases: PassphraseHasher
  commonPassphrases: CommonPassphrases
  site: LiveSite
  clientNetworks: (context: Context) => ClientNetworks
  reportFailure: ReportFailedSignIn
  currentSession: FindCurrentSession
  secret: Buffer
  secretBox: SecretBox | null
}

const hasPasskeys = ({ publicUrl }: SignInPorts): boolean => relyingPartyId(publicUrl()) !== null

/** The page that was requested, or the form for a code. */
const finishedReply = (
  ports: SignInPorts,
  context: Context,
  { session, next }: { session: BegunSession; next: string | undefined },
): Reply => {
  const path = safeRedirectPath(next)
  return 'pending' in session
    ? page(200, codePage(ports, { token: session.pending, next: path }))
    : { ...seeOther(path), cookies: signedInCookies(ports, context, session) }
}

const showSignIn =
  (ports: SignInPorts) =>
  async (context: Context): Promise<Reply> => {
    const next = safeRedirectPath(readQuery(context, signInQuery).next)
    return (await ports.currentSession(context)) === null
      ? page(200, signInPage(ports, { next, hasPasskeys: hasPasskeys(ports) }))
      : seeOther(next)
  }

const submitSignIn =
  (ports: SignInPorts) =>
  async (context: Context): Promise<Reply> => {
    const { store, run, passphrases } = ports
    const { fields } = await readFormBody(context)
    const redisplay = (failure: Failure) =>
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
      return finishedReply(ports, context, { session, next })
    }, redisplay)
  }

const signOut =
  (ports: SignInPorts) =>
  async (context: Context): Promise<Reply> => {
    await ports.run(endSession, { id: getCurrentSession(context).session.id, editor: getCurrentEditor(context) })
    const headers = { 'Set-Cookie': sessionCookies(ports).expire(context), 'Clear-Site-Data': '"cache"' }
    return seeOther('/console/sign-in', headers)
  }

/** The code that was typed, if it is correct for the editor whose passphrase the token proves; null otherwise. */
const verifySubmittedCode = async (
  { store, clock, secretBox, run }: SignInPorts,
  given: { token: string; typed: string },
) => {
  const now = clock.now()
  const { secondFactors } = store.private
  const pending = await secondFactors.findPending(hashSecret(given.token), now.toISOString())
  if (pending === null) return null
  const { editorId } = pending
  await run(countCredentialAttempt, { credential: 'code', editorId })
  return verifyCode({ secondFactors, secretBox }, { editorId, typed: given.typed, now })
}

const submitCode =
  (ports: SignInPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const form = { token: fields.token ?? '', next: safeRedirectPath(fields.next) }
    return redisplayForm(
      async () => {
        const { token, code: typed } = parseInput(codeFormSchema, fields)
        const code = await verifySubmittedCode(ports, { token, typed })
        const browser = await clientBrowser(ports, context)
        const session = await ports.run(finishSignIn, {
          token,
          code,
          browser,
          client: clientName(ports.clientNetworks(context)),
        })
        return finishedReply(ports, context, { session, next: form.next })
      },
      ({ message }) => codePage(ports, { ...form, error: message }),
    )
  }

const getInvitation = async ({ store, clock }: SignInPorts, token: string) => {
  const editor = await store.private.editors.findBySignInLink(hashSecret(token), clock.now().toISOString())
  if (editor === null) throw invitationEnded()
  return { isFirstAdmin: editor.email === null, name: editor.name, email: editor.email ?? '' }
}

const showInvitation =
  (ports: SignInPorts) =>
  async (context: Context): Promise<Reply> => {
    const { token } = readQuery(context, invitationQuery)
    const invited = await getInvitation(ports, token)
    return page(200, invitationPage(ports, { token, ...invited, name: invited.isFirstAdmin ? '' : invited.name }))
  }

const redeemInvitation =
  (ports: SignInPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const { token, passphrase } = parseInput(invitationFormSchema, fields)
    const invited = await getInvitation(ports, token)
    const typed = invited.isFirstAdmin ? { name: fields.name ?? '', email: fields.email ?? '' } : {}
    const redisplay = ({ message, details }: Failure) =>
      invitationPage(ports, { token, ...invited, ...typed, error: message, errors: details })
    return redisplayForm(async () => {
      const person = invited.isFirstAdmin ? parseInput(firstAdminFormSchema, fields) : null
      await checkNewPassphrase(ports.commonPassphrases, passphrase)
      const passphraseHash = await ports.passphrases.hash(passphrase)
      const browser = await clientBrowser(ports, context)
      const session = await ports.run(acceptInvitation, { token, passphraseHash, person, browser })
      return finishedReply(ports, context, { session, next: undefined })
    }, redisplay)
  }

export const signInRoutes = (ports: SignInPorts): Route[] => [
  {
    ...consoleRoute,
    method: 'get',
    path: '/console/sign-in',
    summary: 'The sign-in form',
    access: 'public',
    query: signInQuery,
    responses: pageResponse,
    handle: showSignIn(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/sign-in',
    summary: 'Signs in',
    access: 'public',
    responses: { ...redirectResponse, 401: htmlResponse('The address and the passphrase do not match.') },
    handle: submitSignIn(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/sign-in/code',
    summary: 'Signs in with a code after the passphrase',
    access: 'token',
    responses: { ...redirectResponse, 401: htmlResponse('The code is wrong or has been used before.') },
    handle: submitCode(ports),
  },
  {
    ...consoleRoute,
    method: 'get',
    path: '/console/link',
    summary: 'The form to set a passphrase; changes nothing',
    access: 'token',
    query: invitationQuery,
    responses: pageResponse,
    handle: showInvitation(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/link',
    summary: 'Sets a passphrase with a sign-in link and signs in',
    access: 'token',
    responses: { ...redirectResponse, 404: htmlResponse('The link has been used or has expired.') },
    handle: redeemInvitation(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/sign-out',
    beforeSecondFactor: 'always',
    summary: 'Ends this session',
    access: 'reviewer',
    responses: redirectResponse,
    handle: signOut(ports),
  },
]
