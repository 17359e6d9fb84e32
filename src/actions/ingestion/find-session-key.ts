import type { ActionContext } from '#actions/run-action.ts'

/** The key that sends to a session; it stays in the list when the session is over. */
export const findSessionKey = async ({ keys }: Pick<ActionContext, 'keys'>, id: string): Promise<string | null> =>
  (await keys.list()).find(({ ingestSession }) => ingestSession === id)?.id ?? null
