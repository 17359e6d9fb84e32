import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeyScope } from '#core/access/api-key.ts'
import { assertFailure } from '../../support/service/responses.ts'
import { routeTables } from '../../support/service/routes.ts'
import { startTestService } from '../../support/service/test-service.ts'

/** What a route needs, by what it does: `draft`, the scope `review`, or a part of it. */
const neededScope = (method: string, path: string): KeyScope =>
  path.startsWith('/api/editorial/drafts')
    ? 'draft'
    : path === '/api/editorial/settings'
      ? 'review'
      : method === 'get'
        ? 'review:read'
        : path.endsWith('/recommendation')
          ? 'review:advise'
          : 'review:decide'

test('every route of the editorial API lets in the part of the scope that it is about, and no other', async (t) => {
  const service = await startTestService(t)
  const routes = routeTables.flatMap(({ method, path }) =>
    path.startsWith('/api/editorial/') ? [{ method, path }] : [],
  )
  assert.ok(routes.length >= 20, String(routes.length))
  const scopes: KeyScope[] = ['submit', 'ingest', 'review', 'review:read', 'review:advise', 'review:decide', 'draft']
  const keys = await Promise.all(scopes.map(async (scope) => [scope, await service.key(scope)] as const))
  for (const { method, path } of routes)
    for (const [scope, key] of keys) {
      const address = path.replaceAll(/:\w+/gu, 'p1')
      const body = method === 'get' ? {} : { body: '{}' }
      const headers = { 'x-api-key': key, 'content-type': 'application/json', 'if-match': '"1"' }
      const response = await fetch(service.url + address, { method: method.toUpperCase(), headers, ...body })
      const needed = neededScope(method, path)
      const isImport = scope === 'ingest' && path === '/api/editorial/imports'
      const isIn = isImport || scope === needed || (scope === 'review' && needed.startsWith('review'))
      if (!isIn) assert.equal((await assertFailure(response, 'corpus', 403)).code, 'scope_missing', `${method} ${path}`)
      else assert.ok(![401, 403, 500].includes(response.status), `${scope} ${method} ${path}: ${response.status}`)
      await response.body?.cancel().catch(() => {})
    }
})
