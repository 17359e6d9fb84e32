import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

const allowed = new WeakSet<IncomingMessage>()

/**
 * Gives the body of a request as long as it comes at a steady pace: files are larger than what a slow line sends within the time
 * that a request has. To be said only of requests whose sender is known, by a key or a session.
 */
export const allowSlowBody = (context: Context): void => {
  const request = (context.env as { incoming?: IncomingMessage } | undefined)?.incoming
  if (request !== undefined) allowed.add(request)
}

export const isSlowBodyAllowed = (request: IncomingMessage): boolean => allowed.has(request)
