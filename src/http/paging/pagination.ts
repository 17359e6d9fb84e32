import type { PublicReader } from '#ports/store/store.ts'
import { filtersOnly, type LibraryFilter } from '#core/search/paper-filter.ts'
import type { Log } from '#ports/runtime.ts'
import type { CountProgress, PublicPaperReader } from '#ports/store/papers.ts'
import type { Context } from 'hono'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { validationFailure } from '#core/failure.ts'

/** A page of a list: the known parameters as given, the effective limit, and the number of matches if it is known. */
type Page = { asked: Readonly<Record<string, string>>; limit: number; total: number | null; next: string | null }

/** The headers of `paginationHeaders`, for the descriptions of routes. */
export const PAGE_HEADERS = ['Link', 'X-Total-Count'] as const

/** Headers of a page: the number of matches, if known, and a link to the next page (RFC 8288). */
export type PaginationHeaders = (context: Context, page: Page) => Record<string, string>

/** The link is an absolute URL, since many clients follow it as it is. */
export const paginationHeaders =
  (publicUrl: () => string): PaginationHeaders =>
  (context, { asked, limit, total, next }) => {
    const headers: Record<string, string> = total === null ? {} : { 'X-Total-Count': String(total) }
    if (next === null) return headers
    const { pathname } = new URL(context.req.url)
    // Built from the parsed parameters, because the cursor is bound to those, however they were encoded.
    const limited = 'limit' in asked ? { ...asked, limit: String(limit) } : asked
    const query = new URLSearchParams({ ...limited, cursor: next })
    return { ...headers, Link: `<${publicUrl()}${pathname}?${query.toString()}>; rel="next"` }
  }

const CHANGE_NUMBER_HEADER = 'X-Change-Seq'

/**
 * The number of the last change that a list is certain to reflect, so it must be read before the list. A client that reads
 * all pages and then asks for the changes after the number of the first page misses nothing.
 */
export const changeNumber = async ({ changes }: Pick<PublicReader, 'changes'>): Promise<Record<string, string>> => ({
  [CHANGE_NUMBER_HEADER]: String(await changes.last()),
})

const MAC_BYTES = 9
const POSITION_BYTES = 7

/**
 * Cursors: the position where a page ended, signed together with its query, so that a forged cursor, or one of another
 * query, is refused instead of answered wrongly.
 */
export type Cursors = {
  /**
   * @param query without its paging parameters
   * @param position a whole number below 2^53
   */
  sign(query: string, position: number): string
  /** Throws `invalid` for anything that this corpus did not sign for this query. */
  read(query: string, cursor: string | undefined): number | null
}

export const signedCursors = (secret: Buffer): Cursors => {
  const mac = (query: string, position: Buffer): Buffer =>
    createHmac('sha256', secret).update('cursor\0').update(position).update(query).digest().subarray(0, MAC_BYTES)
  return {
    sign: (query, position) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64BE(BigInt(position))
      const place = bytes.subarray(8 - POSITION_BYTES)
      return Buffer.concat([place, mac(query, place)]).toString('base64url')
    },
    read: (query, cursor) => {
      if (cursor === undefined) return null
      const bytes = Buffer.from(cursor, 'base64url')
      const place = bytes.subarray(0, POSITION_BYTES)
      const given = bytes.subarray(POSITION_BYTES)
      const genuine = given.length === MAC_BYTES && timingSafeEqual(given, mac(query, place))
      if (!genuine || bytes.toString('base64url') !== cursor)
        throw validationFailure([{ path: 'cursor', message: 'was not issued for this query; start again without it' }])
      return Number(BigInt(`0x${place.toString('hex')}`))
    },
  }
}

/** Matches that are counted before any response; further ones only while that takes less than the budget. */
const COUNTED_SYNCHRONOUSLY = 5_000
/** Matches counted at a time beyond that, which takes about a millisecond. */
const SLICE = 2_500
const BUDGET_MS = 1
const MAX_CACHED_QUERIES = 2_000
const MAX_PENDING_QUERIES = 50

/**
 * The number of matching papers. It is known at once for filters, which are counted in advance, and for searches with up to
 * 5,000 matches, or as many as can be counted in a millisecond. Longer counts go on in the background in short slices, once
 * for each query and revision; until they are done the result is null.
 */
export type MatchTotals = {
  /** @param known the number, if reading the page already gave it */
  count(query: string, filter: LibraryFilter, known?: number | null): Promise<number | null>
}

type Ports = { papers: PublicPaperReader; revisionNow(): number; log: Log }

export const matchTotals = ({ papers, log, ...store }: Ports): MatchTotals => {
  const counts = new Map<string, CountProgress>()
  const waiting = new Map<string, LibraryFilter>()
  let revision = -1
  let isRunning = false

  const dropOlderRevisions = (): void => {
    const now = store.revisionNow()
    if (now === revision) return
    revision = now
    counts.clear()
    waiting.clear()
  }

  const saveProgress = (query: string, progress: CountProgress): void => {
    counts.delete(query)
    counts.set(query, progress)
    const [oldest] = counts.keys()
    if (counts.size > MAX_CACHED_QUERIES && oldest !== undefined) counts.delete(oldest)
  }

  const continueCount = async (query: string, filter: LibraryFilter): Promise<CountProgress> => {
    const before = revision
    const counted = counts.get(query) ?? { counted: 0, after: 0 }
    const progress = await papers.continueCount(
      filter,
      counted,
      Math.max(SLICE, COUNTED_SYNCHRONOUSLY - counted.counted),
    )
    // After a change in the meantime, the earlier count is worthless.
    if (before === revision) saveProgress(query, progress)
    return progress
  }

  const finishWaiting = async (): Promise<void> => {
    isRunning = true
    try {
      for (;;) {
        dropOlderRevisions()
        const [next] = waiting
        if (next === undefined) return
        // A count that fails is given up until the next request for it, so that the others go on.
        waiting.delete(next[0])
        const { after } = await continueCount(...next)
        if (after !== null) waiting.set(...next)
        await new Promise((resolve) => setImmediate(resolve))
      }
    } catch (error) {
      log.warn({ err: error }, 'a search could not be counted to its end')
    } finally {
      isRunning = false
    }
  }

  const finishLater = (query: string, filter: LibraryFilter): void => {
    waiting.delete(query)
    waiting.set(query, filter)
    const [oldest] = waiting.keys()
    if (waiting.size > MAX_PENDING_QUERIES && oldest !== undefined) waiting.delete(oldest)
    if (!isRunning) void finishWaiting()
  }

  return {
    count: async (query, filter, known = null) => {
      if (known !== null) return known
      if (filtersOnly(filter, 'chapter', 'type', 'minLongHorizon')) return papers.countByAttributes(filter)
      dropOlderRevisions()
      const begun = performance.now()
      let progress = counts.get(query) ?? { counted: 0, after: 0 }
      let slices = 0
      // Beyond that, goes on only once a slice in this request has shown how fast counting is.
      const mayGoOn = (): boolean =>
        progress.counted < COUNTED_SYNCHRONOUSLY || (slices > 0 && performance.now() - begun < BUDGET_MS)
      for (; progress.after !== null && mayGoOn(); slices += 1) progress = await continueCount(query, filter)
      if (progress.after === null) return progress.counted
      finishLater(query, filter)
      return null
    },
  }
}
