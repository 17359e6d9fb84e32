import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TakenRecord } from '#core/sources/paper-candidate.ts'
import type { Refusal } from '#core/sources/watched-source.ts'
import { takeOver } from '#imports/hand-over.ts'
import { letOthersIn } from '#imports/let-others-in.ts'
import { SourceFault } from '#sources/kinds/source-fault.ts'
import type { CheckedPage, CheckPage, PageOrder } from './check-page.ts'

/** What the thread says of a page: its records some at a time, then the rest. It goes on when it is told so. */
export type PageMessage =
  | { about: 'fit'; records: TakenRecord[] }
  | { about: 'refused'; records: Refusal[] }
  | ({ about: 'end' } & Pick<CheckedPage, 'facts' | 'broken'>)

/** Reads the pages of one run, and is closed after the last one. */
export type PageReader = { check: CheckPage; close: () => Promise<void> }

/** A page that keeps its reader waiting longer between two parts is given up. */
const TIME_LIMIT_MS = 120_000
/** What pages of the largest size take is less. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 }

const failureOf = (error: unknown, tookTooLong: boolean): unknown => {
  if (tookTooLong) return new SourceFault('A page takes too long to read.', { cause: error })
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new SourceFault('A page takes too much memory to read.', { cause: error })
}

/** The next message of the thread. Throws what ends the thread, a `SourceFault` for one that takes too long, and why the signal is. */
const nextMessage = async (thread: Worker, signal: AbortSignal): Promise<PageMessage> => {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    const [message] = (await once(thread, 'message', { signal: AbortSignal.any([signal, limit]) })) as [PageMessage]
    return message
  } catch (error) {
    signal.throwIfAborted()
    throw failureOf(error, limit.aborted)
  }
}

/** Hands a page to the thread, which takes its body unless that shares its memory with others. */
const hand = (thread: Worker, { body, ...order }: PageOrder): void => {
  const own = body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body)
  thread.postMessage({ ...order, body: own } satisfies PageOrder, [own.buffer as ArrayBuffer])
}

/**
 * Reads and checks pages in a thread of its own, which is started with the first one: a page of some megabytes would keep whoever
 * else is served waiting for seconds, one large record of it for a tenth of a second.
 */
export const pagesInThread = (): PageReader => {
  let thread: Worker | null = null
  return {
    check: async (order, signal) => {
      // A page has just come in: starting a thread takes some milliseconds more.
      await letOthersIn()
      thread ??= new Worker(new URL('./page-thread.ts', import.meta.url), { resourceLimits })
      hand(thread, order)
      const fit: TakenRecord[] = []
      const refusals: Refusal[] = []
      for (;;) {
        const message = await nextMessage(thread, signal)
        if (message.about === 'end') return { facts: message.facts, broken: message.broken, fit, refusals }
        if (message.about === 'fit') fit.push(...message.records.map(takeOver))
        else refusals.push(...message.records)
        thread.postMessage('next')
      }
    },
    close: async () => {
      await thread?.terminate()
    },
  }
}
