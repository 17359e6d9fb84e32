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
import { editorOf, type WhoAsks } from '#http/auth/authorize.ts'
import { json, type Answer } from '#http/routing/reply.ts'
import { browserOf } from '#http/console/client-browser.ts'
import { consoleTarget, passkeyHost } from '#http/auth/console-path.ts'
import { seeOther } from '#http/input/redisplay-form.ts'
import { checkFields, readForm } from '#http/input/form-body.ts'
import { readJsonBody } from '#http/input/json-body.ts'
import type { Route } from '#http/routing/route.ts'
import { sessionCookie } from '#http/auth/session-cookie.ts'
import { newKeyBody, PASSKEY_BODY_BYTES, signInBody } from './input.ts'

export type PasskeyRoutePorts = PasskeyPorts & {
  houseName: string
  publicUrl: () => string
  clientName: (context: Context) => string
  whoAsks: WhoAsks
}

const siteOf = ({ publicUrl, houseName }: PasskeyRoutePorts): RelyingParty => {
  const host = passkeyHost(publicUrl())
  if (host === null)
    throw new Failure('wrong_state', 'Passkeys need a host name, and this is served at a bare address: set PUBLIC_URL.')
  return { origin: new URL(publicUrl()).origin, host, name: houseName }
}

const askForKey =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Answer> => {
    const site = siteOf(ports)
    const editor = editorOf(context)
    const known = await ports.store.read.passkeys.listByEditor(editor.id)
    const challenge = await challengeForPasskey(ports, editor)
    return json(200, { publicKey: creationOptions(site, editor, { challenge, known }) })
  }

const keepKey =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Answer> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { label, answer } = checkFields(newKeyBody, value)
    await addPasskey(ports, { editor: editorOf(context), label, answer, site: siteOf(ports) })
    return json(201, { success: true, location: '/console/account?done=passkey' })
  }

const removeKey =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    await removePasskey(ports, { id: fields.id ?? '', editor: editorOf(context) })
    return seeOther('/console/account?done=passkey-removed')
  }

const askToSignIn =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Answer> => {
    const site = siteOf(ports)
    const challenge = await challengeForSignIn(ports, ports.clientName(context))
    return json(200, { publicKey: requestOptions(site, challenge) })
  }

const signIn =
  (ports: PasskeyRoutePorts) =>
  async (context: Context): Promise<Answer> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { answer, next } = checkFields(signInBody, value)
    const { secret } = await signInByPasskey(ports, { answer, site: siteOf(ports) }, await browserOf(ports, context))
    const cookie = { 'Set-Cookie': sessionCookie(secret, ports.publicUrl()) }
    return json(200, { success: true, location: consoleTarget(next) }, cookie)
  }

const byScript = { method: 'post', caching: 'none', anyOrigin: false } as const

export const passkeyRoutes = (ports: PasskeyRoutePorts): Route[] => [
  {
    ...byScript,
    path: '/console/passkeys/challenge',
    summary: 'What a browser needs to make a passkey',
    access: 'reviewer',
    answers: { 200: { description: 'Options for navigator.credentials.create.' } },
    handle: askForKey(ports),
  },
  {
    ...byScript,
    path: '/console/passkeys',
    summary: 'Keeps a passkey that was made',
    access: 'reviewer',
    answers: { 201: { description: 'Kept.' } },
    handle: keepKey(ports),
  },
  {
    ...byScript,
    path: '/console/passkeys/remove',
    summary: 'Ends a passkey of one’s own',
    access: 'reviewer',
    answers: { 303: { description: 'Done; where to go on.' } },
    handle: removeKey(ports),
  },
  {
    ...byScript,
    path: '/console/passkeys/sign-in/challenge',
    summary: 'What a browser needs to sign in by a passkey',
    access: 'public',
    answers: { 200: { description: 'Options for navigator.credentials.get.' } },
    handle: askToSignIn(ports),
  },
  {
    ...byScript,
    path: '/console/passkeys/sign-in',
    summary: 'Signs in by a passkey',
    access: 'public',
    answers: { 200: { description: 'Signed in; where to go on.' }, 401: { description: 'Not known here.' } },
    handle: signIn(ports),
  },
]
