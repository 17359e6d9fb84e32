import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from './contract.ts'
import { weighted, mostly, perhaps } from '../generated/random.ts'
import { oddText, searchString, legalLine } from '../generated/text.ts'
import { invalidValue, validValue, type Hints, type JsonSchema } from '../generated/schema-values.ts'

/**
 * A value that an earlier response, email or decision gave: the n-th of those seen, counted around. `asked` are the ids
 * of submissions that wait for their submitter.
 */
export type Seen = { seen: 'asked' | 'cursor' | 'id' | 'tag' | 'token'; at: number }

/** Bodies are written once the id in the address is known. */
type Written = (id: string | null) => string | Uint8Array

/** One request to send; names and values of the query are encoded already. */
export type GeneratedRequest = {
  operation: Operation
  method: string
  /** The path with one parameter left, and its value: an id, or a segment as it goes over the wire. */
  path: string
  id: string | Seen
  segment: string | null
  query: [name: string, value: string | Seen][]
  headers: Record<string, string>
  ifNoneMatch: string | Seen | null
  body: Written | null
  chunked: boolean
  /** Whether it is sent a second time just as it is. */
  again: boolean
}

/** Keys by their rights and state. */
export type Keys = {
  submitter: string
  editor: string
  other: string
  noScope: string
  revoked: string
  expired: string
}

/** One of the values of this kind that were seen so far. */
const seen = (what: Seen['seen']): Arbitrary<string | Seen> => fc.record({ seen: fc.constant(what), at: fc.nat() })

const numbered = (min: number, max: number): Arbitrary<string> => fc.integer({ min, max }).map((number) => `p${number}`)

/** Ids that papers get: few, so that they meet, and others that hardly ever do. */
const newId = weighted([1, numbered(1, 60)], [2, numbered(61, 999_999_999_999_999)])

const knownIds: Record<string, Arbitrary<string | Seen>> = {
  papers: weighted<string | Seen>([2, numbered(1, 60)], [1, seen('id')]),
  submissions: weighted<string | Seen>([1, numbered(1, 60)], [2, seen('id')], [3, seen('asked')]),
  concepts: fc.constantFrom('planning', 'idea-1', 'idea-2', 'memory', 'tool-use', 'c', '東京'),
  gaps: fc.constantFrom('gap-1', 'g1', 'g2'),
  chapters: fc.constantFrom('1', '3', '7'),
  briefs: fc.constantFrom('2026-w46', '2026-w47', '2026-w48', '2026-W47', '2026-w53', 'latest'),
}

