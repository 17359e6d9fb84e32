import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { acceptInvitation } from '#actions/sessions/accept-invitation.ts'
import type { CreatedSession } from '#actions/sessions/create-session.ts'
import { countSignInAttempt } from '#actions/sessions/count-sign-in-attempt.ts'
import { endSession } from '#actions/sessions/end-session.ts'
import { signIn } from '#actions/sessions/sign-in.ts'
import { hashSecret } from '#core/access/key-format.ts'
import type { Failure } from '#core/failure.ts'
import { invitationEnded } from '#core/access/invitation.ts'
import { assertAcceptablePassphrase } from '#core/access/passphrase.ts'
import type { Clock } from '#ports/clock.ts'
import type { PassphraseHasher } from '#ports/passphrase-hasher.ts'
import type { Store } from '#ports/store/store.ts'
import { verifyPassphrase } from '#queries/verify-passphrase.ts'
import { getCurrentEditor, getCurrentSession, type FindCurrentSession } from '#http/auth/authorize.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { clientBrowser } from '#http/console/client-browser.ts'
import { safeRedirectPath, relyingPartyId } from '#http/auth/console-path.ts'
import { redisplayForm, seeOther } from '#http/input/redisplay-form.ts'
import { parseInput, readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { consoleRoute, htmlResponse, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { expiredCookie, sessionCookie } from '#http/auth/session-cookie.ts'
import { invitationFormSchema, invitationQuery, firstAdminFormSchema, signInFormSchema, signInQuery } from './input.ts'
import { invitationPage, signInPage } from './pages/sign-in.ts'

export type SessionPorts = {
  store: Store
  clock: Clock
  run: RunAction
  passphrases: PassphraseHasher
  houseName: string
  publicUrl: () => string
  clientName: (context: Context) => string
  whoAsks: FindCurrentSession
}

const hasPasskeys = ({ publicUrl }: SessionPorts): boolean => relyingPartyId(publicUrl()) !== null

const sessionStarted = ({ publicUrl }: SessionPorts, { secret }: CreatedSession, next: string | undefined): Reply =>
  seeOther(safeRedirectPath(next), { 'Set-Cookie': sessionCookie(secret, publicUrl()) })

const showSignIn =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    const next = safeRedirectPath(readQuery(context, signInQuery).next)
    return (await ports.whoAsks(context)) === null
      ? page(200, signInPage(ports, { next, hasPasskeys: hasPasskeys(ports) }))
      : seeOther(next)
  }

const submitSignIn =
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
      await run(countSignInAttempt, { email, client: ports.clientName(context) })
      const verify = { editors: store.private.editors, passphrases }
      const passphraseHash = await verifyPassphrase(verify, { email, passphrase })
      const session = await run(signIn, { email, passphraseHash, browser: await clientBrowser(ports, context) })
      return sessionStarted(ports, session, next)
    }, again)
  }

const getInvitation = async ({ store, clock }: SessionPorts, token: string) => {
  const editor = await store.private.editors.findBySignInLink(hashSecret(token), clock.now().toISOString())
  if (editor === null) throw invitationEnded()
  return { isFirstAdmin: editor.email === null, name: editor.name, email: editor.email ?? '' }
}

const showInvitation =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { token } = readQuery(context, invitationQuery)
    const invited = await getInvitation(ports, token)
    return page(200, invitationPage(ports, { token, ...invited, name: invited.isFirstAdmin ? '' : invited.name }))
  }

const redeemInvitation =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const { token, passphrase } = parseInput(invitationFormSchema, fields)
    const invited = await getInvitation(ports, token)
    const typed = invited.isFirstAdmin ? { name: fields.name ?? '', email: fields.email ?? '' } : {}
    const again = ({ message, details }: Failure) =>
      invitationPage(ports, { token, ...invited, ...typed, error: message, errors: details })
    return redisplayForm(async () => {
      const person = invited.isFirstAdmin ? parseInput(firstAdminFormSchema, fields) : null
      assertAcceptablePassphrase(passphrase)
      const passphraseHash = await ports.passphrases.hash(passphrase)
      const browser = await clientBrowser(ports, context)
      const session = await ports.run(acceptInvitation, { token, passphraseHash, person, browser })
      return sessionStarted(ports, session, undefined)
    }, again)
  }

const signOut =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Reply> => {
    await ports.run(endSession, { id: getCurrentSession(context).session.id, editor: getCurrentEditor(context) })
    return seeOther('/console/sign-in', { 'Set-Cookie': expiredCookie(ports.publicUrl()) })
  }

export const sessionRoutes = (ports: SessionPorts): Route[] => [
  {
    ...consoleRoute,
    method: 'get',
    path: '/console',
    summary: 'Where an editor arrives: the queue',
    access: 'reviewer',
    responses: redirectResponse,
    handle: () => seeOther('/console/queue'),
  },
  {
    ...consoleRoute,
    method: 'get',
    path: '/console/sign-in',
    summary: 'Asks for address and passphrase',
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
    responses: { ...redirectResponse, 401: htmlResponse('They do not belong together.') },
    handle: submitSignIn(ports),
  },
  {
    ...consoleRoute,
    method: 'get',
    path: '/console/link',
    summary: 'Asks for a passphrase; changes nothing',
    access: 'token',
    query: invitationQuery,
    responses: pageResponse,
    handle: showInvitation(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/link',
    summary: 'Sets a passphrase by a link and signs in',
    access: 'token',
    responses: { ...redirectResponse, 404: htmlResponse('The link was used or is too old.') },
    handle: redeemInvitation(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/sign-out',
    summary: 'Ends this session',
    access: 'reviewer',
    responses: redirectResponse,
    handle: signOut(ports),
  },
]
