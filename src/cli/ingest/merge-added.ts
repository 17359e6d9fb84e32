import { mergeRanking } from '#actions/search/merge-ranking.ts'
import { Pace } from '#imports/pace.ts'
import type { Corpus } from '#open-corpus.ts'

/**
 * Merges what many batches added to the ranking, so that the first search reads little. A server does the same when it
 * finds time, so nothing is lost by an interruption.
 */
export const mergeAdded = async ({ run }: Corpus, isInterrupted: () => boolean): Promise<void> => {
  const pace = new Pace()
  let isLeft = true
  while (isLeft && !isInterrupted()) isLeft = await pace.wait(() => run(mergeRanking, null))
}
