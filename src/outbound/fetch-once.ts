import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { messageOf } from '#core/failure.ts'
import { OutboundFailure } from '#core/outbound/outbound-failure.ts'

export type FetchLimits = {
  /** Of the body of the response. */
  bytes: number
  ms: number
}

/** What is sent, and whether a longer or broken body of the response fails, or only its beginning is wanted. */
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

/** The body as it was before it was packed. What is packed too well is measured as it is unpacked. */
const unpacked = (response: IncomingMessage): Readable => {
  const encoding = response.headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return response
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw new OutboundFailure('unreachable', `The server sent an encoding that was not asked for: ${encoding}.`)
  // What goes wrong is thrown where the body is read.
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

/** What can be read of a body, up to so many bytes: who only wants the status needs no more, and waits for no more. */
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
    // The status is known, and the beginning is what came.
  }
  return Buffer.concat(pieces).subarray(0, most)
}

const responseOf = (url: URL, options: RequestOptions, send: string | undefined): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { request } = url.protocol === 'https:' ? https : http
  request(url, options, resolve).once('error', reject).end(send)
  return promise
}

/** What went wrong in our words; what was foreseen stays as it is. */
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

/** One request and its response, without redirects: a POST if there is something to send. It ends in time, whatever the server does. */
export const fetchOnce = async (
  url: URL,
  options: Omit<RequestOptions, 'signal' | 'method'>,
  { limits, signal, send, reads = 'all' }: FetchOptions,
): Promise<RawResponse> => {
  const deadline = AbortSignal.timeout(limits.ms)
  const ends = signal === null ? deadline : AbortSignal.any([deadline, signal])
  const method = send === undefined ? 'GET' : 'POST'
  try {
    const response = await responseOf(url, { ...options, method, signal: ends }, send)
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
