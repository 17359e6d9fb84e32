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
  /** Sent with what needs it, in X-API-Key; to nobody else, not even where a redirect leads. */
  apiKey?: string
  /** Where answers to open reads are kept, to be asked for by their ETag; without it, nowhere. */
  cache?: AnswerCache
  /** Milliseconds for one try, 30,000 by default. */
  timeoutMs?: number
  /** Tries after the first, 4 by default. */
  retries?: number
  /** A server that asks to wait longer is not asked again; 300,000 milliseconds by default. */
  longestWaitMs?: number
  /** Lets the key travel over http to another machine. */
  allowHttp?: boolean
  fetch?: typeof globalThis.fetch
  timing?: Timing
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u

const baseUrlOf = (url: string, { apiKey, allowHttp = false }: ClientOptions): string => {
  const { protocol, hostname, origin, pathname } = new URL(url)
  if (apiKey !== undefined && protocol !== 'https:' && !LOOPBACK.test(hostname) && !allowHttp)
    throw new TypeError(`The key would travel in the clear to ${origin}: use https, or allowHttp.`)
  return `${origin}${pathname.replace(/\/+$/u, '')}`
}

/** The library at an address. Nothing is asked before a method is called. Throws TypeError for an address that is none. */
export const createLongviewClient = (url: string, options: ClientOptions = {}) => {
  const baseUrl = baseUrlOf(url, options)
  const transport = createTransport({
    // Browsers want it called on what it belongs to.
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
