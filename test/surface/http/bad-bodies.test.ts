import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertFailure, assertPlainSentence } from '../../support/service/responses.ts'
import { rawRequest, openSocket } from '../../support/raw-http.ts'
import { endpoints, openRefusingService, type Refused } from '../../support/service/refused-bodies.ts'
import { stateSnapshot } from '../../support/service/test-service.ts'

const { service, key, send, refusesAll, clearAttempts, countedNothing } = await openRefusingService({ after })
beforeEach(clearAttempts)

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
    // Bytes, because fetch adds a type to texts.
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

test('a request that announces no body is refused like an empty one, and its connection goes on', async () => {
  const socket = await openSocket(service.url)
  for (const number of [1, 2]) {
    const fields = [
      'Host: 127.0.0.1',
      `X-API-Key: ${key}`,
      'Content-Type: application/json',
      `X-Request-Id: post-${number}`,
    ]
    socket.write(`POST /api/papers HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`)
    const received = await socket.until(`x-request-id: post-${number}`)
    assert.equal(received.split('HTTP/1.1 400 Bad Request').length - 1, number, received)
    socket.write(`GET /api/stats HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-Id: get-${number}\r\n\r\n`)
    assert.equal((await socket.until(`get-${number}`)).split('HTTP/1.1 200 OK').length - 1, number)
  }
  socket.hangUp()
})

test('after all of this the next valid request is accepted', countedNothing)
