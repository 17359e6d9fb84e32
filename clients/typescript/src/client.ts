import type { AnswerCache } from './cache.ts'
import { createCaller } from './caller.ts'
import { readingMethods } from './reading.ts'
import { submittingMethods } from './submitting.ts'
import { realTiming, type Timing } from './timing.ts'
import { createTransport } from './transport.ts'

export { memoryCache, type AnswerCache, type CachedAnswer } from './cache.ts'
export { LongviewError, LongviewUnreachable, type ErrorDetail } from './errors.ts'
export type { Listing } from './listing.ts'
export type {
  Answer,
  AnswerOf,
  BodyOf,
  CallOptions,
  InputOf,
  OperationKey,
  OperationName,
  QueryOf,
} from './operation-types.ts'
export type { Operations } from './schema.ts'
export type { Timing } from './timing.ts'

export type ClientOptions = {
  /** Sent in X-API-Key with operations that need it; never to another server, even after a redirect. */
  apiKey?: string
  /** A store for responses to public reads, which are revalidated by their ETag; by default none. */
  cache?: AnswerCache
  /** Milliseconds for one attempt, 30,000 by default. */
  timeoutMs?: number
  /** Attempts after the first, 4 by default. */
  retries?: number
  /** The longest wait that a server may ask for before the call fails; 300,000 milliseconds by default. */
  longestWaitMs?: number
  /** Allows sending the key to another machine over http. */
  allowHttp?: boolean
  fetch?: typeof globalThis.fetch
  timing?: Timing
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u

const baseUrlOf = (url: string, { apiKey, allowHttp = false }: ClientOptions): string => {
  const { protocol, hostname, origin, pathname } = new URL(url)
  if (apiKey !== undefined && protocol !== 'https:' && !LOOPBACK.test(hostname) && !allowHttp)
    throw new TypeError(`The key would be sent unencrypted to ${origin}: use https, or allowHttp.`)
  return `${origin}${pathname.replace(/\/+$/u, '')}`
}

/** A client of the library at an address. No request is sent before a method is called. Throws TypeError for an invalid address. */
export const createLongviewClient = (url: string, options: ClientOptions = {}) => {
  const baseUrl = baseUrlOf(url, options)
  const transport = createTransport({
    // Browsers require fetch to be called on its global object.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    apiKey: options.apiKey ?? null,
    cache: options.cache ?? null,
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 4,
    longestWaitMs: options.longestWaitMs ?? 300_000,
    timing: options.timing ?? realTiming,
  })
  const caller = createCaller(baseUrl, transport)
  return {
    url: baseUrl,
    send: caller.send,
    sendIfChanged: caller.sendIfChanged,
    ...readingMethods(caller),
    ...submittingMethods(caller),
  }
}

export type LongviewClient = ReturnType<typeof createLongviewClient>
