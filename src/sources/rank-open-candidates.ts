import { yieldToEventLoop } from '#imports/pacing.ts'
import { storeRanks } from '#actions/candidates.ts'
import type { RunAction } from '#actions/run-action.ts'
import { MAX_JUDGED, type JudgedText, type JudgedTexts, type RankedText } from '#core/sources/rank-candidates.ts'
import type { Store } from '#ports/store/store.ts'
import { openThread } from '#threads/thread.ts'

/** A message to the thread: some of the texts, or that there are no more. */
export type RankingMessage = JudgedTexts | { are: 'candidates'; texts: readonly JudgedText[] } | { are: 'all' }

type RankingPorts = { store: Pick<Store, 'private'>; run: RunAction }

/** Candidates ranked in one run. */
const BATCH_CANDIDATES = 500
/** Rows per transaction. */
const STORED_AT_ONCE = 20
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 }

/** Scores open candidates, those without a score first, in a separate thread. Returns how many were ranked. */
export const rankOpenCandidates = async ({ store, run }: RankingPorts): Promise<number> => {
  const reader = store.private.candidates
  const ids: number[] = []
  const thread = openThread<RankingMessage, RankedText[]>({
    entry: new URL('./ranking-thread.ts', import.meta.url),
    resourceLimits,
  })
  try {
    for await (const texts of reader.toRank(BATCH_CANDIDATES)) {
      ids.push(...texts.map(({ id }) => Number(id)))
      await thread.request({ are: 'candidates', texts })
    }
    if (ids.length === 0) return 0
    for await (const texts of reader.judged(MAX_JUDGED)) await thread.request(texts)
    const ranked = await thread.request({ are: 'all' })
    const ranks = ranked.flatMap((rank, index) => (ids[index] === undefined ? [] : [{ id: ids[index], ...rank }]))
    for (let from = 0; from < ranks.length; from += STORED_AT_ONCE) {
      await yieldToEventLoop()
      await run(storeRanks, ranks.slice(from, from + STORED_AT_ONCE))
    }
    return ranks.length
  } finally {
    await thread.close()
  }
}
