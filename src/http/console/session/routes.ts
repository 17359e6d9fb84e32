import type { Context } from 'hono'
import { deadLink, acceptInvitation } from '#actions/set-passphrase.ts'
import { signIn, type SignInPorts } from '#actions/sign-in.ts'
import { endSession } from '#actions/sign-out.ts'
import type { Begun } from '#actions/begin-session.ts'
import { hashSecret } from '#core/access/key-format.ts'
import type { Failure } from '#core/failure.ts'
import { editorOf, signedInAs, type WhoAsks } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { browserOf } from '#http/console/client-browser.ts'
import { consoleTarget, passkeyHost } from '#http/auth/console-path.ts'
import { orFormAgain, seeOther } from '#http/input/redisplay-form.ts'
import { checkFields, readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { endedCookie, sessionCookie } from '#http/auth/session-cookie.ts'
import { linkForm, linkQuery, personForm, signInForm, signInQuery } from './input.ts'
import { linkPage, signInPage } from './pages/sign-in.ts'

export type SessionPorts = SignInPorts & {
  houseName: string
  publicUrl: () => string
  clientName: (context: Context) => string
  whoAsks: WhoAsks
}

const hasPasskeys = ({ publicUrl }: SessionPorts): boolean => passkeyHost(publicUrl()) !== null

const begun = ({ publicUrl }: SessionPorts, { secret }: Begun, next: string | undefined): Answer =>
  seeOther(consoleTarget(next), { 'Set-Cookie': sessionCookie(secret, publicUrl()) })

const askSignIn =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Answer> => {
    const next = consoleTarget(readQuery(context, signInQuery).next)
    return (await ports.whoAsks(context)) === null
      ? page(200, signInPage(ports, { next, hasPasskeys: hasPasskeys(ports) }))
      : seeOther(next)
  }

const doSignIn =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const again = (failure: Failure) =>
      signInPage(ports, {
        email: fields.email,
        next: consoleTarget(fields.next),
        hasPasskeys: hasPasskeys(ports),
        trouble: failure.message,
      })
    return orFormAgain(async () => {
      const { email, passphrase, next } = checkFields(signInForm, fields)
      const address = ports.clientName(context)
      const session = await signIn(ports, { email, passphrase, address }, await browserOf(ports, context))
      return begun(ports, session, next)
    }, again)
  }

const invitedBy = async ({ store, clock }: SessionPorts, token: string) => {
  const editor = await store.read.editors.findBySignInLink(hashSecret(token), clock.now().toISOString())
  if (editor === null) throw deadLink()
  return { asksPerson: editor.email === null, name: editor.name, email: editor.email ?? '' }
}

const askPassphrase =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Answer> => {
    const { token } = readQuery(context, linkQuery)
    const invited = await invitedBy(ports, token)
    return page(200, linkPage(ports, { token, ...invited, name: invited.asksPerson ? '' : invited.name }))
  }

const useLink =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const { token, passphrase } = checkFields(linkForm, fields)
    const invited = await invitedBy(ports, token)
    const typed = invited.asksPerson ? { name: fields.name ?? '', email: fields.email ?? '' } : {}
    const again = ({ message, details }: Failure) =>
      linkPage(ports, { token, ...invited, ...typed, trouble: message, mistakes: details })
    return orFormAgain(async () => {
      const person = invited.asksPerson ? checkFields(personForm, fields) : null
      const session = await acceptInvitation(ports, { token, passphrase, person }, await browserOf(ports, context))
      return begun(ports, session, undefined)
    }, again)
  }

const signOut =
  (ports: SessionPorts) =>
  async (context: Context): Promise<Answer> => {
    await endSession(ports, { id: signedInAs(context).session.id, editor: editorOf(context) })
    return seeOther('/console/sign-in', { 'Set-Cookie': endedCookie(ports.publicUrl()) })
  }

const inConsole = { caching: 'none', anyOrigin: false } as const
const aPage = { 200: { description: 'The page.', type: HTML_TYPE } }
const goesOn = { 303: { description: 'Done; where to go on.' } }

export const sessionRoutes = (ports: SessionPorts): Route[] => [
  {
    ...inConsole,
    method: 'get',
    path: '/console',
    summary: 'Where an editor arrives: the queue',
    access: 'reviewer',
    answers: goesOn,
    handle: () => seeOther('/console/queue'),
  },
  {
    ...inConsole,
    method: 'get',
    path: '/console/sign-in',
    summary: 'Asks for address and passphrase',
    access: 'public',
    query: signInQuery,
    answers: aPage,
    handle: askSignIn(ports),
  },
  {
    ...inConsole,
    method: 'post',
    path: '/console/sign-in',
    summary: 'Signs in',
    access: 'public',
    answers: { ...goesOn, 401: { description: 'They do not belong together.', type: HTML_TYPE } },
    handle: doSignIn(ports),
  },
  {
    ...inConsole,
    method: 'get',
    path: '/console/link',
    summary: 'Asks for a passphrase; changes nothing',
    access: 'token',
    query: linkQuery,
    answers: aPage,
    handle: askPassphrase(ports),
  },
  {
    ...inConsole,
    method: 'post',
    path: '/console/link',
    summary: 'Sets a passphrase by a link and signs in',
    access: 'token',
    answers: { ...goesOn, 404: { description: 'The link was used or is too old.', type: HTML_TYPE } },
    handle: useLink(ports),
  },
  {
    ...inConsole,
    method: 'post',
    path: '/console/sign-out',
    summary: 'Ends this session',
    access: 'reviewer',
    answers: goesOn,
    handle: signOut(ports),
  },
]
