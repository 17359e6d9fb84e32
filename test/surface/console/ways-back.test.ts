import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOfForm, withWaysBack } from '#http/pipeline/ways-back.ts'
import { fillConsole, routeTables, samplePath } from '../../support/service/routes.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { startTestService } from '../../support/service/test-service.ts'

const isOfPage = ({ path }: { path: string }): boolean => !/^\/(?:api|mcp|oai)\b/u.test(path)

/** `fillConsole` uploads no file and changes no papers, so their pages say that there is nothing. */
const isOfNothing = (path: string): boolean => /^\/console\/(?:imports\/files|bulk-changes)\/p1\//u.test(path)

test('whoever opens the address of a form comes to a page', async (t) => {
  const service = await startTestService(t)
  await fillConsole(service)
  const { get } = await signedIn(service, 'admin')
  const forms = routeTables.filter((route) => route.method === 'post' && isOfPage(route))
  assert.ok(forms.length > 100, `${forms.length} forms`)
  const led: string[] = []
  for (const form of forms) {
    const path = samplePath(form)
    const first = await get(path)
    const location = first.headers.get('location')
    if (location !== null) led.push(path)
    const shown = location === null ? first : await get(location)
    // Pages of their own need the token of a link; the way back always ends at a page that is there.
    const expected = location === null || isOfNothing(path) ? [200, 400, 404] : [200, 303]
    assert.ok(expected.includes(shown.status), `${path} → ${location} ${shown.status}`)
    assert.match(await shown.text(), shown.status === 303 ? /^$/u : /<html/u, path)
  }
  assert.ok(led.length > 60, `${led.length} ways back`)
})

test('the way back is the nearest page above, or the page that edits what is named', async (t) => {
  const pages = new Set(['/a', '/a/:id', '/a/b/:id/edit'])
  assert.equal(pageOfForm('/a/:id/decide', pages), '/a/:id')
  assert.equal(pageOfForm('/a/preview', pages), '/a')
  assert.equal(pageOfForm('/a/b/:id/merge', pages), '/a/b/:id/edit')
  assert.equal(pageOfForm('/c/d', pages), null)
  const service = await startTestService(t)
  const { get } = await signedIn(service, 'editor')
  const to = async (path: string) => (await get(path)).headers.get('location')
  assert.equal(await to('/console/queue/p7/decide?order=risk'), '/console/queue/p7')
  assert.equal(await to('/console/papers/p7/retract'), '/console/papers/p7/edit')
  assert.equal(await to('/console/gaps/preview'), '/console/gaps', 'which is no gap')
  assert.equal(await to('/console/undo'), '/console/queue')
  assert.equal(await to('/console/queue/%2e%2e%2f%2e%2e/decide'), '/console/queue/..%2F..')
  assert.equal((await get('/console/keys/k_1/renew')).status, 403, 'for another role')
})

test('the description of the service names every address that can be opened', async (t) => {
  const service = await startTestService(t)
  const { paths } = (await (await service.get('/openapi.json')).json()) as { paths: Record<string, object> }
  const undescribed = Object.entries(paths).flatMap(([path, methods]) => ('get' in methods ? [] : [path]))
  assert.ok(undescribed.length > 10, `${undescribed.length} addresses that only take forms or bodies`)
  for (const path of undescribed)
    assert.equal((await service.get(path.replaceAll(/\{\w+\}/gu, 'p1'))).status, 405, path)
})

const handle = () => ({ status: 200, body: '', type: 'text/html', headers: {} })

test('a page that is added is not hidden by a way back', () => {
  const route = { summary: '', access: 'editor', caching: 'none', allowCors: false, responses: {} } as const
  const routes = withWaysBack([
    { ...route, method: 'get', path: '/x', handle, responses: { 200: { description: '', type: 'text/html' } } },
    { ...route, method: 'post', path: '/x/:id', handle },
    { ...route, method: 'get', path: '/x/new', handle },
  ])
  assert.deepEqual(
    routes.map(({ method, path }) => `${method} ${path}`),
    ['get /x', 'post /x/:id', 'get /x/new', 'get /x/:id'],
  )
})
