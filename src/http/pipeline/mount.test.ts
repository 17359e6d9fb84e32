import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { Failure } from '#core/failure.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { mountPorts } from '../../../test/support/service/routes.ts'
import { mount } from './mount.ts'

const forEditors: Route = {
  method: 'get',
  path: '/console/thing',
  summary: 'A thing',
  access: 'reviewer',
  caching: 'none',
  allowCors: false,
  responses: {},
  handle: () => json(200, {}),
}

const ports = mountPorts(1_000)

const present = (failure: Failure) => json(403, { error: failure.message })

const refuse = async () => {
  throw new Failure('role_missing', 'not you')
}

test('a route for editors is not mounted on a surface without authorization', () => {
  assert.throws(() => mount(new Hono(), [forEditors], present, ports), /must be authorized/u)
  mount(new Hono(), [{ ...forEditors, access: 'public' }], present, ports)
})

test('a route for editors is never cached', () => {
  assert.throws(
    () => mount(new Hono(), [{ ...forEditors, caching: 'revision' }], present, { ...ports, authorize: refuse }),
    /must not be cached/u,
  )
})

test('authorization runs before the handlers of its surface, and of no other', async () => {
  const app = new Hono()
  mount(app, [forEditors], present, { ...ports, authorize: refuse })
  mount(app, [{ ...forEditors, path: '/open', access: 'public' }], present, ports)
  assert.equal((await app.request('/console/thing')).status, 403)
  assert.equal((await app.request('/open')).status, 200)
})
