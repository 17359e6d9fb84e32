import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { isRole } from '#core/access/editor.ts'
import type { Route } from '#http/routing/route.ts'
import { fillConsole, samplePath } from '../../support/service/console-routes.ts'
import { sameOrigin, signedIn } from '../../support/service/editor-session.ts'
import { engines } from '../../support/database/engines.ts'
import { routeTables } from '../../support/service/route-tables.ts'
import { startTestService } from '../../support/service/test-service.ts'

/** The formats of a paper are part of its last segment. */
const withNul = ({ path }: Route): string =>
  path.replaceAll(/:\w+(?:\{\[\^\/\]\+\\(?<suffix>\.\w+)\})?/gu, (...given) => {
    const { suffix = '' } = given.at(-1) as { suffix?: string }
    return `%00${suffix}`
  })

const parametersOf = ({ query }: Route): string[] => (query instanceof z.ZodObject ? Object.keys(query.shape) : [])

for (const engine of engines)
  test(`${engine.name}: an id or a parameter that holds a NUL is no internal error`, async (t) => {
    const service = await startTestService(t, { engine })
    await fillConsole(service)
    const key = await service.key('submit', 'review', 'draft')
    const editor = await signedIn(service, 'admin')
    const statusOf = async (route: Route, path: string): Promise<number> => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json', 'if-match': '"1"' }
      const init: RequestInit = { headers: isRole(route.access) ? { ...editor.headers, ...sameOrigin } : headers }
      const body = route.method === 'get' ? null : isRole(route.access) ? new URLSearchParams({ version: '1' }) : '{}'
      const response = await fetch(service.url + path, {
        ...init,
        method: route.method.toUpperCase(),
        body,
        redirect: 'manual',
      })
      await response.arrayBuffer()
      return response.status
    }

    let tried = 0
    for (const route of routeTables) {
      const path = withNul(route)
      // A file of the program is sent under any version of its address.
      if (path === route.path || path.startsWith('/assets/')) continue
      const status = await statusOf(route, path)
      // A key is good for its own session only: another id says nothing about whether there is such a session.
      const missing = path.startsWith('/api/ingest-sessions/') ? 403 : 404
      if (route.method === 'get') assert.equal(status, missing, `GET ${path}`)
      assert.ok(status >= 300 && status < 500, `${route.method} ${path} was answered ${status}`)
      tried += 1
    }
    assert.ok(tried >= 120, `only ${tried} routes have an id`)
    for (const route of routeTables.filter(({ method }) => method === 'get'))
      for (const name of parametersOf(route)) {
        const path = `${samplePath(route)}?${name}=%00`
        const status = await statusOf(route, path)
        assert.ok(status < 500, `GET ${path} was answered ${status}`)
      }
    assert.deepEqual(
      service.logged.filter(({ level }) => level === 'error'),
      [],
    )
  })
