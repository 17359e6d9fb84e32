import assert from 'node:assert/strict'
import { house } from '../../support/ports.ts'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { authorize } from '#http/auth/authorize.ts'
import { json } from '#http/routing/reply.ts'
import { mount } from '#http/pipeline/mount.ts'
import type { Route } from '#http/routing/route.ts'
import { consoleFailurePresenter } from '#http/console/errors.ts'
import { consoleTable, samplePath, mountPorts, fillConsole } from '../../support/service/routes.ts'
import { sessionOf, signedIn, anonymous, signedInEach } from '../../support/service/editor-session.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'
import { join } from 'node:path'
import { addEditor } from '#actions/editors.ts'
import { checkCorpus } from '#maintenance/backup.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { temporaryFolder } from '../../support/files.ts'

const sites = [undefined, 'same-origin', 'same-site', 'cross-site', 'none', 'Same-Origin', 'same-origin, cross-site']
const methods = ['POST', 'PUT', 'DELETE'] as const
const types = ['application/x-www-form-urlencoded', 'application/json', 'text/plain', 'multipart/form-data; boundary=x']

/** The console's authorization around a handler that counts: a forged request must not be counted. */
const countingConsole = async (t: TestContext, service: TestService) => {
  const { store, clock, run } = service
  const counted: string[] = []
  const routes = methods.map((method): Route => ({
    method: method.toLowerCase() as 'post' | 'put' | 'delete',
    path: '/console/count',
    summary: 'Counts',
    access: 'editor',
    caching: 'none',
    allowCors: false,
    responses: { 200: { description: 'Counted.' } },
    handle: () => {
      counted.push(method)
      return json(200, {})
    },
  }))
  const site = { url: '' }
  const publicUrl = (): string => site.url
  const app = new Hono()
  const ports = mountPorts(1)
  const { log } = ports
  const authorized = authorize({ secondFactorRole: 'none', store, clock, log, run, publicUrl, trustedProxies: [] })
  mount(app, routes, consoleFailurePresenter({ site: house }), { ...ports, authorize: authorized })
  const answer = getRequestListener(app.fetch)
  const server: Server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: site.url, counted }
}

test('of all combinations of Sec-Fetch-Site, Origin, method and content type, only our own change anything', async (t) => {
  const service = await startTestService(t)
  const { headers } = await signedIn(service, 'admin')
  const { url, counted } = await countingConsole(t, service)
  const origins = [undefined, url, `${url}.example.org`, 'https://evil.example', 'null', url.replace('http', 'https')]
  let cells = 0
  for (const site of sites)
    for (const origin of origins)
      for (const method of methods)
        for (const type of types) {
          const before = counted.length
          const response = await fetch(`${url}/console/count`, {
            method,
            headers: {
              ...headers,
              'content-type': type,
              ...(site === undefined ? {} : { 'sec-fetch-site': site }),
              ...(origin === undefined ? {} : { origin }),
            },
            body: 'x',
          })
          await response.body?.cancel()
          const isOwn = site === 'same-origin' || site === 'none' || (site === undefined && origin === url)
          const cell = `${site} ${origin} ${method} ${type}`
          assert.equal(response.status, isOwn ? 200 : 403, cell)
          assert.equal(counted.length - before, isOwn ? 1 : 0, cell)
          cells += 1
        }
  assert.equal(cells, 7 * 6 * 3 * 4)
  t.diagnostic(`${cells} cells`)
})

test('every route of the console that may change something refuses what another site sends', async (t) => {
  const service = await startTestService(t)
  const { editor } = await signedIn(service, 'admin')
  const unsafe = consoleTable.filter(({ method }) => method !== 'get')
  assert.ok(unsafe.length >= 3)
  for (const route of unsafe)
    for (const type of types) {
      const { headers } = await sessionOf(service, editor)
      const response = await fetch(service.url + samplePath(route), {
        method: route.method.toUpperCase(),
        headers: { ...headers, 'content-type': type, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        body: 'x',
        redirect: 'manual',
      })
      assert.equal(response.status, 403, `${route.path} ${type}`)
      assert.match(await response.text(), /This request came from a site other than/u)
    }
})

test('no GET of the console changes anything in the database, for any role', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const engine = {
    name: 'SQLite',
    open: async (_t: unknown, ports: Parameters<typeof openSqliteStore>[1]) => openSqliteStore(path, ports),
  }
  const service = await startTestService(t, { engine })
  await fillConsole(service)
  const editors = await signedInEach(service)
  const person = { name: 'New', email: 'new@example.org', role: 'editor' as const, actor: 'test' }
  const { token } = await service.run(addEditor, person)
  const state = () => checkCorpus({ engine: 'sqlite', path })
  const before = await state()
  const paths = new Set([
    ...consoleTable
      .filter(({ method }) => method === 'get')
      .flatMap((route) => {
        const sample = samplePath(route)
        return [
          sample,
          sample.replace(/p1$/u, 'p2'),
          `${sample}?done=role`,
          `${sample}?action=delete&id=p1&_method=POST`,
        ]
      }),
    `/console/link?token=${token}`,
    '/console/sign-out',
    '/console/account/sessions/end-others',
  ])
  assert.ok(paths.size > 20)
  for (const each of paths)
    for (const browser of [anonymous(service), ...Object.values(editors)])
      for (const method of ['GET', 'HEAD']) {
        const headers = { ...browser.headers, 'x-http-method-override': 'POST' }
        const response = await fetch(service.url + each, { method, headers, redirect: 'manual' })
        assert.ok(response.status < 500, each)
        await response.body?.cancel()
      }
  assert.deepEqual(await state(), before)
  await editors.reviewer.post('/console/sign-out')
  assert.notDeepEqual(await state(), before, 'a change would have been seen')
})
