import type { ActionContext } from '#actions/run-action.ts'
import type { RankedText } from '#core/sources/rank-candidates.ts'

/** Stores what candidates were ranked by. */
export const storeRanks = (tx: ActionContext, ranks: readonly ({ id: number } & RankedText)[]): Promise<void> =>
  tx.candidates.setRanks(ranks)
