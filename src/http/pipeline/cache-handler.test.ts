import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { z } from 'zod'
import { limitParameter } from '#http/input/query.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { mountPorts } from '../../../test/support/service/routes.ts'
import { mount } from './mount.ts'

/** An app with one cached route, and how often its handler ran. */
const counted = (path: `/${string}`, query?: Route['query']): { app: Hono; built: () => number } => {
  const app = new Hono()
  let built = 0
  const route: Route = {
    method: 'get',
    path,
    summary: 'A thing',
    access: 'public',
    caching: 'revision',
    allowCors: true,
    ...(query === undefined ? {} : { query }),
    responses: {},
    handle: () => json(200, { built: (built += 1) }),
  }
  mount(app, [route], (failure) => json(400, { error: failure.message }), mountPorts())
  return { app, built: () => built }
}

const listQuery = z.object({ q: z.string().optional(), limit: limitParameter() })

test('a thousand addresses that mean the same build one response', async () => {
  const { app, built } = counted('/list', listQuery)
  for (let number = 0; number < 250; number += 1)
    for (const query of [
      `q=a&limit=500&${number}`,
      `${number}=x&limit=${500 + number}&q=a`,
      `limit=%3500&q=%61&n[]=${number}&n[]=2`,
      `limit=${'0'.repeat(number)}500&q=a`,
    ])
      assert.equal((await app.request(`/list?${query}`)).status, 200)
  assert.equal(built(), 1)
})

test('a path in another encoding is the same path', async () => {
  const { app, built } = counted('/things/:id')
  const tags = new Set()
  for (const id of ['p19', '%7019', 'p%319', '%70%31%39', 'p19?x', 'p19?y=1'])
    tags.add((await app.request(`/things/${id}`)).headers.get('etag'))
  assert.equal(tags.size, 1)
  assert.equal(built(), 1)
})

test('different requests get different responses', async () => {
  const { app, built } = counted('/list', listQuery)
  const targets = ['/list', '/list?limit=1', '/list?limit=2', '/list?q=', '/list?q=a', '/list?q=b', '/list?q=a&limit=1']
  const tags = new Set()
  for (const target of targets) tags.add((await app.request(target)).headers.get('etag'))
  assert.equal(tags.size, targets.length)
  assert.equal(built(), targets.length)
})

test('an invalid or unexpected parameter is refused as usual and builds nothing', async () => {
  const { app, built } = counted('/list', z.strictObject({ limit: limitParameter() }))
  for (const query of ['limit=0', 'limit=1&limit=1', 'x=1'])
    assert.equal((await app.request(`/list?${query}`)).status, 400)
  assert.equal(built(), 0)
})
