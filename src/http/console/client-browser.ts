import type { Context } from 'hono'
import type { WhoAsks } from '#http/auth/authorize.ts'

const LONGEST_NAME = 200

/** The browser that signs in: what it calls itself, and the session that it had before and that ends with a new one. */
export const browserOf = async ({ whoAsks }: { whoAsks: WhoAsks }, context: Context) => {
  const before = (await whoAsks(context))?.session ?? null
  const client = (context.req.header('user-agent') ?? '').replaceAll(/[^ -~]/gu, '').slice(0, LONGEST_NAME)
  return { client, before }
}
