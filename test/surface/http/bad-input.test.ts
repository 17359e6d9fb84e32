import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { submissionAttempts } from '#core/quota.ts'
import { assertFailure, assertPlainSentence } from '../../support/service/failures.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { rawRequest } from '../../support/service/raw-request.ts'
import { submitInto } from '../../support/service/review.ts'
import { stateSnapshot } from '../../support/service/state-snapshot.ts'
import { startTestService } from '../../support/service/test-service.ts'

/** One corpus for all: refused requests must leave it unchanged. */
const service = await startTestService({ after }, { trustedProxies: ['127.0.0.1'] })
await service.accept(leastPaper({ id: 'p1' }))
const key = await service.key()
await submitInto(service, { key, state: 'changes_requested', paper: { id: 'p2' } })

const contactForm = (given: object = {}): Record<string, unknown> => ({
  name: 'Ada',
  email: 'ada@example.org',
  message: 'Hello.',
  ...given,
})
const subscription = (given: object = {}): Record<string, unknown> => ({ email: 'ada@example.org', ...given })

/** Every route that takes a body, with a valid one. */
const endpoints = [
  {
    method: 'POST',
    path: '/api/papers',
    validBody: (given?: object) => leastPaper({ id: 'p3', ...given }),
    limit: 1_048_576,
  },
  {
    method: 'POST',
    path: '/api/papers?dryRun=true',
    validBody: (given?: object) => leastPaper({ id: 'p3', ...given }),
    limit: 1_048_576,
  },
  {
    method: 'PUT',
    path: '/api/submissions/p2',
    validBody: (given?: object) => leastPaper({ id: 'p2', ...given }),
    limit: 1_048_576,
  },
  { method: 'POST', path: '/api/contact', validBody: contactForm, limit: 32_768 },
  { method: 'POST', path: '/api/subscribe', validBody: subscription, limit: 4_096 },
] as const
type Endpoint = (typeof endpoints)[number]

let clients = 0
/** A client of its own for each request: what is refused counts against a limit, which is not what is tested here. */
const fromAnother = (): Record<string, string> => {
  clients += 1
  return { 'x-forwarded-for': `10.0.${Math.floor(clients / 250)}.${clients % 250}` }
}

const [keyRecord] = await service.store.private.keys.list()
assert.ok(keyRecord)
beforeEach(() =>
  service.store.transact(async (tx) => {
    for (const { bucket } of submissionAttempts(keyRecord)) await tx.quota.clear(bucket)
  }),
)

const send = (endpoint: Endpoint, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.url + endpoint.path, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...fromAnother(), ...headers },
    body,
  })

type Refused = {
  name: string
  body: string | Uint8Array
  headers?: Record<string, string>
  status: number
  code: string
  /** The wrong fields, each once. */
  paths?: string[]
}

const refuses = async (
  endpoint: Endpoint,
  { name, body, headers, status, code, paths = [] }: Refused,
): Promise<void> => {
  const failure = await assertFailure(await send(endpoint, body, headers), 'corpus', status)
  assert.equal(failure.code, code, name)
  assert.deepEqual([...new Set(failure.paths)], paths, name)
}

/** Sends every row of a table to an endpoint; nothing may have changed afterwards. */
const refusesAll = async (endpoint: Endpoint, table: readonly Refused[]): Promise<void> => {
  const before = await stateSnapshot(service, key)
  for (const refused of table) {
    await refuses(endpoint, refused)
    assert.deepEqual(await stateSnapshot(service, key), before, refused.name)
  }
}

const malformed = (name: string, body: string | Uint8Array): Refused => ({ name, body, status: 400, code: 'malformed' })

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

