import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Failure } from '#core/failure.ts'
import type { MarkdownMarkup } from '#core/text/markdown-markup.ts'
import { plainMarkup } from '#core/text/plain-markup.ts'
import type { Log } from '#ports/log.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { RENDERER_VERSION } from './renderer-version.ts'

/** A hundred times what a text at every bound takes: only a defect of ours gets there. */
const DEADLINE_MS = 60_000
const MAX_WAITING = 64
/** Between the texts of one page the thread stays; after that its memory is worth more. */
const IDLE_MS = 10_000
/**
 * A text at every bound needs 35 MB. Without a limit of its own the young generation grows to as much again, and keeps
 * it, for texts of which nothing is needed a moment later.
 */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 12 }

type Options = { log: Log; thread?: URL; deadlineMs?: number }

/** Renders in one thread of its own, one request after another. The thread starts with the first text and ends when idle. */
export const openMarkdownRenderer = ({
  log,
  thread = new URL('./rendering-thread.ts', import.meta.url),
  deadlineMs = DEADLINE_MS,
}: Options): MarkdownRenderer & { close(): Promise<void> } => {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const stop = async (): Promise<void> => {
    clearTimeout(idle)
    const ended = worker
    worker = null
    await ended?.terminate()
  }

  const askThread = async (texts: readonly string[]): Promise<MarkdownMarkup[]> => {
    clearTimeout(idle)
    worker ??= new Worker(thread, { resourceLimits })
    const asked = worker
    // An error rejects; a thread that ends by itself would leave everybody waiting.
    const patience = new AbortController()
    const ended = (): void => patience.abort(new Error('the thread ended'))
    const deadline = setTimeout(() => patience.abort(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs)
    asked.once('exit', ended)
    asked.ref()
    try {
      const answer = once(asked, 'message', { signal: patience.signal })
      asked.postMessage(texts)
      return ((await answer) as [MarkdownMarkup[]])[0]
    } catch (error) {
      throw patience.signal.aborted ? patience.signal.reason : error
    } finally {
      clearTimeout(deadline)
      asked.off('exit', ended)
      asked.unref()
    }
  }

  const renderNow = async (texts: readonly string[]): Promise<MarkdownMarkup[]> => {
    try {
      const markups = await askThread(texts)
      idle = setTimeout(() => void stop(), IDLE_MS).unref()
      return markups
    } catch (error) {
      log.error({ err: error, lengths: texts.map(({ length }) => length) }, 'Markdown could not be rendered')
      await stop()
      return texts.map(plainMarkup)
    }
  }

  return {
    version: RENDERER_VERSION,
    render: (texts) => {
      if (texts.length === 0) return Promise.resolve([])
      if (waiting >= MAX_WAITING)
        throw new Failure('unavailable', 'Too many texts are being rendered; try again shortly.', {
          retryAfter: 1,
        })
      waiting += 1
      const turn = last.then(() => renderNow(texts))
      last = turn.finally(() => {
        waiting -= 1
      })
      return turn
    },
    close: stop,
  }
}
