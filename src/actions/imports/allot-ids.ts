import type { ActionContext } from '#actions/run-action.ts'

/** Ids for papers that are about to come in: their checks name the paper by its id. */
export const allotIds = (tx: ActionContext, count: number): Promise<string[]> => tx.imports.allotIds(count)
