import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertFailure, assertPlainSentence } from '../../support/service/failures.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { rawRequest } from '../../support/service/raw-request.ts'
import { submitInto } from '../../support/service/review.ts'
import { standing } from '../../support/service/state-snapshot.ts'
import { startTestService } from '../../support/service/test-service.ts'

/** One corpus for all: what is refused must leave it was. */
const service = await startTestService({ after })
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

/** Every route that takes a body, with a body that it would take. */
const doors = [
  {
    method: 'POST',
    path: '/api/papers',
    good: (given?: object) => leastPaper({ id: 'p3', ...given }),
    limit: 1_048_576,
  },
  {
    method: 'POST',
    path: '/api/papers?dryRun=true',
    good: (given?: object) => leastPaper({ id: 'p3', ...given }),
    limit: 1_048_576,
  },
  {
    method: 'PUT',
    path: '/api/submissions/p2',
    good: (given?: object) => leastPaper({ id: 'p2', ...given }),
    limit: 1_048_576,
  },
  { method: 'POST', path: '/api/contact', good: contactForm, limit: 32_768 },
  { method: 'POST', path: '/api/subscribe', good: subscription, limit: 4_096 },
] as const
type Door = (typeof doors)[number]

const send = (door: Door, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.url + door.path, {
    method: door.method,
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body,
  })

type Refused = {
  name: string
  body: string | Uint8Array
  headers?: Record<string, string>
  status: number
  code: string
  /** The mistaken fields, each once. */
  paths?: string[]
}

const refuses = async (door: Door, { name, body, headers, status, code, paths = [] }: Refused): Promise<void> => {
  const told = await assertFailure(await send(door, body, headers), 'corpus', status)
  assert.equal(told.code, code, name)
  assert.deepEqual([...new Set(told.paths)], paths, name)
}

/** Plays a table against a door; afterwards, and not only at the end, nothing may have changed. */
const refusesAll = async (door: Door, table: readonly Refused[]): Promise<void> => {
  const before = await standing(service, key)
  for (const refused of table) {
    await refuses(door, refused)
    assert.deepEqual(await standing(service, key), before, refused.name)
  }
}

const malformed = (name: string, body: string | Uint8Array): Refused => ({ name, body, status: 400, code: 'malformed' })

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

