import assert from 'node:assert/strict'
import { test } from 'node:test'
import { includesRole, isRole, roles, type Role } from '#core/access/editor.ts'
import type { Route } from '#http/routing/route.ts'
import { consoleTable, fillConsole, samplePath } from '../../support/service/routes.ts'
import {
  anonymous,
  sameOrigin,
  sessionOf,
  signedInEach,
  type EditorSession,
} from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Caller = Role | 'nobody'
const callers: readonly Caller[] = ['nobody', ...roles]

/** What the route table promises to a caller. */
const expected = ({ access, method }: Route, caller: Caller): 'in' | 'sign-in' | 401 | 403 => {
  if (!isRole(access)) return 'in'
  if (caller === 'nobody') return method === 'get' ? 'sign-in' : 401
  return includesRole(caller, access) ? 'in' : 403
}

const ask = (browser: Pick<EditorSession, 'headers'>, url: string, route: Route): Promise<Response> =>
  fetch(url + samplePath(route), {
    method: route.method.toUpperCase(),
    headers: { ...browser.headers, ...sameOrigin, 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
    ...(route.method === 'get' ? {} : { body: '' }),
  })

/** The outcome as `expected` names it. An authorized caller gets the handler's response to an empty form, but no 5xx. */
const outcome = async (response: Response): Promise<string | number> => {
  const text = await response.text()
  if (response.status === 303 && response.headers.get('location')?.startsWith('/console/sign-in?next=') === true)
    return 'sign-in'
  if (response.status === 401 && text.includes('You are not signed in')) return 401
  if (response.status === 403) return 403
  return response.status < 500 ? 'in' : response.status
}

test('every route of the console authorizes exactly the roles that its row names', async (t) => {
  assert.ok(consoleTable.length >= 6)
  const service = await startTestService(t)
  await fillConsole(service)
  const editors = await signedInEach(service)
  let cells = 0
  for (const route of consoleTable)
    for (const caller of callers) {
      // A new session for each cell: some routes end it.
      const browser = caller === 'nobody' ? anonymous(service) : await sessionOf(service, editors[caller].editor)
      const found = await outcome(await ask(browser, service.url, route))
      assert.equal(found, expected(route, caller), `${caller}: ${route.method} ${route.path}`)
      cells += 1
    }
  assert.equal(cells, consoleTable.length * 4)
  t.diagnostic(`${cells} cells of the authorisation table`)
})

/** The decided rules, written apart from the table: the least role for an area. Areas not named need an editor. */
const secondFactorRole = ({ path, method }: Route): Role => {
  if (/^\/console\/(?:people|keys|subscribers)\b/u.test(path)) return 'admin'
  if (/^\/console(?:$|\/account\b|\/confirm\b|\/second-factor$|\/passkeys\b|\/sign-out$|\/find$)/u.test(path))
    return 'reviewer'
  const isReviewing = /^\/console\/queue\b/u.test(path) && (method === 'get' || path.endsWith('/recommend'))
  return isReviewing ? 'reviewer' : 'editor'
}

test('no row of the console requires less than was decided', () => {
  for (const route of consoleTable) {
    const { access } = route
    if (isRole(access))
      assert.ok(includesRole(access, secondFactorRole(route)), `${route.method} ${route.path} is open to ${access}`)
  }
})

test('no row of the console is open by accident: only signing in and links are', () => {
  assert.deepEqual(
    [...new Set(consoleTable.filter(({ access }) => !isRole(access)).map(({ path }) => path))].toSorted(),
    [
      '/console/link',
      '/console/passkeys/sign-in',
      '/console/passkeys/sign-in/challenge',
      '/console/sign-in',
      '/console/sign-in/code',
    ],
  )
  for (const { path, caching, allowCors } of consoleTable) {
    assert.match(path, /^\/console(?:\/|$)/u)
    assert.deepEqual({ caching, allowCors }, { caching: 'none', allowCors: false }, path)
  }
})

test('nothing of the console is in the public description, kept by caches, or readable from other sites', async (t) => {
  const service = await startTestService(t)
  const { admin } = await signedInEach(service)
  for (const path of ['/openapi.json', '/docs'])
    assert.doesNotMatch(await (await service.get(path)).text(), /["> ]\/console/u, path)
  for (const route of consoleTable)
    for (const browser of [await sessionOf(service, admin.editor), anonymous(service)]) {
      const response = await ask(browser, service.url, route)
      assert.equal(response.headers.get('cache-control'), 'no-store', route.path)
      assert.equal(response.headers.get('access-control-allow-origin'), null, route.path)
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff', route.path)
      await response.body?.cancel()
    }
})

test('a role that changes counts from the next request on', async (t) => {
  const service = await startTestService(t)
  const { reviewer } = await signedInEach(service)
  const route = consoleTable.find(({ access, method }) => access === 'editor' && method === 'get')
  assert.ok(route)
  assert.equal((await reviewer.get(samplePath(route))).status, 403)
  await service.store.transact((tx) => tx.editors.setRole(reviewer.editor.id, 'editor'))
  assert.notEqual((await reviewer.get(samplePath(route))).status, 403)
})
