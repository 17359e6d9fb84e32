import type { ActionContext } from '#actions/run-action.ts'
import { createFirstAdmin } from './create-first-admin.ts'
import { createFirstKey } from './create-first-key.ts'

export type FirstCredentials = { key: string | null; adminToken: string | null }

/**
 * A key and a first admin where the corpus never had them. Both in one transaction: of servers that start at once, one tells
 * of all that was made.
 */
export const createFirstCredentials = async (tx: ActionContext): Promise<FirstCredentials> => ({
  key: await createFirstKey(tx, { label: 'first start', scopes: ['submit'], actor: 'first start' }),
  adminToken: (await createFirstAdmin(tx))?.token ?? null,
})
