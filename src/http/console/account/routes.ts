import type { Context } from 'hono'
import { changePassphrase } from '#actions/set-passphrase.ts'
import type { SignInPorts } from '#actions/sign-in.ts'
import { endSession, signOutElsewhere } from '#actions/sign-out.ts'
import type { Failure, ValidationError } from '#core/failure.ts'
import { isLiveSession } from '#core/access/session.ts'
import { getCurrentEditor, getCurrentSession } from '#http/auth/current-session.ts'
import { HTML_TYPE, page, type Reply, seeOther } from '#http/routing/reply.ts'
import { relyingPartyId } from '#http/console/relying-party-id.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { parseInput, readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { accountQuery, passphraseFormSchema, sessionFormSchema, type AccountNotice } from './input.ts'
import { accountPage } from './pages/account.ts'

export type AccountPorts = SignInPorts & { houseName: string; publicUrl: () => string }

type FormState = { done?: AccountNotice; error?: string; errors?: readonly ValidationError[] }

const accountRenderer = async (ports: AccountPorts, context: Context) => {
  const { sessions, editors, passkeys } = ports.store.read
  const { editor, session } = getCurrentSession(context)
  const now = ports.clock.now()
  const account = {
    editor,
    sessionId: session.id,
    sessions: (await sessions.listByEditor(editor.id)).filter((each) => isLiveSession(each, now)),
    hasPassphrase: (await editors.passphrase(editor.id)) !== null,
    passkeys: await passkeys.listByEditor(editor.id),
    offersPasskeys: relyingPartyId(ports.publicUrl()) !== null,
  }
  return ({ done, error, errors = [] }: FormState) =>
    accountPage(ports, { ...account, done: done ?? null, error: error ?? null, errors })
}

const showAccount =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Reply> => {
    const { done } = readQuery(context, accountQuery)
    const show = await accountRenderer(ports, context)
    return page(200, show({ done }))
  }

const savePassphrase =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const show = await accountRenderer(ports, context)
    return redisplayForm(
      async () => {
        const { editor, session } = getCurrentSession(context)
        await changePassphrase(ports, { editor, sessionId: session.id, ...parseInput(passphraseFormSchema, fields) })
        return seeOther('/console/account?done=passphrase')
      },
      ({ message, details }: Failure) => show({ error: message, errors: details }),
    )
  }

const endOneSession =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Reply> => {
    const { id } = parseInput(sessionFormSchema, (await readFormBody(context)).fields)
    await endSession(ports, { id, editor: getCurrentEditor(context) })
    return seeOther('/console/account?done=session')
  }

const endOtherSessions =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Reply> => {
    const { editor, session } = getCurrentSession(context)
    await signOutElsewhere(ports, { editor, kept: session.id })
    return seeOther('/console/account?done=elsewhere')
  }

const accountRoute = { access: 'reviewer', caching: 'none', allowCors: false } as const
const redirected = { 303: { description: 'Done; where to go on.' } }

export const accountRoutes = (ports: AccountPorts): Route[] => [
  {
    ...accountRoute,
    method: 'get',
    path: '/console/account',
    summary: 'One’s own sessions, passphrase and passkeys',
    query: accountQuery,
    responses: { 200: { description: 'The page.', type: HTML_TYPE } },
    handle: showAccount(ports),
  },
  {
    ...accountRoute,
    method: 'post',
    path: '/console/account/passphrase',
    summary: 'Changes one’s passphrase; every other session ends',
    responses: {
      ...redirected,
      400: { description: 'The present one is wrong or the new one unsuitable.', type: HTML_TYPE },
    },
    handle: savePassphrase(ports),
  },
  {
    ...accountRoute,
    method: 'post',
    path: '/console/account/sessions/end',
    summary: 'Ends one of one’s sessions',
    responses: { ...redirected, 404: { description: 'There is none.', type: HTML_TYPE } },
    handle: endOneSession(ports),
  },
  {
    ...accountRoute,
    method: 'post',
    path: '/console/account/sessions/end-others',
    summary: 'Ends every session but this',
    responses: redirected,
    handle: endOtherSessions(ports),
  },
]
