import assert from 'node:assert/strict'
import { encoded } from '../generated/requests/query.ts'
import type { GeneratedRequest } from '../generated/requests/request.ts'
import type { RawReply, RawRequest } from '../http/raw-client.ts'
import type { Operation } from '../service/described-operations.ts'
import { assertKeepsContract } from '../service/response-rules.ts'
import { CROWD_ID, readState, resolve, type World } from './world.ts'

export const asRequest = (world: World, { operation, ...generated }: GeneratedRequest): RawRequest => {
  const id = resolve(world, generated.id)
  const path = generated.path.replace(/\{\w+\}/u, () => generated.segment ?? encoded(id))
  const search = generated.query.map(([name, value]) => `${name}=${resolve(world, value)}`).join('&')
  return {
    method: generated.method,
    target: search === '' ? path : `${path}?${search}`,
    headers: {
      ...generated.headers,
      ...(generated.ifNoneMatch === null ? {} : { 'If-None-Match': resolve(world, generated.ifNoneMatch) }),
    },
    // Most resubmissions carry the id of their address.
    body:
      generated.body === null
        ? null
        : generated.body(/(?:papers|submissions)\/\{id\}$/u.test(operation.template) ? id : null),
    chunked: generated.chunked,
  }
}

const parsed = (body: string | Uint8Array | null): unknown => {
  try {
    // A byte order mark may be passed over (RFC 8259 section 8.1).
    return JSON.parse(typeof body === 'string' ? body.replace(/^\ufeff/u, '') : '')
  } catch {
    return undefined
  }
}

/** By its own description, the service must refuse this body; an unreadable one in any case. */
const isRefusable = (operation: Operation, body: RawRequest['body']): boolean => {
  const value = parsed(body)
  return operation.body !== null && (value === undefined || !operation.body.accepts(value))
}

const EFFECTIVE = new Set([200, 201, 202])
const mayChange = (operation: Operation | null, asked: RawRequest, reply: RawReply): boolean =>
  operation !== null &&
  operation.method !== 'GET' &&
  asked.method !== 'HEAD' &&
  EFFECTIVE.has(reply.status) &&
  reply.headers['idempotent-replayed'] === undefined &&
  !(operation.name === 'POST /api/papers' && asked.target.endsWith('?dryRun=true'))

/** Few, so that recent ids are read, decided on and read again. */
const SEEN_KEPT = 15

const recordSeen = (world: World, reply: RawReply): void => {
  const { etag, link, location } = reply.headers
  if (etag !== undefined) world.seen.tag.push(etag)
  const cursor = /[?&]cursor=(?<cursor>[^&>]+)/u.exec(typeof link === 'string' ? link : '')?.groups?.cursor
  if (cursor !== undefined) world.seen.cursor.push(cursor)
  // Those of a crowd would crowd out all others.
  const id = /\/api\/submissions\/(?<id>p\d+)$/u.exec(location ?? '')?.groups?.id
  if (id?.startsWith(CROWD_ID) === false) world.seen.id.push(id)
  for (const values of Object.values(world.seen)) if (values.length > SEEN_KEPT) values.shift()
}

type Answered = { operation: Operation | null; reply: RawReply }

/** What Node lets through of address and headers together. */
const MOST_HEADER_BYTES = 16_384

/** An address that is too long belongs to no operation: it is refused before there is a request. */
const assertTooLong = ({ target, headers }: RawRequest, reply: RawReply): void => {
  assert.ok(target.length + JSON.stringify(headers).length > MOST_HEADER_BYTES - 1_000, 'it is not that long')
  assert.equal(reply.headers['x-content-type-options'], 'nosniff')
  assert.match(reply.body, /16 KiB/u)
}

const assertAllowed = async (world: World, asked: RawRequest, reply: RawReply): Promise<Operation | null> => {
  const { method, target, headers, body } = asked
  if (reply.status === 431) {
    assertTooLong(asked, reply)
    return null
  }
  const operation = assertKeepsContract(world.operations, { method, target, requestId: headers['X-Request-Id'] }, reply)
  if (operation?.method === method && isRefusable(operation, body))
    assert.ok(reply.status >= 400, 'a body outside the schema was accepted')
  const before = world.snapshot
  world.snapshot = await readState(world)
  if (!mayChange(operation, asked, reply))
    assert.deepEqual(world.snapshot, before, 'what was refused changed something')
  return operation
}

/** Sends one request and checks the response against every rule. */
export const ask = async (world: World, asked: RawRequest): Promise<Answered> => {
  world.snapshot ??= await readState(world)
  const reply = await world.client.send(asked)
  try {
    const operation = await assertAllowed(world, asked, reply)
    recordSeen(world, reply)
    const name = `${operation?.name ?? 'elsewhere'} ${reply.status}`
    world.counts.set(name, (world.counts.get(name) ?? 0) + 1)
    return { operation, reply }
  } catch (cause) {
    const { method, target, headers, body } = asked
    const sent = `${method} ${target} ${JSON.stringify(headers)} ${String(body).slice(0, 2_000)}`
    throw new Error(`${sent}\n-> ${reply.status} ${reply.body.slice(0, 2_000)}\n${String(cause)}`, { cause })
  }
}

/** Repeats the request: the response is the same, and the effect happens only once. */
export const askAgain = async (
  world: World,
  asked: RawRequest,
  { operation, reply: first }: Answered,
): Promise<void> => {
  const { reply } = await ask(world, asked)
  if (operation?.method !== asked.method) return
  const hasKey = operation.body !== null && operation.method === 'POST' && 'Idempotency-Key' in asked.headers
  const stored = hasKey && (first.status === 201 || first.status === 202)
  if (stored) assert.equal(reply.headers['idempotent-replayed'], 'true')
  const isRead = operation.method === 'GET' && !operation.template.includes('health')
  if (!stored && !isRead) return
  assert.equal(reply.status, first.status)
  assert.equal(reply.body, first.body)
  assert.equal(reply.headers.etag, first.headers.etag)
  if (first.status !== 200 || first.headers.etag === undefined) return
  const known = await ask(world, { ...asked, headers: { ...asked.headers, 'If-None-Match': first.headers.etag } })
  assert.equal(known.reply.status, 304)
  assert.equal(known.reply.headers.etag, first.headers.etag)
}

/** Where a response says that there is more. */
const more = (link: string): URL | null => {
  const found = /<(?<address>[^>]+)>; rel="(?:next|related)"/u.exec(link)?.groups?.address
  return found === undefined ? null : new URL(found, 'http://127.0.0.1')
}

/** The next page that a response names is there, or the search that has what this one has not. */
export const followLink = async (world: World, { link }: RawReply['headers']): Promise<void> => {
  if (typeof link !== 'string') return
  assert.match(link, /^(?:<[^<>]+>; rel="[\w-]+"(?:; \w+="[^"]*")*(?:, |$))+$/u)
  const named = more(link)
  if (named === null) return
  const { pathname, search } = named
  const { submitter, editor } = world.keys
  const headers = { 'X-API-Key': pathname.startsWith('/api/editorial/') ? editor : submitter }
  const { reply } = await ask(world, { method: 'GET', target: pathname + search, headers, body: null, chunked: false })
  assert.ok(
    reply.status === 200 || pathname === '/api/submissions',
    `${link} was answered ${reply.status}: ${reply.body}`,
  )
}