for (const endpoint of endpoints) {
  const validBody = JSON.stringify(endpoint.validBody())
  const filled = (bytes: number): string =>
    validBody.replace('{', `{"x":"${'a'.repeat(bytes - validBody.length - 7)}",`)
  const at = `${endpoint.method} ${endpoint.path}`

  test(`${at}: broken JSON is 400`, async () => {
    await refusesAll(endpoint, [
      malformed('nothing', ''),
      malformed('white space', '  \n'),
      malformed('cut off', validBody.slice(0, -1)),
      malformed('more behind it', `${validBody} x`),
      malformed('twice', validBody + validBody),
      malformed('a comma too many', validBody.replace(/\}$/u, ',}')),
      malformed('single quotes', validBody.replaceAll('"', "'")),
      malformed('a comment', `/* c */ ${validBody}`),
      malformed('bare names', '{id: 1}'),
      malformed('NaN', '{"x": NaN}'),
      malformed('Infinity', '{"x": Infinity}'),
      malformed('undefined', 'undefined'),
      malformed('a raw line break in a text', '{"x": "a\nb"}'),
      malformed('a raw NUL', '{"x": "a\u0000b"}'),
      malformed('a form', 'name=Ada&email=ada@example.org'),
      malformed('XML', '<paper/>'),
    ])
  })

  test(`${at}: a body that is not UTF-8 is 400`, async () => {
    await refusesAll(endpoint, [
      malformed('Latin-1', Buffer.from('{"x": "é"}', 'latin1')),
      malformed('a lone continuation', Buffer.from([0x7b, 0x22, 0x80, 0x22, 0x3a, 0x31, 0x7d])),
      malformed('an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])),
      malformed('an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])),
      malformed('UTF-16', Buffer.from(validBody, 'utf16le')),
    ])
  })

  test(`${at}: names given twice are 400, also escaped and deep inside`, async () => {
    const [name] = Object.keys(endpoint.validBody())
    const escaped = `\\u00${name?.charCodeAt(0).toString(16)}${name?.slice(1)}`
    await refusesAll(endpoint, [
      malformed('the same name', validBody.replace('{', `{"${name}":"p9",`)),
      malformed('the same name, escaped', validBody.replace('{', `{"${escaped}":"p9",`)),
      malformed('an unknown name', validBody.replace('{', '{"x":1,"x":1,')),
      malformed('__proto__', validBody.replace('{', '{"__proto__":1,"__proto__":2,')),
      malformed('inside an unknown field', validBody.replace('{', '{"x":[{"y":{"z":1,"z":2}}],')),
    ])
  })

  test(`${at}: JSON nested more than 16 levels deep is 400`, async () => {
    await refusesAll(endpoint, [
      malformed('17 lists', nested(17)),
      malformed('an object and 16 lists', validBody.replace('{', `{"x":${nested(16)},`)),
      malformed('17 objects', '{"x":'.repeat(16) + '{}' + '}'.repeat(16)),
      malformed('very deep', nested(Math.min(endpoint.limit / 2 - 10, 100_000))),
    ])
  })

  test(`${at}: a body that is not an object is 400`, async () => {
    await refusesAll(
      endpoint,
      ['null', 'true', 'false', '7', '-0', '1e400', '"text"', '[]', `[${validBody}]`, nested(16)].map((body) => ({
        name: body,
        body,
        status: 400,
        code: 'invalid',
        paths: ['body'],
      })),
    )
  })

  test(`${at}: any other Content-Type is 415`, async () => {
    const types = [
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'application/json-patch+json',
      'application/ld+json',
      'application/json; charset=latin1',
      'application/json; charset=utf-16',
      'application/json, text/plain',
      'application',
      'json',
      ';',
    ]
    await refusesAll(
      endpoint,
      types.map((type) => ({
        name: type,
        body: validBody,
        headers: { 'content-type': type },
        status: 415,
        code: 'unsupported_media_type',
      })),
    )
  })

  test(`${at}: a missing Content-Type is 415`, async () => {
    const before = await stateSnapshot(service, key)
    // Bytes, as fetch names a type for texts of its own accord.
    const response = await fetch(service.url + endpoint.path, {
      method: endpoint.method,
      headers: { 'x-api-key': key },
      body: Buffer.from(validBody),
    })
    assert.equal((await assertFailure(response, 'corpus', 415)).code, 'unsupported_media_type')
    assert.deepEqual(await stateSnapshot(service, key), before)
  })

  test(`${at}: a compressed body is 415`, async () => {
    await refusesAll(
      endpoint,
      ['gzip', 'GZIP', 'br', 'deflate', 'zstd', 'gzip, gzip', 'identity, gzip', 'x'].map((encoding) => ({
        name: encoding,
        body: gzipSync(validBody),
        headers: { 'content-encoding': encoding },
        status: 415,
        code: 'unsupported_media_type',
      })),
    )
  })

  test(`${at}: a body over ${endpoint.limit} bytes is 413`, async () => {
    assert.equal(filled(2_000_000).length, 2_000_000)
    await refusesAll(
      endpoint,
      [endpoint.limit + 1, 2_000_000].map((bytes) => ({
        name: `${bytes} bytes`,
        body: filled(bytes),
        status: 413,
        code: 'too_large',
      })),
    )
    await refusesAll(endpoint, [
      { name: 'no JSON at all', body: 'x'.repeat(endpoint.limit + 1), status: 413, code: 'too_large' },
      {
        name: 'few characters, many bytes',
        body: filled(endpoint.limit - 100).replace('"x":"a', `"x":"${'é'.repeat(60)}`),
        status: 413,
        code: 'too_large',
      },
    ])
  })

  test(`${at}: a body of unknown length is 413 as soon as it is too long`, async () => {
    const before = await stateSnapshot(service, key)
    const reply = await rawRequest(service.url + endpoint.path, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'transfer-encoding': 'chunked' },
      chunks: Array<string>(8).fill('['.repeat(endpoint.limit / 4)),
    })
    assert.equal(reply.status, 413)
    const body = JSON.parse(reply.body) as { success: boolean; error: string; code: string }
    assert.deepEqual([body.success, body.code], [false, 'too_large'])
    assertPlainSentence(body.error)
    assert.deepEqual(await stateSnapshot(service, key), before)
  })
}

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

