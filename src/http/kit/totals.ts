import type { Log } from '#ports/log.ts'
import type { CountProgress, PaperFilter, PaperReader } from '#ports/papers.ts'

/** Matches counted in one go; about a millisecond. */
const SLICE = 2_500
/** So many are counted for any answer; further ones only while they cost it less than the budget. */
const COUNTED_AT_ONCE = 5_000
const BUDGET_MS = 1
const QUESTIONS_REMEMBERED = 2_000
const QUESTIONS_WAITING = 50

/**
 * How many papers match, exact where that is cheap: at once for filters, which are counted already, and for searches
 * with up to 5,000 matches, or as many as a millisecond allows. Longer counts go on beside the requests, in slices that
 * hold nobody up, once for a question and revision; until they are done the answer is null.
 */
export type Totals = { of(question: string, filter: PaperFilter): Promise<number | null> }

type Ports = { papers: PaperReader; revisionNow(): number; log: Log }

export const countedTotals = ({ papers, log, ...store }: Ports): Totals => {
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
    if (counts.size > QUESTIONS_REMEMBERED && oldest !== undefined) counts.delete(oldest)
  }

  const countOn = async (question: string, filter: PaperFilter): Promise<CountProgress> => {
    const before = revision
    const progress = await papers.countOn(filter, counts.get(question) ?? { counted: 0, after: 0 }, SLICE)
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
        const { after } = await countOn(...next)
        if (after === null) waiting.delete(next[0])
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
    if (waiting.size > QUESTIONS_WAITING && oldest !== undefined) waiting.delete(oldest)
    if (!isRunning) void finishWaiting()
  }

  return {
    of: async (question, filter) => {
      if (filter.query === null) return papers.total(filter)
      forgetOlderRevisions()
      const begun = performance.now()
      let progress = counts.get(question) ?? { counted: 0, after: 0 }
      const mayGoOn = (): boolean => progress.counted < COUNTED_AT_ONCE || performance.now() - begun < BUDGET_MS
      while (progress.after !== null && mayGoOn()) progress = await countOn(question, filter)
      if (progress.after === null) return progress.counted
      finishLater(question, filter)
      return null
    },
  }
}
