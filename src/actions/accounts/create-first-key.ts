import type { ActionContext } from '#actions/run-action.ts'
import { FIRST_KEY_DAYS, keyExpiry } from '#core/access/api-key.ts'
import { createKey, type CreateKeyInput } from './create-key.ts'

/** Makes a key to begin with, for a limited time; null when the corpus ever had one. */
export const createFirstKey = async (
  tx: ActionContext,
  input: Omit<CreateKeyInput, 'expiresAt'>,
): Promise<string | null> => {
  if ((await tx.keys.list()).length > 0) return null
  return (await createKey(tx, { ...input, expiresAt: keyExpiry(tx.now, FIRST_KEY_DAYS) })).key
}
