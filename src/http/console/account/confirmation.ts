import type { Context } from 'hono'
import { z } from 'zod'
import { confirmWithPasskey, createRegistrationChallenge } from '#actions/passkeys.ts'
import { confirmSession } from '#actions/sessions.ts'
import { countCredentialAttempt } from '#actions/sign-in.ts'
import { requestOptions } from '#core/access/passkey.ts'
import { isConfirmed } from '#core/access/session.ts'
import { Failure } from '#core/failure.ts'
import { getCurrentSession } from '#http/auth/current-session.ts'
import { confirmationPage, type ConfirmationView } from '#http/console/account/pages/confirmation.ts'
import {
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
  reviewerRoute,
} from '#http/console/console-route.ts'
import { relyingPartyId, safeRedirectPath } from '#http/console/sign-in/browser.ts'
import { PASSKEY_BODY_BYTES, readFormBody, readJsonBody } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { json, page, repeatAt, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { PassphraseHasher } from '#ports/credentials.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { verifyCurrentPassphrase } from '#queries/credentials.ts'
import { parseInput } from '#schemas/validate.ts'
import { getRelyingParty, passkeyAnswerSchema, type PasskeyPorts, verifyPasskeyUse } from './passkeys.ts'
import type { LiveSite } from '#ports/site.ts'

const MAX_INPUT_LENGTH = 1_000

const confirmationQuery = z.strictObject({ next: z.string().optional() })

/** Fields of the form itself. It also carries those of the interrupted form, under their own names. */
const confirmationFormSchema = z.object({
  'confirm-passphrase': z.string().max(MAX_INPUT_LENGTH),
  'confirm-path': z.string().max(MAX_INPUT_LENGTH).optional(),
  'confirm-again': z.literal('yes').optional(),
})

const confirmationAnswerSchema = z.object({ answer: passkeyAnswerSchema })

type ConfirmationPorts = { store: Store; clock: Clock; site: LiveSite; publicUrl: () => string }

type InterruptedRequest = Pick<ConfirmationView, 'path' | 'sent' | 'error'>

/** The page that asks the signed-in editor to confirm. */
const renderConfirmation = async (ports: ConfirmationPorts, context: Context, interrupted: InterruptedRequest) => {
  const { editor } = getCurrentSession(context)
  const { editors, passkeys } = ports.store.private
  const hasPassphrase = (await editors.findPassphraseHash(editor.id)) !== null
  const canUsePasskeys = relyingPartyId(ports.publicUrl()) !== null
  const hasPasskeys = canUsePasskeys && (await passkeys.listByEditor(editor.id)).length > 0
  return confirmationPage(ports, { editor, hasPassphrase, hasPasskeys, ...interrupted })
}

const wantsPage = (context: Context): boolean =>
  (context.req.header('accept') ?? '').split(',')[0]?.trim().startsWith('application/json') !== true

/** Makes a route with `needsConfirmation` ask for it first; the request is repeated once it is confirmed. */
export const requireConfirmation =
  (ports: ConfirmationPorts) =>
  (route: Route): Route => {
    if (route.needsConfirmation !== true) return route
    const handle = async (context: Context): Promise<Reply> => {
      if (isConfirmed(getCurrentSession(context).session, ports.clock.now())) return route.handle(context)
      if (!wantsPage(context))
        throw new Failure(
          'confirmation_missing',
          'Confirm that it is you at /console/confirm first; nothing was changed.',
        )
      const { pairs } = await readFormBody(context)
      return page(403, await renderConfirmation(ports, context, { path: context.req.path, sent: pairs }))
    }
    return { ...route, handle }
  }

type Ports = ConfirmationPorts & PasskeyPorts & { passphrases: PassphraseHasher }

const showConfirmation =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const path = safeRedirectPath(readQuery(context, confirmationQuery).next)
    return page(200, await renderConfirmation(ports, context, { path, sent: null }))
  }

const isOwnField = ([name]: readonly [string, string]): boolean => name.startsWith('confirm-')

const submitConfirmation =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { store, run, passphrases } = ports
    const { fields, pairs } = await readFormBody(context)
    const path = safeRedirectPath(fields['confirm-path'])
    const isRepeated = fields['confirm-again'] === 'yes'
    const sent = isRepeated ? pairs.filter((pair) => !isOwnField(pair)) : null
    return redisplayForm(
      async () => {
        const { 'confirm-passphrase': current } = parseInput(confirmationFormSchema, fields)
        const { editor, session } = getCurrentSession(context)
        await run(countCredentialAttempt, { credential: 'passphrase', editorId: editor.id })
        const verify = { editors: store.private.editors, passphrases }
        const verifiedHash = await verifyCurrentPassphrase(verify, { editorId: editor.id, current })
        await run(confirmSession, { session, verifiedHash })
        return isRepeated ? repeatAt(path) : seeOther(path)
      },
      ({ code, message }) => {
        const error = code === 'invalid' ? 'That is not your passphrase; try again.' : message
        return renderConfirmation(ports, context, { path, sent, error })
      },
    )
  }

const startPasskeyConfirmation =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { editor } = getCurrentSession(context)
    const challenge = await ports.run(createRegistrationChallenge, { editorId: editor.id })
    return json(200, { publicKey: requestOptions(getRelyingParty(ports), challenge) })
  }

const finishPasskeyConfirmation =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { answer } = parseInput(confirmationAnswerSchema, value)
    const { session } = getCurrentSession(context)
    const used = await verifyPasskeyUse(ports, answer, session.editorId)
    await ports.run(confirmWithPasskey, { session, used })
    return json(200, { success: true })
  }

const unrestrictedRoute = { ...reviewerRoute, beforeSecondFactor: 'always' } as const

export const confirmationRoutes = (ports: Ports): Route[] => [
  {
    ...unrestrictedRoute,
    method: 'get',
    path: '/console/confirm',
    summary: 'The form to confirm that it is you',
    query: confirmationQuery,
    responses: pageResponse,
    handle: showConfirmation(ports),
  },
  {
    ...unrestrictedRoute,
    method: 'post',
    path: '/console/confirm',
    summary: 'Confirms by passphrase and continues with the request',
    responses: {
      ...redirectResponse,
      307: { description: 'Confirmed; the interrupted form is sent again.' },
      400: htmlResponse('The passphrase is wrong.'),
    },
    handle: submitConfirmation(ports),
  },
  {
    ...unrestrictedRoute,
    method: 'post',
    path: '/console/confirm/challenge',
    summary: 'What a browser needs to confirm with a passkey',
    responses: { 200: { description: 'Options for navigator.credentials.get.' } },
    handle: startPasskeyConfirmation(ports),
  },
  {
    ...unrestrictedRoute,
    method: 'post',
    path: '/console/confirm/passkey',
    summary: 'Confirms with a passkey',
    responses: {
      200: { description: 'Confirmed.' },
      404: { description: 'The passkey is not registered to your account.' },
    },
    handle: finishPasskeyConfirmation(ports),
  },
]
