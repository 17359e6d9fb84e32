import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { statusCodes } from '#http/routing/status-codes.ts'
import { startTestService } from '../../support/service/test-service.ts'

const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')

/** Failures of the console and of forms, which the contract does not cover. */
const OF_PAGES = new Set(['cross_origin', 'not_signed_in', 'role_missing'])

const section = (text: string, heading: string): string => text.split(`### ${heading}`)[1]?.split('\n### ')[0] ?? ''

/** Rows of the tables of endpoints, as `GET /api/papers/:id`; the table of the agent API leaves GET out. */
const endpointsIn = (text: string): string[] => [
  ...[...section(text, '4.1 ').matchAll(/^\| (?<method>[A-Z]+) \| `(?<path>[^`]+)` /gmu)].map(
    ({ groups }) => `${groups?.method} ${groups?.path}`,
  ),
  ...[...section(text, '4.2 ').matchAll(/^\| `(?:(?<method>[A-Z]+) )?(?<path>[^`]+)` /gmu)].map(
    ({ groups }) => `${groups?.method ?? 'GET'} ${groups?.path}`,
  ),
]

/** Rows of the table of codes, as `404 not_found`. */
const codesIn = (text: string): string[] =>
  [...section(text, '7.3 ').matchAll(/^\| (?<status>\d{3}) \| (?<codes>[^|]+) \|/gmu)].flatMap(({ groups }) =>
    [...(groups?.codes ?? '').matchAll(/`(?<code>\w+)`/gu)].map((code) => `${groups?.status} ${code.groups?.code}`),
  )

const servedCodes = Object.entries(statusCodes)
  .filter(([code]) => !OF_PAGES.has(code))
  .map(([code, status]) => `${status} ${code}`)

test('the contract names every route of its two APIs and no other', async (t) => {
  const service = await startTestService(t)
  const { paths } = (await (await service.get('/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const served = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/editorial/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/gu, ':$1')}`),
    )
  assert.ok(served.length > 15, `only ${served.length} routes were seen`)
  assert.deepEqual(endpointsIn(page).toSorted(), served.toSorted())
})

test('the contract names every code of its two APIs with its status', () => {
  assert.deepEqual(codesIn(page).toSorted(), servedCodes.toSorted())
})

test('a missing route and a wrong status are noticed', () => {
  const planted = page
    .replace(/^\| GET \| `\/api\/stats`.*\n/mu, '')
    .replace('| 410 | `retracted` |', '| 404 | `retracted` |')
  assert.equal(endpointsIn(planted).length, endpointsIn(page).length - 1)
  assert.ok(codesIn(planted).includes('404 retracted'))
})
