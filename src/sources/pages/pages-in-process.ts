import { SourceFault } from '#sources/protocols.ts'
import type { TakenRecord } from '#core/sources/candidate.ts'
import { ThreadFault } from '#threads/messages.ts'
import { openSandbox } from '#threads/sandbox.ts'
import type { ImportedRecord } from '#core/imports/imported-record.ts'
import type { CheckedPage, CheckPage, PageOrder } from './read-page.ts'
import type { BrokenRows, CheckedRows, CheckRows, RowsOrder } from './read-rows.ts'

/** What the process returns for a page or a piece of a table: its records in parts, then the rest. */
export type PagePart =
  | { about: 'fit'; records: TakenRecord[] }
  | { about: 'end'; page: Omit<CheckedPage, 'fit'> }
  | { about: 'notices'; notices: ImportedRecord[] }
  | { about: 'rows end'; rows: CheckedRows | BrokenRows }

/** Reads the pages of one run, or the pieces of a table, and is closed after the last one. */
export type PageReader = { check: CheckPage; checkRows: CheckRows; close: () => Promise<void> }

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
  const process = openSandbox<PageOrder | RowsOrder, PagePart>({
    entry: new URL('./page-process.ts', import.meta.url),
    bounds: BOUNDS,
    idleMs: IDLE_MS,
  })
  // Read to its end, an answer leaves the process for the next one.
  async function* parts(order: PageOrder | RowsOrder, signal: AbortSignal): AsyncGenerator<PagePart> {
    try {
      yield* process.parts(order, { signal, withinMs: TIME_LIMIT_MS })
    } catch (error) {
      throw failureOf(error)
    }
  }
  return {
    check: async (order, signal) => {
      const fit: TakenRecord[] = []
      let page: Omit<CheckedPage, 'fit'> | null = null
      for await (const part of parts(order, signal)) {
        if (part.about === 'fit') fit.push(...part.records)
        if (part.about === 'end') ({ page } = part)
      }
      if (page === null) throw new ThreadFault('ended')
      return { ...page, fit }
    },
    checkRows: async (order, signal) => {
      const notices: ImportedRecord[] = []
      let rows: CheckedRows | BrokenRows | null = null
      for await (const part of parts(order, signal)) {
        if (part.about === 'notices') notices.push(...part.notices)
        if (part.about === 'rows end') ({ rows } = part)
      }
      if (rows === null) throw new ThreadFault('ended')
      return 'broken' in rows ? rows : { ...rows, notices }
    },
    close: () => process.close(),
  }
}
