import fc, { type Arbitrary } from 'fast-check'
import { perhaps, weighted } from '../choices.ts'
import type { Operation } from '../../service/described-operations.ts'
import type { Keys } from './request.ts'

/** Characters that a header field may hold, with a further one. */
export const visible = (extra: string): Arbitrary<string> =>
  fc
    .string({
      unit: fc.constantFrom(...Array.from('abcXYZ019 !"#%&\'()*+,-./:;<=>?@[\\]^_`{|}~\u00e9\u00ff\t'), extra),
      maxLength: 40,
    })
    // Node trims nothing and sends no line breaks; white space at the ends is no part of a field.
    .map((text) => text.trim())

/** Other forms of pages, so that these are asked for under the addresses of the pages, too. */
const formTypes = [
  'application/atom+xml',
  'application/rss+xml;q=0.9, text/html;q=0.5',
  'application/feed+json, */*;q=0.1',
  'text/markdown',
  'text/csv',
  'application/x-bibtex',
  'application/ld+json',
]

const accept = fc.oneof(
  fc.constantFrom('*/*', 'application/json', 'text/html', 'application/problem+json;q=0.1', 'image/*', ''),
  fc.constantFrom(...formTypes),
  visible(';'),
)

const contentType = weighted(
  [19, fc.constantFrom('application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"')],
  [
    1,
    fc.oneof(
      fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=latin1', ''),
      visible('/'),
    ),
  ],
)

const contentEncoding = fc.oneof(fc.constantFrom('gzip', 'identity', 'IDENTITY', 'br, gzip'), visible(','))

const idempotencyKey = weighted(
  [4, fc.uuid().map((uuid) => `"${uuid}"`)],
  [3, fc.constantFrom('"k1"', '"k2"', 'k1', 'k2', '"k3"')],
  [1, visible('"')],
)

const forwardedFor = weighted(
  [6, fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2')],
  [1, fc.oneof(fc.ipV4(), fc.ipV6())],
  [1, fc.constantFrom('fe80::1%eth0', '::ffff:192.0.2.1', '127.0.0.1, 127.0.0.2', 'unknown', '192.0.2.1:80', '', ',')],
  [1, visible(',')],
)

const requestId = fc.oneof(fc.uuid(), fc.constantFrom('a'.repeat(128), 'a'.repeat(129), 'a:b.c-d_e'), visible('<'))

const apiKey = ({ submitter, editor, other, noScope, revoked, expired }: Keys, { tag }: Operation): Arbitrary<string> =>
  weighted(
    [12, fc.constant(tag === 'Editorial API' ? editor : submitter)],
    [2, fc.constant(other)],
    [1, fc.constant(noScope)],
    [1, fc.constantFrom(revoked, expired, `${submitter}, ${other}`, submitter.toLowerCase())],
    [1, visible('_')],
  )

/** Most editors say from which version they began. */
const ifMatch = fc.oneof(fc.constantFrom('*', '*', '"1"', '"2"', '"0"', 'W/"1"', '"x"', ''), visible('"'))

/** Header fields of a request to an operation: mostly as they should be. */
export const headers = (keys: Keys, operation: Operation): Arbitrary<Record<string, string>> =>
  fc
    .record({
      Accept: perhaps(50, accept),
      'Content-Type': perhaps(operation.body === null ? 10 : 98, contentType),
      'Content-Encoding': perhaps(5, contentEncoding),
      'Idempotency-Key': perhaps(50, idempotencyKey),
      'If-Match': perhaps(operation.tag === 'Editorial API' ? 80 : 5, ifMatch),
      'X-API-Key': perhaps(92, apiKey(keys, operation)),
      'X-Forwarded-For': perhaps(70, forwardedFor),
      'X-Request-Id': perhaps(50, requestId),
    })
    .map((values) =>
      Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null)),
    )
