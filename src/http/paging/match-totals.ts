import type { PaperFilter } from '#core/search/paper-filter.ts'
import type { Log } from '#ports/log.ts'
import type { CountProgress, PublicPaperReader } from '#ports/store/papers.ts'

/** So many are counted for any answer; further ones only while they cost it less than the budget. */
const COUNTED_SYNCHRONOUSLY = 5_000
/** Matches counted in one go beyond that; about a millisecond. */
const SLICE = 2_500
const BUDGET_MS = 1
const MAX_REMEMBERED_QUERIES = 2_000
const MAX_PENDING_QUERIES = 50

/**
 * How many papers match, exact where that is cheap: at once for filters, which are counted already, and for searches
 * with up to 5,000 matches, or as many as a millisecond allows. Longer counts go on beside the requests, in slices that
 * hold nobody up, once for a question and revision; until they are done the answer is null.
 */
export type MatchTotals = {
  /** @param known the number, where reading the page already gave it */
  count(question: string, filter: PaperFilter, known?: number | null): Promise<number | null>
}

type Ports = { papers: PublicPaperReader; revisionNow(): number; log: Log }

export const matchTotals = ({ papers, log, ...store }: Ports): MatchTotals => {
  const counts = new Map<string, CountProgress>()
  const waiting = new Map<string, PaperFilter>()
  let revision = -1
  let isRunning = false

  const forgetOlderRevisions = (): void => {
    const now = store.revisionNow()
    if (now === revision) return
    revision = now
    counts.clear()
    waiting.clear()
  }

  const remember = (question: string, progress: CountProgress): void => {
    counts.delete(question)
    counts.set(question, progress)
    const [oldest] = counts.keys()
    if (counts.size > MAX_REMEMBERED_QUERIES && oldest !== undefined) counts.delete(oldest)
  }

  const countOn = async (question: string, filter: PaperFilter): Promise<CountProgress> => {
    const before = revision
    const counted = counts.get(question) ?? { counted: 0, after: 0 }
    const progress = await papers.continueCount(
      filter,
      counted,
      Math.max(SLICE, COUNTED_SYNCHRONOUSLY - counted.counted),
    )
    // A change came between: what was counted before it counts no more.
    if (before === revision) remember(question, progress)
    return progress
  }

  const finishWaiting = async (): Promise<void> => {
    isRunning = true
    try {
      for (;;) {
        forgetOlderRevisions()
        const [next] = waiting
        if (next === undefined) return
        // One that fails is given up until it is asked again, and keeps no other from being counted.
        waiting.delete(next[0])
        const { after } = await countOn(...next)
        if (after !== null) waiting.set(...next)
        await new Promise((resolve) => setImmediate(resolve))
      }
    } catch (error) {
      log.warn({ err: error }, 'a search could not be counted to its end')
    } finally {
      isRunning = false
    }
  }

  const finishLater = (question: string, filter: PaperFilter): void => {
    waiting.delete(question)
    waiting.set(question, filter)
    const [oldest] = waiting.keys()
    if (waiting.size > MAX_PENDING_QUERIES && oldest !== undefined) waiting.delete(oldest)
    if (!isRunning) void finishWaiting()
  }

  return {
    count: async (question, filter, known = null) => {
      if (known !== null) return known
      if (filter.query === null) return papers.countByAttributes(filter)
      forgetOlderRevisions()
      const begun = performance.now()
      let progress = counts.get(question) ?? { counted: 0, after: 0 }
      let slices = 0
      // What one slice takes is known after the first: the next may be all that is left.
      const mayGoOn = (): boolean =>
        progress.counted < COUNTED_SYNCHRONOUSLY || (slices > 0 && performance.now() - begun < BUDGET_MS)
      for (; progress.after !== null && mayGoOn(); slices += 1) progress = await countOn(question, filter)
      if (progress.after === null) return progress.counted
      finishLater(question, filter)
      return null
    },
  }
}
