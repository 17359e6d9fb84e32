import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { assertFailure } from '../../support/service/responses.ts'
import { endpoints, openRefusingService, type Endpoint, type Refused } from '../../support/service/refused-bodies.ts'
import { stateSnapshot, startTestService } from '../../support/service/test-service.ts'
import { z } from 'zod'
import { isRole } from '#core/access/editor.ts'
import type { Route } from '#http/routing/route.ts'
import { fillConsole, samplePath, routeTables } from '../../support/service/routes.ts'
import { sameOrigin, signedIn } from '../../support/service/editor-session.ts'
import { engines } from '../../support/database/engines.ts'

const { service, key, send, refusesAll, clearAttempts, countedNothing } = await openRefusingService({ after })
beforeEach(clearAttempts)

const NOT_TEXT = [7, true, null, ['a'], { a: 1 }]
const NOT_NUMBER = ['7', true, null, [7], { a: 1 }, '']
const NOT_LIST = ['a', 7, true, null, { 0: 'a' }]
const UNSTORABLE_IN_LINE = [
  'a\u0000b',
  'a\ud800b',
  'a\udc00',
  '\ud83d',
  'a\nb',
  'a\tb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
]
const UNSTORABLE_IN_BLOCK = ['a\u0000b', 'a\ud800b', 'a\udc00', 'a\u0001b', 'a\u001bb', 'a\u007fb']
const NO_LINK = [
  'example.org',
  '//example.org',
  '/paper',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'ftp://example.org/x',
  'file:///etc/passwd',
  'mailto:ada@example.org',
  'https://user:secret@example.org/x',
  'https://user@example.org/x',
  'https://',
  'https:///x y',
  'http//example.org',
  `https://example.org/${'x'.repeat(2_048)}`,
]

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `value ${index}`)

/** What no paper may say, by field. */
const invalidValues: Record<string, unknown[]> = {
  id: [...NOT_TEXT, '', 'p', 'P1', '1', 'p1234567890123456', 'p1.5', 'p-1', ' p1', 'p1 ', 'p1\n', 'p１', "p1'"],
  title: [...NOT_TEXT, ...UNSTORABLE_IN_LINE, '', ' ', 'x'.repeat(1_001)],
  authors: [...NOT_LIST, [], many(2_001)],
  'authors.0': [...NOT_TEXT, ...UNSTORABLE_IN_LINE, '', '  ', 'x'.repeat(301)].map((author) => [author]),
  'authorDetails.0.orcid': ['', '0000-0002-1825-0098', 7].map((orcid) => [{ name: 'Ada Example', orcid }]),
  year: [...NOT_NUMBER, 1_799, 2_028, 0, -2_025, 20_250, 2_025.5, 9e15, -0],
  institution: [...NOT_TEXT, ...UNSTORABLE_IN_LINE, 'x'.repeat(501)],
  url: [...NOT_TEXT, ...UNSTORABLE_IN_LINE, ...NO_LINK],
  abstract: [...NOT_TEXT, ...UNSTORABLE_IN_BLOCK, 'x'.repeat(50_001)],
  chapter: [...NOT_NUMBER, 0, 8, -1, 1.5, 70, -0],
  longHorizonScore: [...NOT_NUMBER, -0.1, 1.1, 1.000_000_1, 8.2, 10, -1],
  enterpriseScore: [...NOT_NUMBER, -0.1, 1.1, 2],
  topics: [...NOT_LIST, many(101)],
  'topics.0': [...NOT_TEXT, ...UNSTORABLE_IN_LINE, '', 'x'.repeat(201)].map((topic) => [topic]),
  concepts: [...NOT_LIST, many(101)],
  'concepts.0': [...NOT_TEXT, ...UNSTORABLE_IN_LINE, '', 'x'.repeat(201)].map((concept) => [concept]),
  frameworkMappings: [...NOT_LIST, many(101)],
  'frameworkMappings.0': [...NOT_TEXT, ...UNSTORABLE_IN_LINE, '', 'x'.repeat(201)].map((name) => [name]),
  houseCommentary: [...NOT_TEXT, ...UNSTORABLE_IN_BLOCK, 'x'.repeat(50_001)],
  storageUrl: [...NOT_TEXT, ...UNSTORABLE_IN_LINE, ...NO_LINK],
  type: [...NOT_TEXT, '', 'Survey', 'case study', 'article', '__proto__'],
  fullText: [...NOT_TEXT, ...UNSTORABLE_IN_BLOCK],
  abstractBy: [...NOT_TEXT, '', 'Editors', 'editor', 'nobody'],
  fullTextKind: [...NOT_TEXT, '', 'Note', 'summary'],
}

