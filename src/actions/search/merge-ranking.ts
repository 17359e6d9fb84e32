import type { ActionContext } from '#actions/run-action.ts'

/** Does one step of merging what was added to the ranking; false when nothing is left. The public sees no difference. */
export const mergeRanking = (tx: ActionContext): Promise<boolean> => tx.ranking.mergeStep()
