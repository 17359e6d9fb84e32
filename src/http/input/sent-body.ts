import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** What is known of the connection of a request. One that this server asks for it (`isAsked`) has a body of its own. */
type Connected = { incoming?: IncomingMessage; outgoing?: ServerResponse; isAsked?: boolean; holdBody?: HoldBody }

/** Notes bytes that are kept until the request is answered. Throws `unavailable` where too many are. */
export type HoldBody = (bytes: number) => void

const connectedOf = ({ env }: Context): Connected => (env ?? {}) as Connected

/** How many bytes the body is said to have; 0 where nothing is said. */
export const announcedBytes = (context: Context): number => Number(context.req.header('content-length') ?? 0)

/** To be called with what is kept of a body before it is kept. Throws `unavailable`. */
export const holdBody = (context: Context, bytes: number): void => {
  const { isAsked = false, holdBody: hold } = connectedOf(context)
  // What a tool asks is a part of a body that is counted.
  if (!isAsked) hold?.(bytes)
}

/**
 * The pieces of a body as they come, or null where there can be none. Whoever stops early leaves the rest unread: the
 * response decides what becomes of it. A client that waits to be told to send (`Expect: 100-continue`) is told so with the
 * first piece that is wanted, and never if the request is refused before.
 */
export const sentBody = (context: Context): AsyncIterable<Uint8Array> | null => {
  const { incoming, outgoing, isAsked = false } = connectedOf(context)
  if (isAsked || incoming === undefined || outgoing === undefined)
    return context.req.raw.body?.values({ preventCancel: true }) ?? null
  if (incoming.headers.expect !== undefined && !outgoing.headersSent) outgoing.writeContinue()
  return incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
}
