import { SourceFault } from '#sources/protocols.ts'
import type { TakenRecord } from '#core/sources/candidate.ts'
import { ThreadFault } from '#threads/messages.ts'
import { openSandbox } from '#threads/sandbox.ts'
import type { CheckedPage, CheckPage, PageOrder } from './read-page.ts'

/** What the process returns for a page: its records in parts, then the rest. */
export type PagePart = { about: 'fit'; records: TakenRecord[] } | { about: 'end'; page: Omit<CheckedPage, 'fit'> }

/** Reads the pages of one run, and is closed after the last one. */
export type PageReader = { check: CheckPage; close: () => Promise<void> }

/** Reading a page fails when the next part takes longer. */
const TIME_LIMIT_MS = 120_000
/** Pages of the largest size need less. */
const BOUNDS = { heapMegabytes: 384, residentBytes: 640_000_000 }
/** A run waits between its pages as the service asks, and closes the process after the last one. */
const IDLE_MS = 60_000

const failureOf = (error: unknown): unknown => {
  if (!(error instanceof ThreadFault)) return error
  if (error.code === 'too_slow') return new SourceFault('A page takes too long to read.', { cause: error })
  if (error.code !== 'too_much_memory') return error
  return new SourceFault('A page takes too much memory to read.', { cause: error })
}

/**
 * Reads and checks pages in a process without permissions, which starts with the first page: they come from other servers, and
 * reading several megabytes takes seconds.
 */
export const pagesInProcess = (): PageReader => {
  const process = openSandbox<PageOrder, PagePart>({
    entry: new URL('./page-process.ts', import.meta.url),
    bounds: BOUNDS,
    idleMs: IDLE_MS,
  })
  return {
    check: async (order, signal) => {
      const fit: TakenRecord[] = []
      try {
        for await (const part of process.parts(order, { signal, withinMs: TIME_LIMIT_MS })) {
          if (part.about === 'end') return { ...part.page, fit }
          fit.push(...part.records)
        }
      } catch (error) {
        throw failureOf(error)
      }
      throw new ThreadFault('ended')
    },
    close: () => process.close(),
  }
}
