import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { readFileSync } from 'node:fs'
import { statusCodes } from '#http/routing/failure-status.ts'

const service = await startTestService({ after })
await service.accept(wholePaper())

const textAt = async (path: string): Promise<string> => (await service.get(path)).text()
const decoded = (markup: string): string =>
  markup.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

test('every operation of the description has an entry that links lead to, and a page of its own', async () => {
  type Operation = { operationId: string; summary: string; parameters: { name: string }[]; responses: object }
  const { paths } = await jsonOf<{ paths: Record<string, Record<string, Operation>> }>(
    await service.get('/openapi.json'),
  )
  const index = await textAt('/docs')
  const operations = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/assets/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    )
  assert.ok(operations.length > 130, `only ${operations.length} operations were seen`)
  for (const { operationId, method, path, parameters, responses } of operations) {
    assert.ok(index.includes(`<li id="${operationId}"><a href="/docs/${operationId}">`), operationId)
    const page = await service.get(`/docs/${operationId}`)
    assert.equal(page.status, 200, operationId)
    const text = decoded(await page.text())
    assert.ok(text.includes(`<h1><code>${method.toUpperCase()} ${path}</code></h1>`), operationId)
    for (const { name } of parameters) assert.ok(text.includes(`<td><code>${name}</code>`), `${operationId}: ${name}`)
    for (const status of Object.keys(responses).filter((name) => name !== 'default'))
      assert.ok(text.includes(`id="answer-${status}"`), `${operationId}: ${status}`)
    for (const language of ['curl', 'javascript', 'python'])
      assert.ok(text.includes(`id="example-${language}"`), operationId)
  }
})

test('an operation that does not exist is a missing page', async () => {
  assert.equal((await service.get('/docs/getNothing')).status, 404)
})

test('members of answers are described level by level, with what they are', async () => {
  const text = decoded(await textAt('/docs/getApiPapersById'))
  assert.match(text, /<code>paper<\/code> <span class="kind">object<\/span>/u)
  assert.match(text, /<summary>Members of paper<\/summary><ul class="schema"><li><code>id<\/code>/u)
  assert.match(text, /<code>longHorizonScore<\/code> <span class="kind">number from 0 to 1, optional/u)
})

test('only reads and posts of JSON can be tried, and a key is asked for where one is needed', async () => {
  assert.match(await textAt('/docs/getApiPapers'), /class="try" hidden/u)
  assert.doesNotMatch(await textAt('/docs/getApiPapers'), /try-key/u)
  assert.match(await textAt('/docs/postApiPapers'), /id="try-key" type="password" autocomplete="off"/u)
  for (const id of ['putApiSubmissionsById', 'deleteApiSubmissionsById', 'postContact'])
    assert.doesNotMatch(await textAt(`/docs/${id}`), /class="try"/u, id)
})

test('the example in JavaScript runs as it stands', async () => {
  const page = decoded(await textAt('/docs/getApiPapersById'))
  const code = /id="example-javascript"[^>]*>(?<code>.*?)<\/pre>/su.exec(page)?.groups?.code ?? ''
  const said: unknown[] = []
  const run = code.replace('/p19', '/p1').replace('console.log(', 'globalThis.exampleSaid(')
  Object.assign(globalThis, { exampleSaid: (...words: unknown[]) => said.push(...words) })
  await import(`data:text/javascript,${encodeURIComponent(run)}`)
  assert.equal(said[0], 200)
  assert.match(String(said[1]), /"id":"p1"/u)
})

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
