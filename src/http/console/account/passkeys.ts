import type { Context } from 'hono'
import { z } from 'zod'
import {
  addPasskey,
  consumeChallenge,
  createAuthenticationChallenge,
  createRegistrationChallenge,
  removePasskey,
  signInWithPasskey,
} from '#actions/passkeys.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { SecondFactorRole } from '#core/access/session.ts'
import { creationOptions, passkeyLabel, type RelyingParty, requestOptions } from '#core/access/passkey.ts'
import { Failure } from '#core/failure.ts'
import type { ClientNetworks } from '#core/quota.ts'
import type { ReportFailedSignIn } from '#http/auth/authorize.ts'
import {
  type CookiePorts,
  type FindCurrentSession,
  getCurrentEditor,
  getCurrentSession,
} from '#http/auth/current-session.ts'
import { consoleRoute, redirectResponse } from '#http/console/console-route.ts'
import { clientBrowser, relyingPartyId, safeRedirectPath, signedInCookies } from '#http/console/sign-in/browser.ts'
import { PASSKEY_BODY_BYTES, readFormBody, readJsonBody } from '#http/input/body.ts'
import { json, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { AuthenticationResponse, WebAuthn } from '#ports/credentials.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import type { LiveSite } from '#ports/site.ts'

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/u, { error: 'must be base64url' })

/** `PublicKeyCredential.toJSON()` of a new passkey; other members are ignored. */
const registrationSchema = z.object({
  label: z.string().max(1_000),
  answer: z.object({
    id: base64url(2_000),
    response: z.object({
      clientDataJSON: base64url(10_000),
      attestationObject: base64url(50_000),
      transports: z.array(z.string().max(50)).max(10).optional(),
    }),
  }),
})

/** `PublicKeyCredential.toJSON()` of a passkey that was used. */
export const passkeyAnswerSchema = z.object({
  id: base64url(2_000),
  response: z.object({
    clientDataJSON: base64url(10_000),
    authenticatorData: base64url(10_000),
    signature: base64url(10_000),
    userHandle: base64url(200).optional(),
  }),
})

const authenticationSchema = z.object({ next: z.string().optional(), answer: passkeyAnswerSchema })

export type PasskeyPorts = CookiePorts & {
  store: Store
  run: RunAction
  webAuthn: WebAuthn
  site: LiveSite
  clientNetworks: (context: Context) => ClientNetworks
  reportFailure: ReportFailedSignIn
  currentSession: FindCurrentSession
  secret: Buffer
  secondFactorRole: SecondFactorRole
}

export const getRelyingParty = ({ publicUrl, site }: Pick<PasskeyPorts, 'publicUrl' | 'site'>): RelyingParty => {
  const host = relyingPartyId(publicUrl())
  if (host === null)
    throw new Failure(
      'wrong_state',
      'Passkeys need a host name, but this service has only an IP address: set PUBLIC_URL.',
    )
  return { origin: new URL(publicUrl()).origin, host, name: site.current().name }
}

/** A passkey that was used, with the signature counter of its device. */
export type PasskeyUse = { id: string; counter: number }

/**
 * The passkey that was used; null if the challenge, the passkey or the signature is not valid. `editorId` is the editor
 * that the challenge was created for; null for signing in.
 */
export const verifyPasskeyUse = async (
  ports: Pick<PasskeyPorts, 'run' | 'store' | 'webAuthn' | 'publicUrl' | 'site'>,
  answer: AuthenticationResponse,
  editorId: string | null,
): Promise<PasskeyUse | null> => {
  const site = getRelyingParty(ports)
  const { clientDataJSON } = answer.response
  const challenge = await ports.run(consumeChallenge, { clientDataJSON, editorId })
  const passkey = challenge === null ? null : await ports.store.private.passkeys.find(answer.id)
  if (challenge === null || passkey === null) return null
  const used = await ports.webAuthn.verifyAuthentication(answer, passkey, { site, challenge })
  return used === null ? null : { id: passkey.id, counter: used.counter }
}

const startAuthentication =
  (ports: PasskeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const site = getRelyingParty(ports)
    const challenge = await ports.run(createAuthenticationChallenge, { client: ports.clientNetworks(context) })
    return json(200, { publicKey: requestOptions(site, challenge) })
  }

const finishAuthentication =
  (ports: PasskeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { answer, next } = parseInput(authenticationSchema, value)
    const session = await ports.reportFailure(context, { email: null, method: 'passkey' }, async () => {
      const used = await verifyPasskeyUse(ports, answer, null)
      return ports.run(signInWithPasskey, { used, browser: await clientBrowser(ports, context) })
    })
    const signedIn = json(200, { success: true, location: safeRedirectPath(next) })
    return { ...signedIn, cookies: signedInCookies(ports, context, session) }
  }

const startRegistration =
  (ports: PasskeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const site = getRelyingParty(ports)
    const editor = getCurrentEditor(context)
    const known = await ports.store.private.passkeys.listByEditor(editor.id)
    const challenge = await ports.run(createRegistrationChallenge, { editorId: editor.id })
    return json(200, { publicKey: creationOptions(site, editor, { challenge, known }) })
  }

const finishRegistration =
  (ports: PasskeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { value } = await readJsonBody(context, PASSKEY_BODY_BYTES)
    const { label: typed, answer } = parseInput(registrationSchema, value)
    const site = getRelyingParty(ports)
    const label = passkeyLabel(typed)
    const { editor, session } = getCurrentSession(context)
    const { clientDataJSON } = answer.response
    const challenge = await ports.run(consumeChallenge, { clientDataJSON, editorId: editor.id })
    const passkey = challenge === null ? null : await ports.webAuthn.verifyRegistration(answer, { site, challenge })
    await ports.run(addPasskey, { editor, sessionId: session.id, label, passkey })
    return json(201, { success: true, location: '/console/account?done=passkey' })
  }

const removeOwnPasskey =
  (ports: PasskeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    await ports.run(removePasskey, {
      id: fields.id ?? '',
      editor: getCurrentEditor(context),
      secondFactorRole: ports.secondFactorRole,
    })
    return seeOther('/console/account?done=passkey-removed')
  }

const scriptRoute = { ...consoleRoute, method: 'post' } as const

export const passkeyRoutes = (ports: PasskeyPorts): Route[] => [
  {
    ...scriptRoute,
    needsConfirmation: true,
    beforeSecondFactor: 'to set one up',
    path: '/console/passkeys/challenge',
    summary: 'What a browser needs to create a passkey',
    access: 'reviewer',
    responses: { 200: { description: 'Options for navigator.credentials.create.' } },
    handle: startRegistration(ports),
  },
  {
    ...scriptRoute,
    needsConfirmation: true,
    beforeSecondFactor: 'to set one up',
    path: '/console/passkeys',
    summary: 'Stores a new passkey',
    access: 'reviewer',
    responses: { 201: { description: 'Stored.' } },
    handle: finishRegistration(ports),
  },
  {
    ...scriptRoute,
    needsConfirmation: true,
    path: '/console/passkeys/remove',
    summary: 'Removes one’s own passkey',
    access: 'reviewer',
    responses: redirectResponse,
    handle: removeOwnPasskey(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/sign-in/challenge',
    summary: 'What a browser needs to sign in with a passkey',
    access: 'public',
    responses: { 200: { description: 'Options for navigator.credentials.get.' } },
    handle: startAuthentication(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/sign-in',
    summary: 'Signs in with a passkey',
    access: 'public',
    responses: {
      200: { description: 'Signed in; `location` is the next page.' },
      401: { description: 'Unknown passkey.' },
    },
    handle: finishAuthentication(ports),
  },
]
