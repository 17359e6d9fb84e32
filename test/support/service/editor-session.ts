import { createSession } from '#actions/sessions.ts'
import { addEditor } from '#actions/editors.ts'
import { roles, type Editor, type Role } from '#core/access/editor.ts'
import type { TestService } from './test-service.ts'
import assert from 'node:assert/strict'
import { createHash, createPrivateKey, sign, type webcrypto } from 'node:crypto'

/** An editor with a browser that is signed in. */
export type EditorSession = {
  editor: Editor
  /** The secret in the cookie. */
  secret: string
  /** What the browser sends along. */
  headers: Record<string, string>
  /** Fetches a page; redirects are not followed. */
  get: (path: string, headers?: Record<string, string>) => Promise<Response>
  /** Sends a form as a page of the console would; redirects are not followed. */
  post: (
    path: string,
    fields?: Record<string, string> | [string, string][],
    headers?: Record<string, string>,
  ) => Promise<Response>
}

let count = 0

/** The headers a browser sends with a form of one of our pages. */
export const sameOrigin = { 'sec-fetch-site': 'same-origin', origin: 'null' } as const

const browserOf = ({ url }: TestService, cookie: string): Pick<EditorSession, 'headers' | 'get' | 'post'> => ({
  headers: { cookie },
  get: (path, headers = {}) => fetch(url + path, { headers: { cookie, ...headers }, redirect: 'manual' }),
  post: (path, fields = {}, headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { cookie, ...sameOrigin, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    }),
})

/** A browser that is not signed in. */
export const anonymous = (service: TestService): Pick<EditorSession, 'headers' | 'get' | 'post'> =>
  browserOf(service, '')

/** Signs a known editor in, in a new browser, without HTTP. */
export const sessionOf = async (service: TestService, editor: Editor): Promise<EditorSession> => {
  const browser = { client: 'test', before: null, knownTo: [editor.id] }
  const { secret } = await service.run(createSession, { editor, method: 'passphrase', browser })
  return { editor, secret, ...browserOf(service, `sid=${secret}`) }
}

/** Adds an editor of this role and signs them in. */
export const signedIn = async (service: TestService, role: Role): Promise<EditorSession> => {
  count += 1
  const person = { name: `Some ${role}`, email: `${role}.${count}@example.org`, role, actor: 'test' }
  const { editor } = await service.run(addEditor, person)
  return sessionOf(service, editor)
}

/** One signed-in editor of each role. */
export const signedInEach = async (service: TestService): Promise<Record<Role, EditorSession>> => {
  const pairs = await Promise.all(roles.map(async (role) => [role, await signedIn(service, role)] as const))
  return Object.fromEntries(pairs) as Record<Role, EditorSession>
}

export const PASSPHRASE = 'correct horse battery staple'

export const invite = (service: TestService, role: Role = 'editor', email = 'ada@example.org') =>
  service.run(addEditor, { name: 'Ada Example', email, role, actor: 'test' })

export const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

/** An editor whose passphrase is set, with the cookie of the session. */
export const addSignedInEditor = async (service: TestService, email = 'ada@example.org') => {
  const { token, editor } = await invite(service, 'editor', email)
  const response = await anonymous(service).post('/console/link', { token, passphrase: PASSPHRASE })
  assert.equal(response.status, 303)
  return { editor, cookie: cookieOf(response) }
}

export const trySignIn = (service: TestService, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  anonymous(service).post('/console/sign-in', { email: 'ada@example.org', passphrase: PASSPHRASE, ...fields }, headers)

export const isSignedIn = async (service: TestService, cookie: string): Promise<boolean> =>
  (await anonymous(service).get('/console/account', { cookie })).status === 200

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** Its owner was there and unlocked the device. */
const PRESENT_AND_VERIFIED = 0x05

export type SoftwarePasskey = { id: string; counter: number; privateKey: webcrypto.JsonWebKey }

/** The response of a device with this passkey to a sign-in challenge, as a browser sends it. */
export const passkeyResponse = (
  { id, counter, privateKey }: SoftwarePasskey,
  { challenge, origin }: { challenge: string; origin: string },
) => {
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }))
  const used = Buffer.alloc(5)
  used.writeUInt8(PRESENT_AND_VERIFIED)
  used.writeUInt32BE(counter, 1)
  const authenticatorData = Buffer.concat([sha256(new URL(origin).hostname), used])
  const signed = Buffer.concat([authenticatorData, sha256(clientData)])
  const signature = sign('sha256', signed, createPrivateKey({ key: privateKey, format: 'jwk' }))
  const response = {
    clientDataJSON: clientData.toString('base64url'),
    authenticatorData: authenticatorData.toString('base64url'),
    signature: signature.toString('base64url'),
  }
  return { id, response }
}
