import https from 'node:https'
import http, { type OutgoingHttpHeaders, type RequestOptions, type IncomingMessage } from 'node:http'
import { outgoingTraceHeaders } from '#tracing/current-trace.ts'
import {
  isAllowedOrigin,
  type OutboundRules,
  checkedLookup,
  resolveBySystem,
  type ResolveName,
} from './check-address.ts'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { messageOf } from '#core/failure.ts'
import { OutboundFailure } from '#core/outbound.ts'

/** The User-Agent for other servers: name and version, address and contact. */
export const userAgentOf = (about: { version: string; publicUrl: string | null; contact: string | null }): string => {
  const { version, publicUrl, contact } = about
  const facts = [publicUrl, contact === null ? null : `mailto:${contact}`].filter((fact) => fact !== null)
  return `Longview/${version}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`
}

const LONGEST_MS = 86_400_000
const SHORTEST_MS = 1_000
/** Statuses that ask to come back later. */
const ASKS_TO_WAIT = new Set([429, 503])

/**
 * When a server allows the next request (RFC 9110, section 10.2.3: seconds or a date); null if it does not say. At most a day
 * from now, in case the server's clock is wrong.
 */
export const parseRetryAfter = (header: string | undefined, now: Date): Date | null => {
  const text = header?.trim() ?? ''
  const wait = /^\d{1,9}$/u.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(wait) ? null : new Date(now.getTime() + Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait)))
}

/** When a busy server allows the next request; null if it is not busy or does not say. */
export const serverRetryTime = (
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  now: Date,
): Date | null => (ASKS_TO_WAIT.has(status) ? parseRetryAfter(headers['retry-after'], now) : null)

/** Connection options for an address: direct for allowed origins, otherwise by the proxy, or with checked name resolution. */
export const connectionOptions = (
  rules: OutboundRules,
  resolveName: ResolveName = resolveBySystem,
): ((url: URL) => Pick<RequestOptions, 'agent' | 'lookup'>) => {
  const lookup = checkedLookup(resolveName)
  const proxied = rules.proxyUrl === null ? null : new https.Agent({ proxyEnv: { HTTPS_PROXY: rules.proxyUrl } })
  return (url) => {
    if (isAllowedOrigin(rules, url)) return { agent: false }
    return proxied === null ? { agent: false, lookup } : { agent: proxied }
  }
}

export type FetchLimits = {
  /** The largest response body. */
  bytes: number
  ms: number
}

/** `send` is a body to POST; with `reads: 'beginning'`, a longer or broken response body is truncated instead of an error. */
export type FetchOptions = {
  limits: FetchLimits
  signal: AbortSignal | null
  send?: string
  reads?: 'all' | 'beginning'
}

export type RawResponse = { status: number; headers: Record<string, string>; body: Buffer }

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )

/** The decompressed body; its limit applies to the decompressed size. */
const unpacked = (response: IncomingMessage): Readable => {
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return response
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw new OutboundFailure('unreachable', `The server sent an encoding that was not requested: ${encoding}.`)
  // Errors are thrown where the body is read.
  return pipeline(response, createGunzip(), () => {})
}

const bodyOf = async (response: IncomingMessage, most: number): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of unpacked(response) as AsyncIterable<Buffer>) {
    length += piece.byteLength
    if (length > most) throw new OutboundFailure('too_large', `The response has more than ${most} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The first bytes of a body, as far as they can be read: a caller who needs the status need not wait for the rest. */
const beginningOf = async (response: IncomingMessage, most: number): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const piece of unpacked(response) as AsyncIterable<Buffer>) {
      pieces.push(piece)
      length += piece.byteLength
      if (length >= most) break
    }
  } catch {
    // The status is known, and the bytes received so far are enough.
  }
  return Buffer.concat(pieces).subarray(0, most)
}

const responseOf = (url: URL, options: RequestOptions, send: string | undefined): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { request } = url.protocol === 'https:' ? https : http
  request(url, options, resolve).once('error', reject).end(send)
  return promise
}

/** Turns an error into an `OutboundFailure`. */
const failureOf = (
  error: unknown,
  url: URL,
  { isTooSlow, ms }: { isTooSlow: boolean; ms: number },
): OutboundFailure => {
  if (error instanceof OutboundFailure) return error
  if (isTooSlow) return new OutboundFailure('too_slow', `${url.origin} took longer than ${ms / 1_000} seconds.`)
  return new OutboundFailure('unreachable', `${url.origin} could not be reached: ${messageOf(error)}.`, {
    cause: error,
  })
}

/** Makes one request, as part of the current trace, without following redirects: a POST if there is a body to send. It always ends within the time limit. */
export const fetchOnce = async (
  url: URL,
  { headers, ...options }: Omit<RequestOptions, 'signal' | 'method' | 'headers'> & { headers?: OutgoingHttpHeaders },
  { limits, signal, send, reads = 'all' }: FetchOptions,
): Promise<RawResponse> => {
  const deadline = AbortSignal.timeout(limits.ms)
  const ends = signal === null ? deadline : AbortSignal.any([deadline, signal])
  const method = send === undefined ? 'GET' : 'POST'
  try {
    const response = await responseOf(
      url,
      { ...options, headers: { ...headers, ...outgoingTraceHeaders() }, method, signal: ends },
      send,
    )
    try {
      const body = await (reads === 'all' ? bodyOf : beginningOf)(response, limits.bytes)
      return { status: response.statusCode ?? 0, headers: headersOf(response), body }
    } finally {
      response.destroy()
    }
  } catch (error) {
    throw failureOf(error, url, { isTooSlow: deadline.aborted, ms: limits.ms })
  }
}

/** A response whose body has not been read. */
export type OpenResponse = { status: number; headers: Record<string, string>; bytes: AsyncIterable<Buffer> }

/**
 * The same for a GET whose body is read as it arrives. The limits are the size of the whole body, and the time until the response
 * and each next piece of it, not counting what `use` does in between.
 */
export const streamOnce = async <T>(
  url: URL,
  { headers, ...options }: Omit<RequestOptions, 'signal' | 'method' | 'headers'> & { headers?: OutgoingHttpHeaders },
  { limits: { ms, bytes: most }, signal }: Pick<FetchOptions, 'limits' | 'signal'>,
  use: (response: OpenResponse) => Promise<T>,
): Promise<T> => {
  const deadline = new AbortController()
  const ends = signal === null ? deadline.signal : AbortSignal.any([deadline.signal, signal])
  const inTime = async <Part>(next: () => Promise<Part>): Promise<Part> => {
    const timer = setTimeout(() => deadline.abort(), ms)
    try {
      return await next()
    } catch (error) {
      throw failureOf(error, url, { isTooSlow: deadline.signal.aborted, ms })
    } finally {
      clearTimeout(timer)
    }
  }
  const sent = { ...options, headers: { ...headers, ...outgoingTraceHeaders() }, method: 'GET', signal: ends }
  const response = await inTime(() => responseOf(url, sent, undefined))
  async function* pieces(): AsyncGenerator<Buffer> {
    const body = unpacked(response)[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    for (let length = 0; ;) {
      const { value, done = false } = await inTime(() => body.next())
      if (done) return
      length += value.byteLength
      if (length > most) throw new OutboundFailure('too_large', `The response has more than ${most} bytes.`)
      yield value
    }
  }
  try {
    return await use({ status: response.statusCode ?? 0, headers: headersOf(response), bytes: pieces() })
  } finally {
    response.destroy()
  }
}
