import type { AnswerCache, CachedAnswer } from './cache.ts'
import { errorFrom, LongviewUnreachable } from './errors.ts'
import { backoffMs, mayRepeat, retryAfterMs, type RetryOptions } from './retry.ts'
import type { Timing } from './timing.ts'

export type TransportOptions = RetryOptions & {
  fetch: typeof globalThis.fetch
  apiKey: string | null
  cache: AnswerCache | null
  timeoutMs: number
  timing: Timing
}

export type Outgoing = {
  method: string
  address: string
  /** Whether to send the API key. */
  needsKey: boolean
  headers: Readonly<Record<string, string>>
  body: unknown
  signal: AbortSignal | undefined
  timeoutMs: number | undefined
}

/** A response; `data` is undefined if the caller's cached response is still current. */
export type Incoming = { status: number; headers: Headers; data: unknown }

type Attempt = { response: Response; text: string }

type SentBody = string | Uint8Array<ArrayBuffer>

const bodyOf = (body: unknown): { body?: SentBody; type?: string } => {
  if (body === undefined) return {}
  if (typeof body === 'string' || body instanceof Uint8Array) return { body: body as SentBody }
  return { body: JSON.stringify(body), type: 'application/json' }
}

const dataOf = ({ response, text }: Attempt): unknown =>
  /[/+]json\b/u.test(response.headers.get('content-type') ?? '') ? (JSON.parse(text) as unknown) : text

/** The cached response, with the new headers. */
const renewed = ({ data, headers }: CachedAnswer, { response }: Attempt): Incoming => {
  const all = new Headers(headers)
  for (const [name, value] of response.headers) all.set(name, value)
  return { status: 200, headers: all, data }
}

/** Sends requests, waits and retries as the server asks, and revalidates cached responses. */
export const createTransport = (options: TransportOptions) => {
  const { timing, cache, retries, longestWaitMs } = options

  const headersFor = ({ headers, needsKey }: Outgoing, type: string | undefined): Record<string, string> => ({
    Accept: 'application/json',
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(needsKey && options.apiKey !== null ? { 'X-API-Key': options.apiKey } : {}),
    ...headers,
  })

  const attempt = async (outgoing: Outgoing, headers: Record<string, string>): Promise<Attempt> => {
    const timeoutMs = outgoing.timeoutMs ?? options.timeoutMs
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    try {
      const response = await options.fetch(outgoing.address, {
        method: outgoing.method,
        headers,
        ...(outgoing.body === undefined ? {} : { body: bodyOf(outgoing.body).body ?? null }),
        // The key must not be sent to another server.
        redirect: outgoing.needsKey ? 'error' : 'follow',
        signal: outgoing.signal === undefined ? late.signal : AbortSignal.any([late.signal, outgoing.signal]),
      })
      return { response, text: await response.text() }
    } catch (error) {
      outgoing.signal?.throwIfAborted()
      const { origin } = new URL(outgoing.address)
      const reason = late.signal.aborted
        ? `${origin} did not answer within ${timeoutMs} ms.`
        : `${origin} cannot be reached.`
      throw new LongviewUnreachable(reason, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  const pause = async (ms: number, { signal }: Outgoing): Promise<void> => {
    signal?.throwIfAborted()
    await timing.sleep(ms, signal)
  }

  /** Retries until there is a success or a final error. */
  const requestWithRetries = async (outgoing: Outgoing, headers: Record<string, string>): Promise<Attempt> => {
    const isSafe = outgoing.method === 'GET' || headers['Idempotency-Key'] !== undefined
    for (let tried = 0; ; tried += 1) {
      outgoing.signal?.throwIfAborted()
      let wait = backoffMs(tried, () => timing.random())
      try {
        const done = await attempt(outgoing, headers)
        const { response } = done
        if (response.ok || response.status === 304) return done
        const requestedWait = retryAfterMs(response.headers, timing.now())
        const again = mayRepeat(response.status, { askedToWait: requestedWait !== null, isSafe })
        if (!again || tried >= retries || (requestedWait ?? 0) > longestWaitMs)
          throw errorFrom(response, done.text, requestedWait)
        wait = requestedWait ?? wait
      } catch (error) {
        if (!(error instanceof LongviewUnreachable) || !isSafe || tried >= retries) throw error
      }
      await pause(wait, outgoing)
    }
  }

  const store = async (address: string, { response }: Attempt, data: unknown): Promise<void> => {
    const etag = response.headers.get('etag')
    if (etag !== null) await cache?.set(address, { etag, data, headers: [...response.headers] })
  }

  /** Throws LongviewError, LongviewUnreachable, or the reason of the signal. */
  return async (outgoing: Outgoing): Promise<Incoming> => {
    const { method, address } = outgoing
    const headers = headersFor(outgoing, bodyOf(outgoing.body).type)
    // Responses for the holder of a key are not cached.
    const isCached = cache !== null && method === 'GET' && !outgoing.needsKey && headers['If-None-Match'] === undefined
    const cached = isCached ? await cache.get(address) : undefined
    if (cached !== undefined) headers['If-None-Match'] = cached.etag
    const done = await requestWithRetries(outgoing, headers)
    const { response } = done
    if (response.status === 304) {
      if (cached !== undefined) return renewed(cached, done)
      return { status: 304, headers: response.headers, data: undefined }
    }
    const data = dataOf(done)
    if (isCached) await store(address, done, data)
    return { status: response.status, headers: response.headers, data }
  }
}
