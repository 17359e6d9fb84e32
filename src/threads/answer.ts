import { on } from 'node:events'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { Failure } from '#core/failure.ts'
import type { FromThread, ToThread } from './thread.ts'

type Options = {
  /** The nice value of this thread or process, from 0 to 19; request threads have 0. */
  niceness?: number
}

type Answer<Input, Part> = (input: Input) => Part | Promise<Part>
type AnswerInParts<Input, Part> = (input: Input) => AsyncIterable<Part> | Iterable<Part>

/** Sends an answer; `next` resolves when the caller is ready for another part. */
type Respond<Input, Part> = (
  input: Input,
  post: (message: FromThread<Part>) => void,
  next: () => Promise<unknown>,
) => Promise<void>

/** The signals that a terminal or a service manager sends to all processes of a service. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** What a process of our own does that a thread need not do. */
const prepareProcess = (niceness: number): void => {
  if (process.send === undefined)
    throw new Error('This module runs as a thread, or as a process with a message channel.')
  // The server finishes its work first; this process ends with the channel.
  for (const signal of STOP_SIGNALS) process.on(signal, () => {})
  try {
    setPriority(niceness)
  } catch {
    // Not every system allows this.
  }
}

/**
 * Answers the requests to this thread or process one after another. A `Failure` is sent to the caller; any other error ends it.
 */
const serveRequests = async <Input, Part>(
  respond: Respond<Input, Part>,
  { niceness = constants.priority.PRIORITY_BELOW_NORMAL }: Options,
): Promise<void> => {
  const port = parentPort
  if (port === null) prepareProcess(niceness)
  // Linux sets the priority of the calling thread; other systems would set that of the whole process.
  else if (process.platform === 'linux') setPriority(niceness)
  const received = port === null ? on(process, 'message') : on(port, 'message')
  const messages = received as AsyncIterableIterator<[ToThread<Input>]>
  const post = (message: FromThread<Part>): void => {
    if (port === null) process.send?.(message)
    else port.postMessage(message)
  }
  for await (const [message] of messages) {
    // A leftover from an answer without further parts.
    if (message === 'next') continue
    try {
      await respond(message.request, post, () => messages.next())
    } catch (error) {
      if (error instanceof Failure) post({ is: 'failure', code: error.code, message: error.message })
      // A thread reports its error as it ends, a process does not; its caller then ends it.
      else if (port === null) post({ is: 'error', error })
      else throw error
    }
  }
}

/** Makes this thread or process answer each request with one message. */
export const answer = <Input, Part>(answerTo: Answer<Input, Part>, options: Options = {}): Promise<void> =>
  serveRequests<Input, Part>(async (input, post) => {
    post({ is: 'part', part: await answerTo(input), isLast: true })
  }, options)

/** Makes this thread or process answer each request in any number of parts. The next part is prepared while the caller works on one. */
export const answerInParts = <Input, Part>(partsOf: AnswerInParts<Input, Part>, options: Options = {}): Promise<void> =>
  serveRequests<Input, Part>(async (input, post, next) => {
    let isFirst = true
    for await (const part of partsOf(input)) {
      if (!isFirst) await next()
      isFirst = false
      post({ is: 'part', part, isLast: false })
    }
    post({ is: 'end' })
  }, options)
