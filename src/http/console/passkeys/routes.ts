import type { Context } from 'hono'
import {
  addPasskey,
  challengeForPasskey,
  challengeForSignIn,
  removePasskey,
  signInByPasskey,
  type PasskeyPorts,
} from '#actions/passkeys.ts'
import { Failure } from '#core/failure.ts'
import { creationOptions, requestOptions, type RelyingParty } from '#core/access/passkey.ts'
import { getCurrentEditor, type FindCurrentSession } from '#http/auth/current-session.ts'
import { json, type Reply, seeOther } from '#http/routing/reply.ts'
import { clientBrowser } from '#http/console/client-browser.ts'
import { relyingPartyId } from '#http/console/relying-party-id.ts'
import { safeRedirectPath } from '#http/console/safe-redirect-path.ts'
import { parseInput, readFormBody } from '#http/input/form-body.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import type { Route } from '#http/routing/route.ts'
import { sessionCookie } from '#http/auth/session-cookie.ts'
import { registrationSchema, PASSKEY_BODY_BYTES, authenticationSchema } from './input.ts'

export type PasskeyRoutePorts = PasskeyPorts & {
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
    const known = await ports.store.read.passkeys.listByEditor(editor.id)
    const challenge = await challengeForPasskey(ports, editor)
    return json(200, { publicKey: creationOptions(site, editor, { challenge, known }) })
  }

const finishRegistration =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { label, answer } = parseInput(registrationSchema, value)
    await addPasskey(ports, { editor: getCurrentEditor(context), label, answer, site: relyingPartyOf(ports) })
    return json(201, { success: true, location: '/console/account?done=passkey' })
  }

const removeOwnPasskey =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    await removePasskey(ports, { id: fields.id ?? '', editor: getCurrentEditor(context) })
    return seeOther('/console/account?done=passkey-removed')
  }

const startAuthentication =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const site = relyingPartyOf(ports)
    const challenge = await challengeForSignIn(ports, ports.clientName(context))
    return json(200, { publicKey: requestOptions(site, challenge) })
  }

const finishAuthentication =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { answer, next } = parseInput(authenticationSchema, value)
    const { secret } = await signInByPasskey(
      ports,
      { answer, site: relyingPartyOf(ports) },
      await clientBrowser(ports, context),
    )
    const cookie = { 'Set-Cookie': sessionCookie(secret, ports.publicUrl()) }
    return json(200, { success: true, location: safeRedirectPath(next) }, cookie)
  }

const scriptRoute = { method: 'post', caching: 'none', allowCors: false } as const

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
    responses: { 303: { description: 'Done; where to go on.' } },
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
