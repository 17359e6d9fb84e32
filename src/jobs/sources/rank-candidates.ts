import { MOST_JUDGED } from '#core/sources/rank-candidates.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from '../run-jobs.ts'

type RankingPorts = {
  store: Pick<Store, 'private'>
  /** Ranks a lot of open candidates. */
  rank: () => Promise<unknown>
}

/** Ranks candidates that have come, and all of them anew once something was decided against. */
export const rankCandidatesJob = ({ store, rank }: RankingPorts): Job => {
  let rejectedBefore: string | null = null
  return {
    name: 'rank-candidates',
    everySeconds: 15,
    run: async (signal) => {
      const { isUnranked, isOpen, rejected } = await store.private.candidates.rankingState(MOST_JUDGED)
      const isOld = isOpen && rejectedBefore !== null && rejected !== rejectedBefore
      rejectedBefore = rejected
      if (signal.aborted || (!isUnranked && !isOld)) return { more: false }
      await rank()
      return { more: (await store.private.candidates.rankingState(MOST_JUDGED)).isUnranked }
    },
  }
}
