import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '#core/failure.ts'
import type { IngestCounts } from '#core/imports/ingest-session.ts'
import type { Chunk } from './chunks.ts'

export type SentCounts = Omit<IngestCounts, 'proposed'> & { proposed?: number; candidates?: number }
type KnownChunk = SentCounts & { chunk: number; digest: string; done: boolean }
type Refusal = { number: number; position: string; reason: string }

type ClientOptions = {
  address: string
  key: string
  interruption: AbortSignal
  /** Told before each wait: what happened, and for how many seconds it waits. */
  waits: (reason: string, seconds: number) => void
}

/** A request that is not answered for so long is made again; the server goes on with it meanwhile. */
const TIMEOUT_MS = 120_000
const FIRST_WAIT_SECONDS = 0.5
const LONGEST_WAIT_SECONDS = 30
/** A server that has answered nothing for so long is given up. */
const GIVE_UP_AFTER_MS = 600_000

type Attempt = { ok: true; body: unknown } | { ok: false; reason: string; retryAfter: number | null }

const secondsIn = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/u.test(header) ? Number(header) : null

/** What goes away by waiting: a server that is busy, starting or gone for a moment, or a chunk that it is taking. */
const passes = (status: number, code: unknown): boolean =>
  status === 429 || status >= 500 || (status === 409 && code === 'request_in_progress')

/** Speaks with one ingestion session, as often as it takes. */
export const sessionClient = ({ address, key, interruption, waits }: ClientOptions) => {
  const attempt = async (url: string, init: RequestInit): Promise<Attempt> => {
    const signal = AbortSignal.any([interruption, AbortSignal.timeout(TIMEOUT_MS)])
    let response: Response
    let body: { error?: string; code?: string }
    try {
      const headers = { ...(init.headers as Record<string, string>), 'X-API-Key': key }
      response = await fetch(url, { ...init, headers, redirect: 'manual', signal })
      body = (await response.json()) as typeof body
    } catch (error) {
      interruption.throwIfAborted()
      const { cause } = error as { cause?: { code?: string } }
      return { ok: false, reason: `no answer (${cause?.code ?? (error as Error).name})`, retryAfter: null }
    }
    const { status } = response
    if (response.ok) return { ok: true, body }
    if (passes(status, body.code))
      return {
        ok: false,
        reason: body.error ?? String(status),
        retryAfter: secondsIn(response.headers.get('retry-after')),
      }
    throw new Failure('wrong_state', `${new URL(url).origin} answers ${status}: ${body.error ?? 'no reason is given.'}`)
  }

  /** Throws `unavailable` when there was no answer for long, the server's refusal, and the reason of the interruption. */
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const begun = performance.now()
    for (let wait = FIRST_WAIT_SECONDS; ; wait = Math.min(LONGEST_WAIT_SECONDS, wait * 2)) {
      const answer = await attempt(`${address}${path}`, init)
      if (answer.ok) return answer.body
      if (performance.now() - begun > GIVE_UP_AFTER_MS)
        throw new Failure('unavailable', `${answer.reason}; run the same command again to go on.`)
      const seconds = answer.retryAfter ?? wait
      waits(answer.reason, seconds)
      await pause(seconds * 1_000, undefined, { signal: interruption })
    }
  }

  return {
    /** All chunks that came to the session. */
    listChunks: async (): Promise<KnownChunk[]> => {
      const all: KnownChunk[] = []
      for (let more = true; more;) {
        const after = all.at(-1)?.chunk
        const { chunks } = (await ask(`/chunks${after === undefined ? '' : `?after=${after}`}`)) as {
          chunks: KnownChunk[]
        }
        all.push(...chunks)
        more = chunks.length > 0
      }
      return all
    },
    send: async (chunk: number, { type, body, file, firstLine }: Chunk): Promise<SentCounts> => {
      const query = new URLSearchParams({ chunk: String(chunk), file, line: String(firstLine) })
      const init = { method: 'POST', headers: { 'Content-Type': type }, body: new Uint8Array(body) }
      return (await ask(`/papers?${query.toString()}`, init)) as SentCounts
    },
    /** Why records of a chunk were refused. */
    listRefusals: async (chunk: number): Promise<Refusal[]> => {
      const all: Refusal[] = []
      for (let more = true; more;) {
        const after = all.at(-1)?.number ?? 0
        const { refusals } = (await ask(`/refusals?chunk=${chunk}&after=${after}`)) as { refusals: Refusal[] }
        all.push(...refusals)
        more = refusals.length > 0
      }
      return all
    },
  }
}
