import type { ActionContext } from '#actions/run-action.ts'
import { createKey, type CreateKeyInput } from './create-key.ts'

/** Makes a key to begin with; null when the corpus ever had one. */
export const createFirstKey = async (tx: ActionContext, input: CreateKeyInput): Promise<string | null> =>
  (await tx.keys.list()).length > 0 ? null : (await createKey(tx, input)).key
