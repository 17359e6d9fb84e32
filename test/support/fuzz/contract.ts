import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { JsonSchema } from '../generated/schema-values.ts'
import type { TestService } from '../service/test-service.ts'
import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { responseHeaders } from '#http/routing/route.ts'
import type { RawReply } from '../raw-http.ts'

type MediaTypes = Record<string, { schema?: JsonSchema }>
type DescribedOperation = {
  tags: string[]
  parameters: { name: string; in: 'query' | 'path' | 'header'; required?: boolean; schema: JsonSchema }[]
  requestBody?: { content: MediaTypes }
  responses: Record<string, { content?: MediaTypes; headers?: Record<string, unknown> }>
}
type Description = { paths: Record<string, Record<string, DescribedOperation>> }

/** What a response of one status may look like: its media types, the headers to check, and the faults of a body. */
export type DescribedResponse = { types: string[]; headers: string[]; errorsIn(body: unknown): string[] }

/** One operation as the service describes it in /openapi.json. */
export type Operation = {
  name: string
  method: string
  template: string
  tag: string
  query: { name: string; required?: boolean; schema: JsonSchema }[]
  /** `texts` are types of plain texts, which may come in the place of JSON. */
  body: { schema: JsonSchema; accepts(value: unknown): boolean; texts: readonly string[] } | null
  responses: Map<number, DescribedResponse>
  /** How fast-check prints it in a counterexample. */
  [fc.toStringMethod]: () => string
}

const errorsBy =
  (check: ValidateFunction | null) =>
  (body: unknown): string[] =>
    check === null || check(body)
      ? []
      : (check.errors ?? []).map(
          ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        )

/** Paths in a schema at which an object may have members that are not described. */
const openObjects = (schema: unknown, path = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const here = schema as JsonSchema
  const open = here.type === 'object' && here.additionalProperties !== false ? [path === '' ? '/' : path] : []
  return [...open, ...Object.entries(schema).flatMap(([name, member]) => openObjects(member, `${path}/${name}`))]
}

type Described = DescribedOperation['responses'][string]

const describedResponse = (
  ajv: Ajv2020,
  where: string,
  { content = {}, headers = {} }: Described,
): DescribedResponse => {
  const schemas = Object.values(content).flatMap(({ schema }) => (schema === undefined ? [] : [schema]))
  const open = schemas.flatMap((schema) => openObjects(schema))
  if (open.length > 0) throw new Error(`${where} describes objects with any members at all: ${open.join(', ')}`)
  const [schema] = schemas
  return {
    types: Object.keys(content),
    headers: Object.keys(headers).map((name) => name.toLowerCase()),
    errorsIn: errorsBy(schema === undefined ? null : ajv.compile(schema)),
  }
}

/** Every operation of the service's own description, ready to check requests and responses against it. */
export const describedOperations = async (service: Pick<TestService, 'get'>): Promise<Operation[]> => {
  const { paths } = (await (await service.get('/openapi.json')).json()) as Description
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { tags, parameters, requestBody, responses }]): Operation => {
      const name = `${method.toUpperCase()} ${template}`
      const schema = requestBody?.content['application/json']?.schema
      const check = schema === undefined ? null : ajv.compile(schema)
      return {
        [fc.toStringMethod]: () => name,
        name,
        method: method.toUpperCase(),
        template,
        tag: tags[0] ?? '',
        query: parameters.filter((parameter) => parameter.in === 'query'),
        body:
          schema === undefined || check === null
            ? null
            : {
                schema,
                accepts: (value) => check(value),
                texts: Object.keys(requestBody?.content ?? {}).filter((type) => type.startsWith('text/')),
              },
        responses: new Map(
          Object.entries(responses)
            .filter(([status]) => status !== 'default')
            .map(([status, described]) => [Number(status), describedResponse(ajv, `${name} ${status}`, described)]),
        ),
      }
    }),
  )
}

/** A reader of structured fields (RFC 9651), as far as header fields of this service go: lists of items with parameters. */

type Bare = string | number | boolean
export type StructuredItem = { value: Bare; parameters: Record<string, Bare> }

