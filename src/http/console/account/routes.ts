import type { Context } from 'hono'
import { changePassphrase } from '#actions/set-passphrase.ts'
import type { SignInPorts } from '#actions/sign-in.ts'
import { endSession, signOutElsewhere } from '#actions/sign-out.ts'
import type { Failure, ValidationError } from '#core/failure.ts'
import { isLiveSession } from '#core/access/session.ts'
import { editorOf, signedInAs } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { passkeyHost } from '#http/auth/console-path.ts'
import { orFormAgain, seeOther } from '#http/input/redisplay-form.ts'
import { checkFields, readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { accountQuery, passphraseForm, sessionForm, type Outcome } from './input.ts'
import { accountPage } from './pages/account.ts'

export type AccountPorts = SignInPorts & { houseName: string; publicUrl: () => string }

type Said = { done?: Outcome; trouble?: string; mistakes?: readonly ValidationError[] }

const accountAsItIs = async (ports: AccountPorts, context: Context) => {
  const { sessions, editors, passkeys } = ports.store.read
  const { editor, session } = signedInAs(context)
  const now = ports.clock.now()
  const account = {
    editor,
    sessionId: session.id,
    sessions: (await sessions.listByEditor(editor.id)).filter((each) => isLiveSession(each, now)),
    hasPassphrase: (await editors.passphrase(editor.id)) !== null,
    passkeys: await passkeys.listByEditor(editor.id),
    offersPasskeys: passkeyHost(ports.publicUrl()) !== null,
  }
  return ({ done, trouble, mistakes = [] }: Said) =>
    accountPage(ports, { ...account, done: done ?? null, trouble: trouble ?? null, mistakes })
}

const showAccount =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Answer> => {
    const { done } = readQuery(context, accountQuery)
    const show = await accountAsItIs(ports, context)
    return page(200, show({ done }))
  }

const newPassphrase =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const show = await accountAsItIs(ports, context)
    return orFormAgain(
      async () => {
        const { editor, session } = signedInAs(context)
        await changePassphrase(ports, { editor, sessionId: session.id, ...checkFields(passphraseForm, fields) })
        return seeOther('/console/account?done=passphrase')
      },
      ({ message, details }: Failure) => show({ trouble: message, mistakes: details }),
    )
  }

const endOne =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Answer> => {
    const { id } = checkFields(sessionForm, (await readForm(context)).fields)
    await endSession(ports, { id, editor: editorOf(context) })
    return seeOther('/console/account?done=session')
  }

const endOthers =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Answer> => {
    const { editor, session } = signedInAs(context)
    await signOutElsewhere(ports, { editor, kept: session.id })
    return seeOther('/console/account?done=elsewhere')
  }

const own = { access: 'reviewer', caching: 'none', anyOrigin: false } as const
const goesOn = { 303: { description: 'Done; where to go on.' } }

export const accountRoutes = (ports: AccountPorts): Route[] => [
  {
    ...own,
    method: 'get',
    path: '/console/account',
    summary: 'One’s own sessions, passphrase and passkeys',
    query: accountQuery,
    answers: { 200: { description: 'The page.', type: HTML_TYPE } },
    handle: showAccount(ports),
  },
  {
    ...own,
    method: 'post',
    path: '/console/account/passphrase',
    summary: 'Changes one’s passphrase; every other session ends',
    answers: {
      ...goesOn,
      400: { description: 'The present one is wrong or the new one unsuitable.', type: HTML_TYPE },
    },
    handle: newPassphrase(ports),
  },
  {
    ...own,
    method: 'post',
    path: '/console/account/sessions/end',
    summary: 'Ends one of one’s sessions',
    answers: { ...goesOn, 404: { description: 'There is none.', type: HTML_TYPE } },
    handle: endOne(ports),
  },
  {
    ...own,
    method: 'post',
    path: '/console/account/sessions/end-others',
    summary: 'Ends every session but this',
    answers: goesOn,
    handle: endOthers(ports),
  },
]
