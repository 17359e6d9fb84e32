import type { ActionContext } from '#actions/run-action.ts'

export const newSubscriberId = (tx: ActionContext): string => `s_${tx.ids.secret().slice(0, 16)}`