for (const endpoint of endpoints.slice(0, 3))
  test(`${endpoint.method} ${endpoint.path}: a wrong value is 400 and its field is named`, async () => {
    const table = withInvalidFields(endpoint, invalidValues)
    assert.ok(table.length > 200)
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

test('an unusual spelling of the JSON media type is accepted', async () => {
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
  ]) {
    const response = await send(endpoints[1], JSON.stringify(endpoints[1].validBody()), {
      'content-type': type,
      'content-encoding': 'identity',
    })
    assert.equal(response.status, 200, type)
  }
})

test('16 levels, the largest body and unknown fields are accepted', async () => {
  const endpoint = endpoints[1]
  const deep = JSON.stringify(endpoint.validBody()).replace('{', `{"x":${nested(15)},`)
  assert.equal((await send(endpoint, deep)).status, 200)
  const empty = JSON.stringify(endpoint.validBody({ fullText: '' })).length
  const largest = JSON.stringify(endpoint.validBody({ fullText: 'a'.repeat(1_048_576 - empty) }))
  assert.equal(largest.length, 1_048_576)
  assert.equal((await send(endpoint, largest)).status, 200)
})

test('after all of this the next valid request is accepted', async () => {
  const before = await service.send('POST', '/api/contact', contactForm())
  assert.equal(before.headers.get('ratelimit'), '"contact";r=9;t=3600', 'nothing refused was counted')
  const submitted = await service.send('POST', '/api/papers', leastPaper({ id: 'p3' }), { 'x-api-key': key })
  assert.equal(submitted.headers.get('ratelimit'), '"submit";r=98;t=3600', 'nothing refused was counted')
})
