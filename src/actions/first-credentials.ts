import type { ActionContext } from './run-action.ts'
import { FIRST_KEY_DAYS, keyExpiry } from '#core/access/api-key.ts'
import { createKey, type CreateKeyInput } from './api-keys.ts'
import { addEditor, type Invitation } from './editors.ts'

/** Creates an initial key that expires; null if the corpus ever had a key. */
export const createFirstKey = async (
  tx: ActionContext,
  input: Omit<CreateKeyInput, 'expiresAt'>,
): Promise<string | null> => {
  if ((await tx.keys.list()).length > 0) return null
  return (await createKey(tx, { ...input, expiresAt: keyExpiry(tx.now, FIRST_KEY_DAYS) })).key
}

/** Adds the first admin, who gives a name and address when using the link; null if there ever was an editor. */
export const createFirstAdmin = async (tx: ActionContext): Promise<Invitation | null> => {
  if ((await tx.editors.list()).length > 0) return null
  return addEditor(tx, { name: 'First admin', email: null, role: 'admin', actor: 'first start' })
}

export type FirstCredentials = { key: string | null; adminToken: string | null }

/**
 * Creates a key and a first admin if the corpus never had them. In one transaction, so that of several servers that start at
 * the same time only one prints them.
 */
export const createFirstCredentials = async (tx: ActionContext): Promise<FirstCredentials> => ({
  key: await createFirstKey(tx, { label: 'first start', scopes: ['submit'], actor: 'first start' }),
  adminToken: (await createFirstAdmin(tx))?.token ?? null,
})
