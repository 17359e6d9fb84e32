import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { storeRanks } from '#actions/sources/store-ranks.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { JudgedText, RankedText, RankingMaterial } from '#core/sources/rank-candidates.ts'
import type { Store } from '#ports/store/store.ts'

export type RankingOrder = { candidates: readonly JudgedText[]; material: RankingMaterial }

type RankingPorts = { store: Pick<Store, 'private'>; run: RunAction }

/** Candidates that are ranked at once, and works of each kind that they are compared with. */
const LOT = 500
const JUDGED = 500
/** Rows of one transaction. */
const STORED_AT_ONCE = 20
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 }

/** Ranks them in a thread of its own, which ends afterwards. */
const rankInThread = async (order: RankingOrder): Promise<RankedText[]> => {
  const thread = new Worker(new URL('./ranking-thread.ts', import.meta.url), { workerData: order, resourceLimits })
  try {
    const [ranked] = (await once(thread, 'message')) as [RankedText[]]
    return ranked
  } finally {
    await thread.terminate()
  }
}

/** Gives open candidates their scores, first those that have none; how many were ranked. */
export const rankOpenCandidates = async ({ store, run }: RankingPorts): Promise<number> => {
  const reader = store.private.candidates
  const candidates = await reader.toRank(LOT)
  if (candidates.length === 0) return 0
  const material = await reader.judged(JUDGED)
  const ranked = await rankInThread({ candidates, material })
  const ranks = candidates.flatMap(({ id }, index) => {
    const rank = ranked[index]
    return rank === undefined ? [] : [{ id: Number(id), ...rank }]
  })
  for (let from = 0; from < ranks.length; from += STORED_AT_ONCE)
    await run(storeRanks, ranks.slice(from, from + STORED_AT_ONCE))
  return ranks.length
}
