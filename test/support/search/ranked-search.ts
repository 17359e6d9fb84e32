import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import { unfiltered, type RankedRequest } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'

/** A ranked search for a text as somebody types it. */
export const request = (text: string, given: Partial<Omit<RankedRequest, 'query'>> = {}): RankedRequest => ({
  ...unfiltered,
  limit: 100,
  ...given,
  query: parseRankedQuery(text),
})

/** Merges until there is nothing left to merge; the number of steps. */
export const mergeAll = async (store: Store, rows?: number): Promise<number> => {
  let steps = 0
  while (await store.transact((tx) => tx.ranking.mergeStep(rows))) steps += 1
  return steps
}
