import type { ActionContext } from './run-action.ts'

/** Keeps the address under which a server is reached, so that commands put it into links of their emails. */
export const storePublicUrl = async (tx: ActionContext, url: string): Promise<void> => {
  await tx.site.setPublicUrl(url)
}