for (const door of doors) {
  const good = JSON.stringify(door.good())
  const filled = (bytes: number): string => good.replace('{', `{"x":"${'a'.repeat(bytes - good.length - 7)}",`)
  const at = `${door.method} ${door.path}`

  test(`${at}: broken JSON is 400`, async () => {
    await refusesAll(door, [
      malformed('nothing', ''),
      malformed('white space', '  \n'),
      malformed('cut off', good.slice(0, -1)),
      malformed('more behind it', `${good} x`),
      malformed('twice', good + good),
      malformed('a comma too many', good.replace(/\}$/u, ',}')),
      malformed('single quotes', good.replaceAll('"', "'")),
      malformed('a comment', `/* c */ ${good}`),
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
    await refusesAll(door, [
      malformed('Latin-1', Buffer.from('{"x": "é"}', 'latin1')),
      malformed('a lone continuation', Buffer.from([0x7b, 0x22, 0x80, 0x22, 0x3a, 0x31, 0x7d])),
      malformed('an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])),
      malformed('an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])),
      malformed('UTF-16', Buffer.from(good, 'utf16le')),
    ])
  })

  test(`${at}: names given twice are 400, also in disguise and deep inside`, async () => {
    const [name] = Object.keys(door.good())
    const escaped = `\\u00${name?.charCodeAt(0).toString(16)}${name?.slice(1)}`
    await refusesAll(door, [
      malformed('the same name', good.replace('{', `{"${name}":"p9",`)),
      malformed('the same name, escaped', good.replace('{', `{"${escaped}":"p9",`)),
      malformed('an unknown name', good.replace('{', '{"x":1,"x":1,')),
      malformed('__proto__', good.replace('{', '{"__proto__":1,"__proto__":2,')),
      malformed('inside an unknown field', good.replace('{', '{"x":[{"y":{"z":1,"z":2}}],')),
    ])
  })

  test(`${at}: JSON nested more than 16 levels deep is 400`, async () => {
    await refusesAll(door, [
      malformed('17 lists', nested(17)),
      malformed('an object and 16 lists', good.replace('{', `{"x":${nested(16)},`)),
      malformed('17 objects', '{"x":'.repeat(16) + '{}' + '}'.repeat(16)),
      malformed('very deep', nested(Math.min(door.limit / 2 - 10, 100_000))),
    ])
  })

  test(`${at}: a body that is no object is 400`, async () => {
    await refusesAll(
      door,
      ['null', 'true', 'false', '7', '-0', '1e400', '"text"', '[]', `[${good}]`, nested(16)].map((body) => ({
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
      door,
      types.map((type) => ({
        name: type,
        body: good,
        headers: { 'content-type': type },
        status: 415,
        code: 'unsupported_media_type',
      })),
    )
  })

  test(`${at}: a missing Content-Type is 415`, async () => {
    const before = await standing(service, key)
    // Bytes, as fetch names a type for texts of its own accord.
    const response = await fetch(service.url + door.path, {
      method: door.method,
      headers: { 'x-api-key': key },
      body: Buffer.from(good),
    })
    assert.equal((await assertFailure(response, 'corpus', 415)).code, 'unsupported_media_type')
    assert.deepEqual(await standing(service, key), before)
  })

  test(`${at}: a compressed body is 415`, async () => {
    await refusesAll(
      door,
      ['gzip', 'GZIP', 'br', 'deflate', 'zstd', 'gzip, gzip', 'identity, gzip', 'x'].map((encoding) => ({
        name: encoding,
        body: gzipSync(good),
        headers: { 'content-encoding': encoding },
        status: 415,
        code: 'unsupported_media_type',
      })),
    )
  })

  test(`${at}: a body over ${door.limit} bytes is 413`, async () => {
    assert.equal(filled(2_000_000).length, 2_000_000)
    await refusesAll(
      door,
      [door.limit + 1, 2_000_000].map((bytes) => ({
        name: `${bytes} bytes`,
        body: filled(bytes),
        status: 413,
        code: 'too_large',
      })),
    )
    await refusesAll(door, [
      { name: 'no JSON at all', body: 'x'.repeat(door.limit + 1), status: 413, code: 'too_large' },
      {
        name: 'few characters, many bytes',
        body: filled(door.limit - 100).replace('"x":"a', `"x":"${'é'.repeat(60)}`),
        status: 413,
        code: 'too_large',
      },
    ])
  })

  test(`${at}: a body of unknown length is 413 as soon as it is too long`, async () => {
    const before = await standing(service, key)
    const answer = await rawRequest(service.url + door.path, {
      method: door.method,
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'transfer-encoding': 'chunked' },
      chunks: Array<string>(8).fill('['.repeat(door.limit / 4)),
    })
    assert.equal(answer.status, 413)
    const body = JSON.parse(answer.body) as { success: boolean; error: string; code: string }
    assert.deepEqual([body.success, body.code], [false, 'too_large'])
    assertPlainSentence(body.error)
    assert.deepEqual(await standing(service, key), before)
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
const mistaken: Record<string, unknown[]> = {
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

/** Bodies with one mistake each, out of a table of values by path. */
const withMistakes = (door: Door, table: Record<string, unknown[]>): Refused[] =>
  Object.entries(table).flatMap(([path, values]) =>
    values.map((value) => {
      const [field = ''] = path.split('.')
      const body = JSON.stringify(door.good({ [field]: value }))
      return {
        name: `${path}: ${JSON.stringify(value).slice(0, 60)}`,
        body,
        status: 400,
        code: 'invalid',
        paths: [path],
      }
    }),
  )

for (const door of doors.slice(0, 3))
  test(`${door.method} ${door.path}: a wrong value is 400 and its field is named`, async () => {
    const table = withMistakes(door, mistaken)
    assert.ok(table.length > 200)
    await refusesAll(door, table)
  })

test('POST /api/contact: a wrong value is 400 and its field is named', async () => {
  await refusesAll(
    doors[3],
    withMistakes(doors[3], {
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
    doors[4],
    withMistakes(doors[4], {
      email: [...NOT_TEXT, '', 'ada', 'a@b@c.org', 'ada@example.org\u0000', `${'x'.repeat(250)}@example.org`],
      name: [...NOT_TEXT, ...UNSTORABLE_IN_LINE, 'x'.repeat(201)],
    }),
  )
})

test('a number beyond all numbers is a wrong number', async () => {
  const [door] = doors
  const withNumber = (field: string, number: string): Refused => ({
    name: `${field}: ${number}`,
    body: JSON.stringify(door.good({ [field]: 'HERE' })).replace('"HERE"', number),
    status: 400,
    code: 'invalid',
    paths: [field],
  })
  await refusesAll(
    door,
    ['year', 'chapter', 'longHorizonScore', 'enterpriseScore'].flatMap((field) =>
      ['1e400', '-1e400', '1e308'].map((number) => withNumber(field, number)),
    ),
  )
})

test('missing fields are all named at once', async () => {
  for (const [door, paths] of [
    [doors[0], ['id', 'title', 'authors', 'year']],
    [doors[2], ['id', 'title', 'authors', 'year']],
    [doors[3], ['name', 'email', 'message']],
    [doors[4], ['email']],
  ] as const)
    await refusesAll(door, [{ name: door.path, body: '{}', status: 400, code: 'invalid', paths: [...paths] }])
})

test('all mistakes are named at once, wherever they are, and the sentence counts them', async () => {
  const [door] = doors
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
  const before = await standing(service, key)
  const { paths, sentence } = await assertFailure(await send(door, JSON.stringify(wrong)), 'corpus', 400)
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
  assert.deepEqual(await standing(service, key), before)
})

test('what is not JSON by name is taken if it is by meaning', async () => {
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
  ]) {
    const response = await send(doors[1], JSON.stringify(doors[1].good()), {
      'content-type': type,
      'content-encoding': 'identity',
    })
    assert.equal(response.status, 200, type)
  }
})

test('16 levels, the largest body and unknown fields are taken', async () => {
  const door = doors[1]
  const deep = JSON.stringify(door.good()).replace('{', `{"x":${nested(15)},`)
  assert.equal((await send(door, deep)).status, 200)
  const empty = JSON.stringify(door.good({ fullText: '' })).length
  const largest = JSON.stringify(door.good({ fullText: 'a'.repeat(1_048_576 - empty) }))
  assert.equal(largest.length, 1_048_576)
  assert.equal((await send(door, largest)).status, 200)
})

test('after all of this the next good request is taken', async () => {
  const before = await service.send('POST', '/api/contact', contactForm())
  assert.equal(before.headers.get('ratelimit'), '"contact";r=9;t=3600', 'nothing refused was counted')
  const submitted = await service.send('POST', '/api/papers', leastPaper({ id: 'p3' }), { 'x-api-key': key })
  assert.equal(submitted.headers.get('ratelimit'), '"submit";r=98;t=3600', 'nothing refused was counted')
})