/** Bodies with one error each, out of a table of values by path. */
const withInvalidFields = (endpoint: Endpoint, table: Record<string, unknown[]>): Refused[] =>
  Object.entries(table).flatMap(([path, values]) =>
    values.map((value) => {
      const [field = ''] = path.split('.')
      const body = JSON.stringify(endpoint.validBody({ [field]: value }))
      return {
        name: `${path}: ${JSON.stringify(value).slice(0, 60)}`,
        body,
        status: 400,
        code: 'invalid',
        paths: [path],
      }
    }),
  )

/** One schema reads a paper wherever it is sent, so every value goes to the first address, and two for each field to the others. */
const someInvalidValues = Object.fromEntries(
  Object.entries(invalidValues).map(([path, values]) => [path, [values[0], values.at(-1)]]),
)

for (const [index, endpoint] of endpoints.slice(0, 3).entries())
  test(`${endpoint.method} ${endpoint.path}: a wrong value is 400 and its field is named`, async () => {
    const table = withInvalidFields(endpoint, index === 0 ? invalidValues : someInvalidValues)
    assert.ok(table.length >= (index === 0 ? 200 : 32))
    await refusesAll(endpoint, table)
  })

test('POST /api/contact: a wrong value is 400 and its field is named', async () => {
  await refusesAll(
    endpoints[3],
    withInvalidFields(endpoints[3], {
      name: [...NOT_TEXT, ...UNSTORABLE_IN_LINE, '', ' ', 'x'.repeat(201)],
      email: [...NOT_TEXT, '', 'ada', 'a@b@c.org', 'ada@example.org\u0000', `${'x'.repeat(250)}@example.org`],
      organisation: [...NOT_TEXT, ...UNSTORABLE_IN_LINE, 'x'.repeat(201)],
      subject: [...NOT_TEXT, ...UNSTORABLE_IN_LINE, 'x'.repeat(201)],
      message: [...NOT_TEXT, ...UNSTORABLE_IN_BLOCK, '', ' \n ', 'x'.repeat(10_001)],
    }),
  )
})

test('POST /api/subscribe: a wrong value is 400 and its field is named', async () => {
  await refusesAll(
    endpoints[4],
    withInvalidFields(endpoints[4], {
      email: [...NOT_TEXT, '', 'ada', 'a@b@c.org', 'ada@example.org\u0000', `${'x'.repeat(250)}@example.org`],
      name: [...NOT_TEXT, ...UNSTORABLE_IN_LINE, 'x'.repeat(201)],
    }),
  )
})

test('a number too large for a double is a wrong number', async () => {
  const [endpoint] = endpoints
  const withNumber = (field: string, number: string): Refused => ({
    name: `${field}: ${number}`,
    body: JSON.stringify(endpoint.validBody({ [field]: 'HERE' })).replace('"HERE"', number),
    status: 400,
    code: 'invalid',
    paths: [field],
  })
  await refusesAll(
    endpoint,
    ['year', 'chapter', 'longHorizonScore', 'enterpriseScore'].flatMap((field) =>
      ['1e400', '-1e400', '1e308'].map((number) => withNumber(field, number)),
    ),
  )
})

test('missing fields are all named at once', async () => {
  for (const [endpoint, paths] of [
    [endpoints[0], ['id', 'title', 'authors', 'year']],
    [endpoints[2], ['id', 'title', 'authors', 'year']],
    [endpoints[3], ['name', 'email', 'message']],
    [endpoints[4], ['email']],
  ] as const)
    await refusesAll(endpoint, [{ name: endpoint.path, body: '{}', status: 400, code: 'invalid', paths: [...paths] }])
})

test('all errors are named at once, wherever they are, and the sentence counts them', async () => {
  const [endpoint] = endpoints
  const wrong = {
    id: 'x',
    title: '',
    authors: ['Ada', '', 7],
    year: 3_000,
    chapter: 9,
    longHorizonScore: 2,
    url: 'javascript:alert(1)',
    topics: ['ok', 'a\u0000b'],
    type: 'poem',
  }
  const before = await stateSnapshot(service, key)
  const { paths, sentence } = await assertFailure(await send(endpoint, JSON.stringify(wrong)), 'corpus', 400)
  const wanted = [
    'authors.1',
    'authors.2',
    'chapter',
    'id',
    'longHorizonScore',
    'title',
    'topics.1',
    'type',
    'url',
    'year',
  ]
  assert.deepEqual([...new Set(paths)].toSorted(), wanted)
  assert.match(sentence, new RegExp(`\\b${paths.length - 1} more`, 'u'))
  assert.deepEqual(await stateSnapshot(service, key), before)
})

test('after all of this the next valid request is accepted', countedNothing)

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