const someId = ({ template }: Operation): Arbitrary<string | Seen> =>
  weighted<string | Seen>(
    [12, knownIds[/\/(?<kind>\w+)\/\{/u.exec(template)?.groups?.kind ?? ''] ?? newId],
    [1, fc.constantFrom('p0', 'p', 'P1', 'p01', 'p1234567890123456', 'p-1', '1', 'p1\n', 'p１', 'planning', 'latest')],
    [1, oddText.filter((text) => text !== '')],
  )

/** Kinds of records, and where ids of them are known. */
const recordIds = {
  paper: 'papers',
  text: 'papers',
  concept: 'concepts',
  gap: 'gaps',
  brief: 'briefs',
  chapter: 'chapters',
} as const

type Address = Pick<GeneratedRequest, 'path' | 'id'>

/** Paths with two parameters have one left for the id. */
const address = (operation: Operation): Arbitrary<Address> => {
  const path = operation.template.replace('{version}', '1').replace('{sha256}', 'a'.repeat(64))
  if (!path.includes('{kind}')) return fc.record({ path: fc.constant(path), id: someId(operation) })
  return fc
    .constantFrom(...Object.entries(recordIds))
    .chain(([kind, ids]) =>
      fc.record({ path: fc.constant(path.replace('{kind}', kind)), id: knownIds[ids] ?? someId(operation) }),
    )
}

export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Values of parameters that are texts to their schema and more to the service. */
const parameterHints: Hints = {
  q: searchString,
  limit: weighted(
    [4, fc.integer({ min: 1, max: 30 }).map(String)],
    [1, fc.constantFrom('500', '501', '007', '+5', '1'.repeat(400))],
  ),
  min_lh_score: weighted(
    [3, fc.double({ min: 0, max: 10, noNaN: true }).map((score) => score.toFixed(6))],
    [1, fc.constantFrom('0', '10', '7.5', '0.000001', '9.99999999999999999999')],
    [1, fc.constantFrom('10.1', '-1', '1e1', 'NaN', '00.5', '5.', '١', '0x5', '1e-7')],
  ),
}

/** What clients send that encode in Latin-1, or not at all. */
const misencoded = fc.constantFrom(
  'planning%20OR%20caf%E9',
  '-%FF',
  'planning%',
  'memory%20-%C3%28',
  'planning%00',
  '%E6%9D',
)

/** One value of a parameter that may be repeated. */
const oneValue = (schema: JsonSchema): JsonSchema => (schema.type === 'array' ? (schema.items ?? {}) : schema)

const parameterValue = (name: string, described: JsonSchema): Arbitrary<string | Seen> => {
  const schema = oneValue(described)
  if (name === 'cursor') return weighted<string | Seen>([4, seen('cursor')], [1, oddText.map(encoded)])
  const wrong = fc.oneof(invalidValue(schema), oddText)
  const usual = mostly(validValue(schema, parameterHints, name), wrong).map((value) => encoded(String(value)))
  return name === 'q' ? weighted([4, usual], [1, misencoded]) : usual
}

const pair = ({ name, schema }: Operation['query'][number]) => fc.tuple(fc.constant(name), parameterValue(name, schema))

const strayPair = fc.oneof(
  fc.tuple(
    fc.constantFrom('unknown', 'page', 'Q', 'q[]', '__proto__', 'constructor', 'toString', ''),
    oddText.map(encoded),
  ),
  fc.tuple(oddText.map(encoded), oddText.map(encoded)),
  // Malformed and unusual encodings.
  fc.tuple(
    fc.constantFrom('q', 'limit', '%71', 'x'),
    fc.constantFrom('%', '%f', '%ff', 'caf%E9', '%C3', '+', '%2B1', '%00', '%ED%A0%80', '=', '==', 'a=b'),
  ),
)

/** In how many of a hundred requests a parameter is given. */
const presence = ({ name, required = false }: Operation['query'][number]): number => {
  if (required) return 95
  return name === 'cursor' ? 12 : 40
}

/** The query of an operation: mostly its own parameters with values that they take. */
const query = ({ query: parameters }: Operation): Arbitrary<GeneratedRequest['query']> => {
  const known = parameters.map((parameter) => perhaps(presence(parameter), pair(parameter)))
  const some = fc.tuple(...known).map((pairs) => pairs.filter((values) => values !== null))
  const repeated = parameters.length === 0 ? strayPair : fc.oneof(...parameters.map(pair))
  return weighted(
    [18, some],
    [1, fc.tuple(some, strayPair).map(([pairs, stray]) => [...pairs, stray])],
    [1, fc.tuple(some, repeated).map(([pairs, sameMember]) => [...pairs, sameMember])],
  )
}

/** Characters that a header field may hold, with a further one. */
const visible = (extra: string): Arbitrary<string> =>
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
const headers = (keys: Keys, operation: Operation): Arbitrary<Record<string, string>> =>
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

/** What a schema cannot say about a field, by its name. */
const hints: Hints = {
  id: newId,
  ids: fc.array(fc.constantFrom('p21', 'p22', 'p30'), { minLength: 1, maxLength: 3 }),
  title: legalLine(200).map((text) => `${text}!`),
  year: fc.integer({ min: 1990, max: 2027 }),
  authors: fc.array(
    legalLine(60).map((text) => `${text}.`),
    { minLength: 1, maxLength: 4 },
  ),
  chapter: fc.integer({ min: 1, max: 7 }),
  url: fc.webUrl({ withQueryParameters: true }),
  storageUrl: fc.webUrl(),
  date: fc.constantFrom('2024', '2024-05', '2024-02-29'),
  addedSince: fc.constantFrom('2024-02-29', '2026-11-01'),
  like: numbered(21, 30),
  anchor: fc.constantFrom('p1@1#title', 'p21@1#abstract.1', 'p30@1#abstract.1'),
  orcid: fc.constantFrom('0000-0002-1825-0097', 'https://orcid.org/0000-0001-5109-3700', '0000-0002-1694-233X'),
  doi: fc.nat(999).map((number) => `10.1000/${number}`),
  arxivId: fc.integer({ min: 10_000, max: 99_999 }).map((number) => `2401.${number}`),
  concepts: fc.array(fc.constantFrom('planning', 'Planning', 'memory', 'tool use', 'c++', '東京', '😀', '...'), {
    maxLength: 4,
  }),
  frameworkMappings: fc.array(fc.constantFrom('ReAct', 'Reflexion', 'Voyager'), { maxLength: 3 }),
  topics: fc.array(fc.constantFrom('agents', 'planning', 'evaluation'), { maxLength: 3 }),
  name: legalLine(60).map((text) => `${text}.`),
  message: legalLine(200).map((text) => `${text}.`),
  email: fc.oneof(
    fc.emailAddress(),
    fc.constantFrom('ada@example.org', 'ben@example.org', 'ada@xn--bcher-kva.example'),
  ),
}

type Broken = (text: string) => string | Uint8Array

/** Ways in which JSON is broken, or not acceptable to a careful parser. */
const breakage: Arbitrary<Broken> = fc.oneof<Arbitrary<Broken>[]>(
  fc.nat().map((at) => (text) => text.slice(0, at % Math.max(1, text.length))),
  fc.constantFrom<Broken[]>(
    () => '',
    (text) => `\ufeff${text}`,
    (text) => `${text}}`,
    (text) => `${text}\u0000`,
    (text) => `${text}//`,
    (text) => text.replaceAll('"', "'"),
    (text) => text.replace('{', '{"id":"p1","id":"p2",'),
    (text) => Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}')]),
  ),
  fc
    .constantFrom('['.repeat(20), '{"a":'.repeat(20), '['.repeat(17) + ']'.repeat(17), '['.repeat(50_000))
    .map((deep) => () => deep),
  fc
    .constantFrom('1e400', '-1e400', '123456789012345678901234567890', '0.1e-400')
    .map((number) => (text) => text.replace(/:\s*\d[^,}\]]*/u, `:${number}`)),
)

