import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { responseHeaders } from '#http/routing/response-headers.ts'
import type { Operation } from './described-operations.ts'
import type { RawReply } from '../http/raw-client.ts'
import { structuredList } from './structured-fields.ts'

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
  // What stands before an ending holds no dot: p1.csl.json is no p1.csl as JSON.
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

/** A 304 carries no policy of its own, for it would replace that of the stored page. */
const assertSafe = ({ status, headers }: RawReply, requestId: string | undefined): void => {
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.match(String(headers['cross-origin-resource-policy']), /^(?:same|cross)-origin$/u)
  const policy = headers['content-security-policy']
  if (status === 304) assert.equal(policy, undefined)
  else assert.match(String(policy), /^default-src 'none'(?:;.*)?; ?frame-ancestors 'none'/u)
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
