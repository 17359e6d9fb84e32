import assert from 'node:assert/strict'
import { addEditor } from '#actions/accounts/add-editor.ts'
import type { Role } from '#core/access/editor.ts'
import { anonymous } from './editor-session.ts'
import type { TestService } from './test-service.ts'

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
