import { on, type EventEmitter } from 'node:events'

export type ThreadFaultCode = 'too_slow' | 'too_much_memory' | 'too_much_output' | 'ended'

const sentences: Record<ThreadFaultCode, string> = {
  too_slow: 'It did not answer in time.',
  too_much_memory: 'It needed more memory than allowed.',
  too_much_output: 'Its answer was larger than allowed.',
  ended: 'It ended before it answered.',
}

/** Thrown when one of our threads or processes does not answer. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault'
  readonly code: ThreadFaultCode

  constructor(code: ThreadFaultCode, cause?: unknown) {
    super(sentences[code], { cause })
    this.code = code
  }
}

/** 128 plus the number of SIGABRT: the exit code of Node when its heap is full. */
export const HEAP_EXHAUSTED = 134

/** Why a thread or process ended without an answer. A signal means that it was killed at a limit of memory, by us or the system. */
const faultOfExit = (code: number | null, signal: NodeJS.Signals | null = null): ThreadFault =>
  new ThreadFault(signal !== null || code === HEAP_EXHAUSTED ? 'too_much_memory' : 'ended')

const outOfMemoryAsFault = (error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new ThreadFault('too_much_memory', error)
    : error

export type WaitOptions = {
  signal?: AbortSignal
  /** How long to wait for each message, not counting the time that the caller spends on one. */
  withinMs?: number
}

/**
 * The messages of a thread, or of a process with a message channel, in order. Throws the error that ended it, a `ThreadFault`
 * if it ends without one, takes too long or needs too much memory, and the signal's reason when that aborts.
 */
export async function* messagesOf<Message>(
  sender: EventEmitter,
  { signal, withinMs }: WaitOptions = {},
): AsyncGenerator<Message, never> {
  const stop = new AbortController()
  const onExit = (code: number | null, signal?: NodeJS.Signals | null): void => stop.abort(faultOfExit(code, signal))
  const onAbort = (): void => stop.abort(signal?.reason)
  const startTimer = (): NodeJS.Timeout | undefined =>
    withinMs === undefined ? undefined : setTimeout(() => stop.abort(new ThreadFault('too_slow')), withinMs)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', onAbort)
  sender.once('exit', onExit)
  let timer = startTimer()
  try {
    for await (const [message] of on(sender, 'message', { signal: stop.signal }) as AsyncIterable<[Message]>) {
      clearTimeout(timer)
      yield message
      timer = startTimer()
    }
    throw new ThreadFault('ended')
  } catch (error) {
    // A thread that fails reports its error before its exit.
    throw (error as Error).name === 'AbortError' ? stop.signal.reason : outOfMemoryAsFault(error)
  } finally {
    clearTimeout(timer)
    sender.off('exit', onExit)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** The first message. Throws a `ThreadFault` if there is none. */
export const firstOf = async <Message>(messages: AsyncIterable<Message>): Promise<Message> => {
  for await (const message of messages) return message
  throw new ThreadFault('ended')
}
