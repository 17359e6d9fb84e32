import type { Context } from 'hono'
import { z } from 'zod'
import { changePassphrase } from '#actions/passphrases.ts'
import type { RunAction } from '#actions/run-action.ts'
import { endOtherSessions, endSession } from '#actions/sessions.ts'
import { countCredentialAttempt } from '#actions/sign-in.ts'
import { isLiveSession } from '#core/access/session.ts'
import type { Failure, ValidationError } from '#core/failure.ts'
import { getCurrentEditor, getCurrentSession } from '#http/auth/current-session.ts'
import { type AccountNotice, accountNotices, accountPage } from '#http/console/account/pages/account.ts'
import {
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
  reviewerRoute,
} from '#http/console/console-route.ts'
import { relyingPartyId } from '#http/console/sign-in/browser.ts'
import { readFormBody } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { CommonPassphrases, PassphraseHasher, SecretBox } from '#ports/credentials.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { checkNewPassphrase, verifyCurrentPassphrase } from '#queries/credentials.ts'
import { parseInput } from '#schemas/validate.ts'
import type { LiveSite } from '#ports/site.ts'

const MAX_INPUT_LENGTH = 1_000

const accountQuery = z.strictObject({ done: z.enum(accountNotices).optional() })

const passphraseFormSchema = z.object({
  current: z.string().max(MAX_INPUT_LENGTH).default(''),
  passphrase: z.string().max(MAX_INPUT_LENGTH),
})

const sessionFormSchema = z.object({ id: z.string().max(100) })

export type AccountPorts = {
  store: Store
  clock: Clock
  run: RunAction
  passphrases: PassphraseHasher
  commonPassphrases: CommonPassphrases
  secretBox: SecretBox | null
  site: LiveSite
  publicUrl: () => string
}

type FormState = { done?: AccountNotice; error?: string; errors?: readonly ValidationError[] }

const accountRenderer = async (ports: AccountPorts, context: Context) => {
  const { sessions, editors, passkeys, secondFactors } = ports.store.private
  const { editor, session } = getCurrentSession(context)
  const now = ports.clock.now()
  const account = {
    editor,
    sessionId: session.id,
    sessions: (await sessions.listByEditor(editor.id)).filter((each) => isLiveSession(each, now)),
    hasPassphrase: (await editors.findPassphraseHash(editor.id)) !== null,
    passkeys: await passkeys.listByEditor(editor.id),
    codes: await secondFactors.find(editor.id),
    offersCodes: ports.secretBox !== null,
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
    const { store, run, passphrases } = ports
    const { fields } = await readFormBody(context)
    const show = await accountRenderer(ports, context)
    return redisplayForm(
      async () => {
        const { editor, session } = getCurrentSession(context)
        const { current, passphrase } = parseInput(passphraseFormSchema, fields)
        await checkNewPassphrase(ports.commonPassphrases, passphrase)
        await run(countCredentialAttempt, { credential: 'passphrase', editorId: editor.id })
        const verify = { editors: store.private.editors, passphrases }
        const verifiedHash = await verifyCurrentPassphrase(verify, { editorId: editor.id, current })
        const passphraseHash = await passphrases.hash(passphrase)
        await run(changePassphrase, { editor, sessionId: session.id, verifiedHash, passphraseHash })
        return seeOther('/console/account?done=passphrase')
      },
      ({ message, details }: Failure) => show({ error: message, errors: details }),
    )
  }

const endOneSession =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Reply> => {
    const { id } = parseInput(sessionFormSchema, (await readFormBody(context)).fields)
    await ports.run(endSession, { id, editor: getCurrentEditor(context) })
    return seeOther('/console/account?done=session')
  }

const submitEndOtherSessions =
  (ports: AccountPorts) =>
  async (context: Context): Promise<Reply> => {
    const { editor, session } = getCurrentSession(context)
    await ports.run(endOtherSessions, { editor, currentSessionId: session.id })
    return seeOther('/console/account?done=elsewhere')
  }

export const accountRoutes = (ports: AccountPorts): Route[] => [
  {
    ...reviewerRoute,
    method: 'get',
    path: '/console/account',
    summary: 'The editor’s own sessions, passphrase and passkeys',
    query: accountQuery,
    responses: pageResponse,
    handle: showAccount(ports),
  },
  {
    ...reviewerRoute,
    method: 'post',
    path: '/console/account/passphrase',
    summary: 'Changes the editor’s passphrase and ends every other session',
    responses: {
      ...redirectResponse,
      400: htmlResponse('The current passphrase is wrong, or the new one is not acceptable.'),
    },
    handle: savePassphrase(ports),
  },
  {
    ...reviewerRoute,
    method: 'post',
    path: '/console/account/sessions/end',
    summary: 'Ends one of the editor’s sessions',
    responses: { ...redirectResponse, 404: htmlResponse('There is no such session.') },
    handle: endOneSession(ports),
  },
  {
    ...reviewerRoute,
    method: 'post',
    path: '/console/account/sessions/end-others',
    summary: 'Ends every session except this one',
    responses: redirectResponse,
    handle: submitEndOtherSessions(ports),
  },
]
