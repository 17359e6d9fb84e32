import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { mountWhenUsed } from './mount-when-used.ts'

/** An app whose every request has an id, with one surface at /inner. */
const appWith = (load: (surface: Hono) => Promise<void>): Hono => {
  const app = new Hono()
  app.use(async (context, next) => {
    context.set('requestId' as never, context.req.header('x-request-id') as never)
    await next()
  })
  app.get('/', (context) => context.text('outer'))
  mountWhenUsed(app, ['/inner', '/inner/*'], load)
  return app
}

test('a surface is loaded once, with the first request for it', async () => {
  let loads = 0
  const app = appWith(async (surface) => {
    loads += 1
    surface.get('/inner/:id', (context) =>
      context.text(`${context.req.param('id')} ${String(context.get('requestId' as never))}`),
    )
    surface.notFound((context) => context.text('no such page', 404))
  })
  const textOf = async (path: string) =>
    (await app.request(path, { headers: { 'x-request-id': `request ${path}` } })).text()
  assert.equal(await textOf('/'), 'outer')
  assert.equal(loads, 0)
  assert.deepEqual(await Promise.all([textOf('/inner/a'), textOf('/inner/b'), textOf('/inner')]), [
    'a request /inner/a',
    'b request /inner/b',
    'no such page',
  ])
  assert.equal(loads, 1)
})

test('a surface that could not be loaded is tried again with the next request', async (t) => {
  t.mock.method(console, 'error', () => {})
  let loads = 0
  const app = appWith(async (surface) => {
    loads += 1
    if (loads === 1) throw new Error('no')
    surface.get('/inner', (context) => context.text('here'))
  })
  assert.equal((await app.request('/inner')).status, 500)
  assert.equal(await (await app.request('/inner')).text(), 'here')
})

test('the router of a surface is built in a turn of its own', async () => {
  const happened: string[] = []
  const app = appWith(async (surface) => {
    const { router } = surface
    const match = router.match.bind(router)
    router.match = (method, path) => {
      happened.push(path)
      setImmediate(() => happened.push('others'))
      return match(method, path)
    }
    surface.get('/inner/:id', (context) => {
      happened.push('request')
      return context.text('inner')
    })
  })
  assert.equal(await (await app.request('/inner/a')).text(), 'inner')
  assert.deepEqual(happened, ['/', 'others', 'request'])
})