/** One byte more than some limit. */
const tooLong: Arbitrary<Broken> = fc
  .constantFrom(4_097, 32_769, 1_048_577)
  .map((length) => (text) => text.padEnd(length))

const strayMembers = fc.dictionary(
  fc.oneof(oddText, fc.constantFrom('__proto__', 'constructor', 'status', 'state')),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 4 },
)

const asJson = (value: unknown): Written => {
  const isObject = typeof value === 'object' && value !== null
  return (id) => JSON.stringify(id === null || !isObject ? value : { ...value, id })
}

/** A cursor belongs to one list, and no schema says so: a body with one succeeds hardly ever. */
const withoutCursor = (schema: JsonSchema): JsonSchema => {
  const { cursor: _cursor, ...properties } = schema.properties ?? {}
  return { ...schema, properties }
}

/** A body by its schema: mostly valid, else wrong or broken in one way. */
const bodyOf = ({ schema }: { schema: JsonSchema }): Arbitrary<Written> => {
  const whole = weighted([4, validValue(withoutCursor(schema), hints)], [1, validValue(schema, hints)])
  return weighted<Written>(
    [10, whole.map(asJson)],
    [4, invalidValue(schema, hints).map((value) => () => JSON.stringify(value))],
    [1, fc.tuple(whole, strayMembers).map(([value, extra]) => asJson({ ...extra, ...(value as object) }))],
    [1, fc.jsonValue({ stringUnit: 'binary' }).map((value) => () => JSON.stringify(value))],
    [
      1,
      fc.tuple(whole, tooLong).map(
        ([value, longer]): Written =>
          (id) =>
            longer(String(asJson(value)(id))),
      ),
    ],
    [
      2,
      fc.tuple(whole, breakage).map(
        ([value, broken]): Written =>
          (id) =>
            broken(String(asJson(value)(id))),
      ),
    ],
  )
}

/** Bodies for an operation that takes none. */
const strayBody: Arbitrary<Written | null> = weighted<Written | null>(
  [15, fc.constant(null)],
  [1, fc.constantFrom('{}', 'x', '', 'List-Unsubscribe=One-Click').map((text) => () => text)],
)

/** What people who type addresses, or attackers, write in place of an id. */
const rawSegment = fc.constantFrom(..."% %ff %2F %2e%2e .. a%2Fb %00 %E2%80%AE ' (1) p1;x p1/ %70%31 p1%20".split(' '))

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE']

const method = (operation: Operation): Arbitrary<string> =>
  weighted(
    [14, fc.constant(operation.method)],
    [1, fc.constantFrom('HEAD', 'OPTIONS')],
    [1, fc.constantFrom(...METHODS)],
  )

const knownTag = fc.oneof(seen('tag'), fc.constantFrom('*', '"x"', 'W/"x", "y"', ''), visible('"'))

const tokenQuery = seen('token').map((token): GeneratedRequest['query'] => [['token', token]])

const requestFor = (operation: Operation, keys: Keys): Arbitrary<GeneratedRequest> => {
  const withToken = operation.template.endsWith('confirm') || operation.template === '/unsubscribe'
  return fc
    .record({
      operation: fc.constant(operation),
      method: method(operation),
      address: address(operation),
      segment: perhaps(5, rawSegment),
      query: withToken ? mostly(tokenQuery, query(operation)) : query(operation),
      headers: headers(keys, operation),
      ifNoneMatch: perhaps(40, knownTag),
      body: operation.body === null ? strayBody : perhaps(95, bodyOf(operation.body)),
      chunked: mostly(fc.constant(false), fc.boolean()),
      again: mostly(fc.constant(false), fc.constant(true)),
    })
    .map(({ address: addressed, ...request }) => ({ ...request, ...addressed }))
}

const weightOf = ({ tag, template, method, body, query: parameters }: Operation): number => {
  if (tag === 'Pages' || tag === 'Editorial API' || template.includes('health')) return 1
  if (method === 'PUT') return 12
  return body !== null || parameters.some(({ name }) => name === 'q') ? 8 : 4
}

/** Requests to all operations, those with much to get wrong more often. */
export const generatedRequests = (operations: readonly Operation[], keys: Keys): Arbitrary<GeneratedRequest> =>
  weighted(
    ...operations.map((operation): [number, Arbitrary<GeneratedRequest>] => [
      weightOf(operation),
      requestFor(operation, keys),
    ]),
  )
