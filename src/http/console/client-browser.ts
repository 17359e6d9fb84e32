import type { Context } from 'hono'
import type { FindCurrentSession } from '#http/auth/current-session.ts'

const MAX_NAME_LENGTH = 200

/** The browser that signs in: what it calls itself, and the session that it had before and that ends with a new one. */
export const clientBrowser = async ({ whoAsks }: { whoAsks: FindCurrentSession }, context: Context) => {
  const before = (await whoAsks(context))?.session ?? null
  const client = (context.req.header('user-agent') ?? '').replaceAll(/[^ -~]/gu, '').slice(0, MAX_NAME_LENGTH)
  return { client, before }
}
