import type { Context } from 'hono'
import { confirmWithPasskey } from '#actions/passkeys/confirm-with-passkey.ts'
import { createRegistrationChallenge } from '#actions/passkeys/create-registration-challenge.ts'
import { confirmSession } from '#actions/sessions/confirm-session.ts'
import { countCredentialAttempt } from '#actions/sessions/count-credential-attempt.ts'
import { requestOptions } from '#core/access/passkey.ts'
import type { PassphraseHasher } from '#ports/passphrase-hasher.ts'
import { verifyCurrentPassphrase } from '#queries/verify-current-passphrase.ts'
import { getCurrentSession } from '#http/auth/current-session.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import { readQuery } from '#http/input/query.ts'
import { json, page, repeatAt, seeOther, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { htmlResponse, pageResponse, redirectResponse, reviewerRoute } from '#http/console/console-route.ts'
import { PASSKEY_BODY_BYTES } from '#http/input/body-limits.ts'
import { relyingPartyOf, type PasskeyRoutePorts } from '#http/console/passkeys/relying-party.ts'
import { verifiedUse } from '#http/console/passkeys/verified-use.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { safeRedirectPath } from '#http/console/safe-redirect-path.ts'
import { confirmationAnswerSchema, confirmationFormSchema, confirmationQuery } from './input.ts'
import { renderConfirmation, type ConfirmationPorts } from './require-confirmation.ts'

type Ports = ConfirmationPorts & PasskeyRoutePorts & { passphrases: PassphraseHasher }

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
    const isAgain = fields['confirm-again'] === 'yes'
    const sent = isAgain ? pairs.filter((pair) => !isOwnField(pair)) : null
    return redisplayForm(
      async () => {
        const { 'confirm-passphrase': current } = parseInput(confirmationFormSchema, fields)
        const { editor, session } = getCurrentSession(context)
        await run(countCredentialAttempt, { credential: 'passphrase', editorId: editor.id })
        const verify = { editors: store.private.editors, passphrases }
        const verifiedHash = await verifyCurrentPassphrase(verify, { editorId: editor.id, current })
        await run(confirmSession, { session, verifiedHash })
        return isAgain ? repeatAt(path) : seeOther(path)
      },
      ({ code, message }) => {
        const error = code === 'invalid' ? 'This is not your passphrase; try again.' : message
        return renderConfirmation(ports, context, { path, sent, error })
      },
    )
  }

const startPasskeyConfirmation =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { editor } = getCurrentSession(context)
    const challenge = await ports.run(createRegistrationChallenge, { editorId: editor.id })
    return json(200, { publicKey: requestOptions(relyingPartyOf(ports), challenge) })
  }

const finishPasskeyConfirmation =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { answer } = parseInput(confirmationAnswerSchema, value)
    const { session } = getCurrentSession(context)
    const used = await verifiedUse(ports, answer, session.editorId)
    await ports.run(confirmWithPasskey, { session, used })
    return json(200, { success: true })
  }

const openRoute = { ...reviewerRoute, beforeSecondFactor: 'always' } as const

export const confirmationRoutes = (ports: Ports): Route[] => [
  {
    ...openRoute,
    method: 'get',
    path: '/console/confirm',
    summary: 'The form to confirm that it is you',
    query: confirmationQuery,
    responses: pageResponse,
    handle: showConfirmation(ports),
  },
  {
    ...openRoute,
    method: 'post',
    path: '/console/confirm',
    summary: 'Confirms by passphrase and continues with the request',
    responses: {
      ...redirectResponse,
      307: { description: 'Done; the form that was held up is sent again.' },
      400: htmlResponse('The passphrase is wrong.'),
    },
    handle: submitConfirmation(ports),
  },
  {
    ...openRoute,
    method: 'post',
    path: '/console/confirm/challenge',
    summary: 'What a browser needs to confirm with a passkey',
    responses: { 200: { description: 'Options for navigator.credentials.get.' } },
    handle: startPasskeyConfirmation(ports),
  },
  {
    ...openRoute,
    method: 'post',
    path: '/console/confirm/passkey',
    summary: 'Confirms with a passkey',
    responses: { 200: { description: 'Confirmed.' }, 404: { description: 'The passkey is not yours.' } },
    handle: finishPasskeyConfirmation(ports),
  },
]
