import { createSession } from '#actions/sessions/create-session.ts'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { roles, type Editor, type Role } from '#core/access/editor.ts'
import type { TestService } from './test-service.ts'

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

/** What a browser sends with a form of a page of ours. */
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

/** Signs a known editor in, in a browser of its own, without HTTP. */
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