const STRING = /^"(?<text>(?:[ !#-[\]-~]|\\["\\])*)"/u
const NUMBER = /^-?\d{1,15}(?:\.\d{1,3})?/u
const TOKEN = /^[A-Za-z*][!#$%&'*+\-.^_`|~\w:/]*/u
const BOOLEAN = /^\?(?<bit>[01])/u
const KEY = /^[a-z*][a-z0-9_\-.*]*/u

class Reader {
  #rest: string
  readonly #whole: string

  constructor(text: string) {
    this.#whole = text
    this.#rest = text
  }

  get atEnd(): boolean {
    return this.#rest === ''
  }

  take(shape: RegExp): RegExpExecArray | null {
    const match = shape.exec(this.#rest)
    if (match !== null) this.#rest = this.#rest.slice(match[0].length)
    return match
  }

  fail(): never {
    throw new Error(`not a structured field, from ${JSON.stringify(this.#rest)}: ${this.#whole}`)
  }
}

const bareItem = (reader: Reader): Bare => {
  const text = reader.take(STRING)?.groups?.text
  if (text !== undefined) return text.replace(/\\(["\\])/gu, '$1')
  const number = reader.take(NUMBER)
  if (number !== null) return Number(number[0])
  const bit = reader.take(BOOLEAN)?.groups?.bit
  if (bit !== undefined) return bit === '1'
  return reader.take(TOKEN)?.[0] ?? reader.fail()
}

const item = (reader: Reader): StructuredItem => {
  const value = bareItem(reader)
  const parameters: Record<string, Bare> = {}
  while (reader.take(/^; */u) !== null) {
    const key = reader.take(KEY)?.[0] ?? reader.fail()
    parameters[key] = reader.take(/^=/u) === null ? true : bareItem(reader)
  }
  return { value, parameters }
}

/** Throws with the place where the text ceases to be a list of items. */
const structuredList = (text: string): StructuredItem[] => {
  const reader = new Reader(text)
  const items = [item(reader)]
  while (!reader.atEnd) {
    if (reader.take(/^[ \t]*,[ \t]*/u) === null) reader.fail()
    items.push(item(reader))
  }
  return items
}

/** The request, as far as the rules for its response depend on it. */
export type SentRequest = { method: string; target: string; requestId: string | undefined }

const WAITING = new Set([429, 503, 507])

/** The path as a server understands it: dot segments gone, the rest as it was sent. */
const pathOf = (target: string): string => new URL(target, 'http://service.test').pathname

const decoded = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** A parameter takes a whole segment, or all of it but an ending such as `.json`. */
const fitsSegment = (wanted: string, segments: string): boolean => {
  if (!wanted.startsWith('{')) return wanted === segments
  const ending = wanted.slice(wanted.indexOf('}') + 1)
  const name = segments.slice(0, segments.length - ending.length)
  // The part before an extension contains no dot: p1.csl.json is not p1.csl as JSON.
  return name !== '' && segments.endsWith(ending) && (ending === '' || !name.includes('.'))
}

/** Names that others gave may hold slashes. */
const NAMES_WITH_SLASHES = /^(?<folder>\/(?:doi|arxiv)\/)\{\w+\}$/u

const fits = (template: string, path: string): boolean => {
  const folder = NAMES_WITH_SLASHES.exec(template)?.groups?.folder
  if (folder !== undefined) return path.startsWith(folder) && path.length > folder.length
  const wanted = template.split('/')
  const segments = decoded(path).split('/')
  return wanted.length === segments.length && wanted.every((segment, at) => fitsSegment(segment, segments[at] ?? ''))
}

const endingOf = (template: string): string => template.slice(template.lastIndexOf('}') + 1)

/** Literal paths come before patterns, and patterns that say more of their segment before others. */
const bySpecificity = (a: string, b: string): number =>
  Number(a.includes('{')) - Number(b.includes('{')) || endingOf(b).length - endingOf(a).length

/** The operations on the requested path, those of a literal path before those of a pattern. */
const operationsAt = (operations: readonly Operation[], target: string): Operation[] => {
  const found = operations.filter(({ template }) => fits(template, pathOf(target)))
  const [exact] = found.map(({ template }) => template).toSorted(bySpecificity)
  return found.filter(({ template }) => template === exact)
}

const allowedMethods = (siblings: readonly Operation[]): string[] => {
  const methods = siblings.map(({ method }) => method)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted()
}

const mediaType = (reply: RawReply): string | undefined => reply.headers['content-type']?.split(';')[0]

const assertRetryAndLimits = ({ status, headers }: RawReply): void => {
  const retryAfter = headers['retry-after']
  if (WAITING.has(status)) assert.match(retryAfter ?? '', /^[1-9]\d{0,4}$/u, 'Retry-After')
  const policy = headers['ratelimit-policy']
  const limit = headers['ratelimit']
  assert.equal(typeof limit, typeof policy, 'RateLimit and RateLimit-Policy come together')
  if (typeof policy !== 'string' || typeof limit !== 'string') {
    assert.notEqual(status, 429, 'a 429 carries the limit')
    return
  }
  const [rule] = structuredList(policy)
  const [state] = structuredList(limit)
  assert.equal(typeof rule?.value, 'string')
  assert.equal(state?.value, rule?.value)
  const { q, w } = rule?.parameters ?? {}
  const { r, t } = state?.parameters ?? {}
  assert.ok(Number.isInteger(q) && Number.isInteger(r) && Number(r) >= 0 && Number(r) <= Number(q), limit)
  if (t !== undefined) assert.ok(Number.isInteger(t) && Number(t) > 0 && Number(t) <= Number(w), limit)
  if (status === 429) {
    assert.equal(r, 0)
    assert.ok(Number(retryAfter) >= Number(t), 'Retry-After is not earlier than t')
  }
}

/** A 304 has no policy, because it would replace that of the stored page. */
const assertSafe = ({ status, headers }: RawReply, requestId: string | undefined): void => {
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.match(String(headers['cross-origin-resource-policy']), /^(?:same|cross)-origin$/u)
  const policy = headers['content-security-policy']
  if (status === 304) assert.equal(policy, undefined)
  // A logo in a frame does nothing: it has neither scripts nor links.
  else assert.match(String(policy), /^default-src 'none'(?:; sandbox$|(?:;.*)?; ?frame-ancestors 'none')/u)
  const echoedId = String(headers['x-request-id'])
  assert.match(echoedId, /^[\w.:-]{1,128}$/u)
  if (requestId !== undefined && /^[\w.:-]{1,128}$/u.test(requestId)) assert.equal(echoedId, requestId)
  if (status >= 400) assert.equal(headers['cache-control'], 'no-store')
}

const assertCorpusFailure = (body: Record<string, unknown>): void => {
  assert.equal(body.success, false)
  assert.match(String(body.error), /\S/u)
  assert.match(String(body.code), /^[a-z]+(?:_[a-z]+)*$/u)
  assert.ok(Array.isArray(body.details))
}

const assertProblem = (body: Record<string, unknown>, status: number, target: string): void => {
  assert.equal(body.status, status)
  assert.equal(body.title, STATUS_CODES[status])
  assert.match(String(body.detail), /\S/u)
  assert.ok(URL.canParse(String(body.type)))
  assert.equal(body.instance, pathOf(target), 'instance is a reference to what was asked')
}

const assertFailureForm = (reply: RawReply, target: string): void => {
  const path = pathOf(target)
  if (path.startsWith('/api/v1/')) {
    assert.equal(mediaType(reply), 'application/problem+json')
    assertProblem(JSON.parse(reply.body) as Record<string, unknown>, reply.status, target)
  } else if (path.startsWith('/api/')) {
    assert.equal(mediaType(reply), 'application/json')
    assertCorpusFailure(JSON.parse(reply.body) as Record<string, unknown>)
  } else assert.equal(mediaType(reply), 'text/html')
}

const assertDescribed = (operation: Operation, reply: RawReply, bodyless: boolean): void => {
  const described = operation.responses.get(reply.status)
  assert.ok(described !== undefined, `${operation.name} does not describe ${reply.status}: ${reply.body.slice(0, 500)}`)
  const sent = Object.keys(responseHeaders)
    .map((header) => header.toLowerCase())
    .filter((header) => reply.headers[header] !== undefined)
  const untold = sent.filter((header) => !described.headers.includes(header))
  assert.deepEqual(untold, [], `${operation.name} ${reply.status} sends headers that it does not describe`)
  if (reply.status === 304) return
  assert.ok(described.types.includes(mediaType(reply) ?? ''), `${operation.name}: ${mediaType(reply)}`)
  if (bodyless || !/[/+]json$/u.test(mediaType(reply) ?? '')) return
  assert.deepEqual(described.errorsIn(JSON.parse(reply.body)), [], reply.body.slice(0, 500))
}

/** Checks what holds for every response of the service. Returns the operation that answered, or null. */
export const assertKeepsContract = (
  operations: readonly Operation[],
  request: SentRequest,
  reply: RawReply,
): Operation | null => {
  const { method, target } = request
  const { status, headers } = reply
  assert.ok(status < 500, `a defect shows: ${status} ${reply.body}`)
  assertSafe(reply, request.requestId)
  assertRetryAndLimits(reply)
  const bodyless = method === 'HEAD' || status === 204 || status === 304
  if (bodyless) assert.equal(reply.body, '')
  else if (status >= 400) assertFailureForm(reply, target)
  if (status === 401) assert.ok(headers['www-authenticate'] !== undefined)

  const siblings = operationsAt(operations, target)
  if (siblings.length === 0) {
    assert.equal(status, 404, 'no path, no response')
    return null
  }
  if (method === 'OPTIONS') {
    assert.equal(status, 204)
    return null
  }
  const operation = siblings.find((found) => found.method === (method === 'HEAD' ? 'GET' : method))
  if (operation === undefined) {
    assert.equal(status, 405)
    assert.deepEqual(headers.allow?.split(', ').toSorted(), allowedMethods(siblings))
    return null
  }
  assertDescribed(operation, reply, bodyless)
  return operation
}
