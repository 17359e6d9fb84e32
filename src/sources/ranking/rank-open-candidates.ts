import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { storeRanks } from '#actions/sources/store-ranks.ts'
import type { RunAction } from '#actions/run-action.ts'
import { MOST_JUDGED, type JudgedText, type JudgedTexts, type RankedText } from '#core/sources/rank-candidates.ts'
import { letOthersIn } from '#imports/let-others-in.ts'
import type { Store } from '#ports/store/store.ts'

/** What the thread is told: texts some at a time, and that there are no more. */
export type RankingMessage = JudgedTexts | { are: 'candidates'; texts: readonly JudgedText[] } | { are: 'all' }

type RankingPorts = { store: Pick<Store, 'private'>; run: RunAction }

/** Candidates that are ranked at once. */
const LOT = 500
/** Rows of one transaction. */
const STORED_AT_ONCE = 20
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 }

const startThread = (): Worker => new Worker(new URL('./ranking-thread.ts', import.meta.url), { resourceLimits })

/** Gives open candidates their scores, first those that have none; how many were ranked. A thread of its own compares them. */
export const rankOpenCandidates = async ({ store, run }: RankingPorts): Promise<number> => {
  const reader = store.private.candidates
  const ids: number[] = []
  let thread: Worker | undefined
  // Reading and handing over fifteen hundred texts at once would keep others waiting for tens of milliseconds.
  const hand = async (message: RankingMessage): Promise<void> => {
    thread ??= startThread()
    thread.postMessage(message)
    await letOthersIn()
  }
  try {
    for await (const texts of reader.toRank(LOT)) {
      ids.push(...texts.map(({ id }) => Number(id)))
      await hand({ are: 'candidates', texts })
    }
    if (thread === undefined) return 0
    for await (const texts of reader.judged(MOST_JUDGED)) await hand(texts)
    const answer = once(thread, 'message')
    await hand({ are: 'all' })
    const [ranked] = (await answer) as [RankedText[]]
    const ranks = ranked.flatMap((rank, index) => (ids[index] === undefined ? [] : [{ id: ids[index], ...rank }]))
    for (let from = 0; from < ranks.length; from += STORED_AT_ONCE) {
      await letOthersIn()
      await run(storeRanks, ranks.slice(from, from + STORED_AT_ONCE))
    }
    return ranks.length
  } finally {
    await thread?.terminate()
  }
}
