import type { Context } from 'hono'
import type { FindCurrentSession } from '#http/auth/current-session.ts'

const MAX_NAME_LENGTH = 200

/** The browser that signs in: its user agent, and its previous session, which a new one ends. */
export const clientBrowser = async ({ whoAsks }: { whoAsks: FindCurrentSession }, context: Context) => {
  const before = (await whoAsks(context))?.session ?? null
  const client = (context.req.header('user-agent') ?? '').replaceAll(/[^ -~]/gu, '').slice(0, MAX_NAME_LENGTH)
  return { client, before }
}
