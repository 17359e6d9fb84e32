import type { RunAction } from '#actions/run-action.ts'
import { mergeRanking } from '#actions/search/merge-ranking.ts'
import type { Job } from './run-jobs.ts'

/** Merges what new papers added to the ranking, in small steps between which others write. */
export const mergeRankingJob = ({ run }: { run: RunAction }): Job => ({
  name: 'merge-ranking',
  everySeconds: 10,
  run: async () => ({ more: await run(mergeRanking, null) }),
})
