import { createLongviewClient, type ClientOptions, type LongviewClient } from '#client/client.ts'

/** One answer of a scripted server, or the error that its connection ends with. */
export type Scripted = Error | { status: number; headers?: Record<string, string>; body?: unknown }

export type ScriptedRequest = {
  method: string
  url: string
  headers: Headers
  body: unknown
  redirect: string | undefined
}

/**
 * A client before a server that answers as it is told, one answer after the other, at a clock that only waiting moves. `waits` are the
 * milliseconds of each wait; `asked` are the requests as they were sent.
 */
export const scriptedServer = (
  answers: readonly Scripted[],
  options: ClientOptions & { random?: number; startsAt?: string } = {},
) => {
  const { random = 0.5, startsAt = '2026-11-22T12:00:00Z', ...clientOptions } = options
  const asked: ScriptedRequest[] = []
  const waits: number[] = []
  const clock = { now: Date.parse(startsAt) }
  const left = [...answers]
  const client: LongviewClient = createLongviewClient('https://library.test', {
    ...clientOptions,
    timing: {
      now: () => clock.now,
      random: () => random,
      sleep: (ms, signal) => {
        signal?.throwIfAborted()
        waits.push(ms)
        clock.now += ms
        return Promise.resolve()
      },
    },
    fetch:
      clientOptions.fetch ??
      ((input, init = {}) => {
        asked.push({
          method: init.method ?? 'GET',
          url: input instanceof Request ? input.url : input.toString(),
          headers: new Headers(init.headers),
          body: init.body,
          redirect: init.redirect,
        })
        const answer = left.shift()
        if (answer === undefined) throw new Error('the server was asked once more than it was told to answer')
        if (answer instanceof Error) return Promise.reject(answer)
        const { status, headers = {}, body = {} } = answer
        const type = status >= 400 ? 'application/problem+json' : 'application/json'
        const text = status === 304 ? null : JSON.stringify(body)
        return Promise.resolve(new Response(text, { status, headers: { 'content-type': type, ...headers } }))
      }),
  })
  return { client, asked, waits, clock, isDone: () => left.length === 0 }
}
