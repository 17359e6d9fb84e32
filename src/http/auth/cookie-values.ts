import type { Context } from 'hono'

/** The values of all cookies of one name that a browser sent, in their order. */
export const cookieValues = (context: Context, name: string): string[] =>
  (context.req.header('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
