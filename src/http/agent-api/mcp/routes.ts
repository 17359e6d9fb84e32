import type { Context, Hono } from 'hono'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { Failure } from '#core/failure.ts'
import type { Log } from '#ports/log.ts'
import type { PublicReader, Store } from '#ports/store/store.ts'
import { refuseForeignOrigin } from '#http/auth/origin-check.ts'
import { MCP_BODY_BYTES, tooLargeResponse } from '#http/input/body-limits.ts'
import { readBodyText, refuseCompressed } from '#http/input/body.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import type { Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { askRoutes } from './ask.ts'
import { connectorOffer, libraryOffer } from './offers.ts'
import { openServer, type Offer } from './open-server.ts'

export type McpPorts = {
  store: { public: PublicReader } | Store
  cursors: Cursors
  log: Log
  publicUrl: () => string
  houseName: string
  version: string
  /** The routes that tools ask. */
  asked: Hono
}

/** Clients of the revision of March 2025 may send several messages at once. */
const MOST_MESSAGES = 20

/** Throws `invalid`. What is no JSON is told in the words of the protocol. */
const refuseManyMessages = (text: string): void => {
  let body: unknown = null
  try {
    body = JSON.parse(text)
  } catch {
    return
  }
  if (Array.isArray(body) && body.length > MOST_MESSAGES)
    throw new Failure('invalid', `At most ${MOST_MESSAGES} messages are taken at once; send them one by one.`)
}

/** Who asks, for limits that count clients. */
const clientHeaders = (context: Context): Record<string, string> => {
  const forwarded = context.req.header('x-forwarded-for')
  return forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
}

const toReply = async (response: Response): Promise<Reply> => ({
  status: response.status,
  body: await response.text(),
  type: response.headers.get('content-type') ?? 'application/json',
  headers: {},
})

const answer =
  (offer: Offer, ports: McpPorts) =>
  async (context: Context): Promise<Reply> => {
    refuseForeignOrigin(context, ports.publicUrl())
    refuseCompressed(context)
    const text = await readBodyText(context, MCP_BODY_BYTES)
    refuseManyMessages(text)
    const ask = askRoutes(ports.asked, context.env as object, clientHeaders(context))
    const handler = createMcpHandler(
      () => openServer(offer, ports, { ...ports, ask, reader: ports.store.public }),
      // Nothing is told of its own accord: who wants to know of changes asks get_changes.
      {
        maxSubscriptions: 0,
        keepAliveMs: 0,
        onerror: (error) => ports.log.debug({ err: error }, 'a message was refused'),
      },
    )
    const { url, method, headers } = context.req.raw
    return toReply(await handler.fetch(new Request(url, { method, headers, body: text })))
  }

const endpoint = (path: `/${string}`, summary: string, offer: Offer, ports: McpPorts): Route => ({
  method: 'post',
  path,
  summary,
  access: 'public',
  caching: 'none',
  allowCors: false,
  responses: {
    200: { description: 'The answer to a message.' },
    202: { description: 'A notification was taken.' },
    400: { description: 'The message is not one of the protocol.' },
    403: { description: 'The request comes from a page of another site.' },
    413: tooLargeResponse(MCP_BODY_BYTES),
    415: { description: 'The body is not plain JSON.' },
  },
  handle: answer(offer, ports),
})

/** The Model Context Protocol over streamable HTTP, without sessions: each request is whole by itself. */
export const mcpRoutes = (ports: McpPorts): Route[] => [
  endpoint('/mcp', 'The library for agents, by the Model Context Protocol', libraryOffer, ports),
  endpoint('/mcp/connector', 'The library for connectors of assistants: search and fetch', connectorOffer, ports),
]
