import type { EventEmitter } from 'node:events'
import { Worker, type ResourceLimits, type Transferable } from 'node:worker_threads'
import { Failure, type FailureCode } from '#core/failure.ts'
import { firstOf, messagesOf, type WaitOptions } from './messages.ts'

/** A message to the thread: a request, then `next` for each further part of its answer. */
export type ToThread<Input> = { request: Input } | 'next'

/** A message from the thread. A `Failure` is sent like an answer; any other error ends the thread, and a process sends it first. */
export type FromThread<Part> =
  | { is: 'part'; part: Part; isLast: boolean }
  | { is: 'end' }
  | { is: 'failure'; code: FailureCode; message: string }
  | { is: 'error'; error: unknown }

export type RequestOptions = WaitOptions & {
  /** Buffers that move to the thread instead of being copied. */
  transfer?: readonly Transferable[]
}

/**
 * A thread or process that answers requests one after another. It starts with the first request, and again if it has ended. It keeps the
 * process alive only while it works, and is ended when an answer fails or is not read to its end.
 *
 * Throws what `messagesOf` throws, and the `Failure` that the thread answered with.
 */
export type Thread<Input, Part> = {
  /** The answer in one message. */
  request(input: Input, options?: RequestOptions): Promise<Part>
  /** The answer in any number of parts; while the caller works on one, the thread prepares the next. */
  parts(input: Input, options?: RequestOptions): AsyncGenerator<Part>
  close(): Promise<void>
}

/** A started thread or process. It emits `message`, `error` and `exit`. */
export type Started<Input> = {
  emitter: EventEmitter
  post(message: ToThread<Input>, transfer: readonly Transferable[]): void
  /** Before a request, and after its answer: only a working one keeps the process alive. */
  ref(): void
  unref(): void
  end(): Promise<unknown>
  /** Whether it has taken so much memory that the next request deserves another one. */
  isSpent?(): boolean
}

/** Sends requests to what `start` starts. It stays idle for `idleMs`; by default until it is closed. */
export const requestsTo = <Input, Part>(
  start: () => Promise<Started<Input>>,
  idleMs: number | undefined,
): Thread<Input, Part> => {
  let started: Started<Input> | null = null
  let idle: NodeJS.Timeout | undefined
  let previous: Promise<void> = Promise.resolve()

  const startNow = async (): Promise<Started<Input>> => {
    const now = await start()
    // An error while idle has no other listener, and would end the process.
    now.emitter.on('error', () => {})
    now.emitter.once('exit', () => {
      if (started === now) started = null
    })
    return now
  }

  const end = async (): Promise<void> => {
    clearTimeout(idle)
    const ended = started
    started = null
    await ended?.end()
  }

  async function* answerOf(input: Input, { transfer = [], ...waiting }: RequestOptions): AsyncGenerator<Part> {
    waiting.signal?.throwIfAborted()
    clearTimeout(idle)
    started ??= await startNow()
    const active = started
    active.ref()
    let isWhole = false
    try {
      active.post({ request: input }, transfer)
      for await (const message of messagesOf<FromThread<Part>>(active.emitter, waiting)) {
        if (message.is === 'error') throw message.error
        isWhole = message.is !== 'part' || message.isLast
        if (message.is === 'failure') throw new Failure(message.code, message.message)
        if (message.is === 'part') yield message.part
        if (isWhole) return
        active.post('next', [])
      }
    } finally {
      active.unref()
      if (!isWhole || active.isSpent?.() === true) await end()
      else if (idleMs !== undefined) idle = setTimeout(() => void end(), idleMs).unref()
    }
  }

  async function* parts(input: Input, options: RequestOptions = {}): AsyncGenerator<Part> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = previous
    previous = promise
    await turn
    try {
      yield* answerOf(input, options)
    } finally {
      resolve()
    }
  }

  return {
    parts,
    request: (input, options) => firstOf(parts(input, options)),
    close: end,
  }
}

type ThreadOptions = {
  /** A module that calls `answer` or `answerInParts` with the same types. The bundler finds it by this URL, so write it out. */
  entry: URL
  resourceLimits: ResourceLimits
  /** How long it stays idle; by default until it is closed. */
  idleMs?: number
}

export const openThread = <Input, Part>({ entry, resourceLimits, idleMs }: ThreadOptions): Thread<Input, Part> =>
  requestsTo<Input, Part>(async () => {
    const worker = new Worker(entry, { resourceLimits })
    return {
      emitter: worker,
      post: (message, transfer) => worker.postMessage(message, transfer),
      ref: () => worker.ref(),
      unref: () => worker.unref(),
      end: () => worker.terminate(),
    }
  }, idleMs)
