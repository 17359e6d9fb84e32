import type { Context } from 'hono'
import { addPasskey } from '#actions/passkeys/add-passkey.ts'
import { createRegistrationChallenge } from '#actions/passkeys/create-registration-challenge.ts'
import { createAuthenticationChallenge } from '#actions/passkeys/create-authentication-challenge.ts'
import { consumeChallenge } from '#actions/passkeys/consume-challenge.ts'
import { removePasskey } from '#actions/passkeys/remove-passkey.ts'
import { signInWithPasskey } from '#actions/passkeys/sign-in-with-passkey.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { creationOptions, passkeyLabel, requestOptions, type RelyingParty } from '#core/access/passkey.ts'
import type { Store } from '#ports/store/store.ts'
import type { AuthenticationResponse, WebAuthn } from '#ports/web-authn.ts'
import { getCurrentEditor, type FindCurrentSession } from '#http/auth/authorize.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { clientBrowser } from '#http/console/client-browser.ts'
import { safeRedirectPath, relyingPartyId } from '#http/auth/console-path.ts'
import { seeOther } from '#http/input/redisplay-form.ts'
import { parseInput, readFormBody } from '#http/input/form-body.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import type { Route } from '#http/routing/route.ts'
import { consoleRoute, redirectResponse } from '#http/console/console-route.ts'
import { sessionCookie } from '#http/auth/session-cookie.ts'
import { registrationSchema, PASSKEY_BODY_BYTES, authenticationSchema } from './input.ts'

export type PasskeyRoutePorts = {
  store: Store
  run: RunAction
  webAuthn: WebAuthn
  houseName: string
  publicUrl: () => string
  clientName: (context: Context) => string
  whoAsks: FindCurrentSession
}

const relyingPartyOf = ({ publicUrl, houseName }: PasskeyRoutePorts): RelyingParty => {
  const host = relyingPartyId(publicUrl())
  if (host === null)
    throw new Failure('wrong_state', 'Passkeys need a host name, and this is served at a bare address: set PUBLIC_URL.')
  return { origin: new URL(publicUrl()).origin, host, name: houseName }
}

const startRegistration =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const site = relyingPartyOf(ports)
    const editor = getCurrentEditor(context)
    const known = await ports.store.private.passkeys.listByEditor(editor.id)
    const challenge = await ports.run(createRegistrationChallenge, { editorId: editor.id })
    return json(200, { publicKey: creationOptions(site, editor, { challenge, known }) })
  }

const finishRegistration =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { label: typed, answer } = parseInput(registrationSchema, value)
    const site = relyingPartyOf(ports)
    const label = passkeyLabel(typed)
    const editor = getCurrentEditor(context)
    const { clientDataJSON } = answer.response
    const challenge = await ports.run(consumeChallenge, { clientDataJSON, editorId: editor.id })
    const passkey = challenge === null ? null : await ports.webAuthn.verifyRegistration(answer, { site, challenge })
    await ports.run(addPasskey, { editor, label, passkey })
    return json(201, { success: true, location: '/console/account?done=passkey' })
  }

const removeOwnPasskey =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    await ports.run(removePasskey, { id: fields.id ?? '', editor: getCurrentEditor(context) })
    return seeOther('/console/account?done=passkey-removed')
  }

const startAuthentication =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const site = relyingPartyOf(ports)
    const challenge = await ports.run(createAuthenticationChallenge, { client: ports.clientName(context) })
    return json(200, { publicKey: requestOptions(site, challenge) })
  }

/** The passkey that answered; null when the challenge, the passkey or the answer is not what it should be. */
const verifiedUse = async (
  ports: PasskeyRoutePorts,
  answer: AuthenticationResponse,
): Promise<{ id: string; counter: number } | null> => {
  const site = relyingPartyOf(ports)
  const { clientDataJSON } = answer.response
  const challenge = await ports.run(consumeChallenge, { clientDataJSON, editorId: null })
  const passkey = challenge === null ? null : await ports.store.private.passkeys.find(answer.id)
  if (challenge === null || passkey === null) return null
  const used = await ports.webAuthn.verifyAuthentication(answer, passkey, { site, challenge })
  return used === null ? null : { id: passkey.id, counter: used.counter }
}

const finishAuthentication =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { answer, next } = parseInput(authenticationSchema, value)
    const used = await verifiedUse(ports, answer)
    const { secret } = await ports.run(signInWithPasskey, { used, browser: await clientBrowser(ports, context) })
    const cookie = { 'Set-Cookie': sessionCookie(secret, ports.publicUrl()) }
    return json(200, { success: true, location: safeRedirectPath(next) }, cookie)
  }

const scriptRoute = { ...consoleRoute, method: 'post' } as const

export const passkeyRoutes = (ports: PasskeyRoutePorts): Route[] => [
  {
    ...scriptRoute,
    path: '/console/passkeys/challenge',
    summary: 'What a browser needs to make a passkey',
    access: 'reviewer',
    responses: { 200: { description: 'Options for navigator.credentials.create.' } },
    handle: startRegistration(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys',
    summary: 'Keeps a passkey that was made',
    access: 'reviewer',
    responses: { 201: { description: 'Kept.' } },
    handle: finishRegistration(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/remove',
    summary: 'Ends a passkey of one’s own',
    access: 'reviewer',
    responses: redirectResponse,
    handle: removeOwnPasskey(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/sign-in/challenge',
    summary: 'What a browser needs to sign in by a passkey',
    access: 'public',
    responses: { 200: { description: 'Options for navigator.credentials.get.' } },
    handle: startAuthentication(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/sign-in',
    summary: 'Signs in by a passkey',
    access: 'public',
    responses: { 200: { description: 'Signed in; where to go on.' }, 401: { description: 'Not known here.' } },
    handle: finishAuthentication(ports),
  },
]
