import type { Context, Hono } from 'hono'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Log } from '#ports/log.ts'
import type { PublicReader, Store } from '#ports/store/store.ts'
import { refuseForeignOrigin } from '#http/auth/origin-check.ts'
import { MCP_BODY_BYTES, tooLargeResponse } from '#http/input/body-limits.ts'
import { readBodyText, refuseCompressed } from '#http/input/body.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import type { Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { askRoutes, type Ask } from './ask.ts'
import { parseMessages, refusedSubscription, refuseManyMessages } from './messages.ts'
import { connectorOffer, libraryOffer } from './offers.ts'
import { openServer, type Offer } from './open-server.ts'
import { draftTools, mayDraft } from './tools/draft-tools.ts'

export type McpPorts = {
  store: { public: PublicReader } | Store
  cursors: Cursors
  log: Log
  publicUrl: () => string
  houseName: string
  version: string
  /** The routes that tools ask. */
  asked: Hono
  /** Among them those of drafts; what one may be follows from them. */
  editorialRoutes: readonly Route[]
}

const bearerKey = (context: Context): string | undefined =>
  /^Bearer +(?<key>\S+) *$/iu.exec(context.req.header('authorization') ?? '')?.groups?.key

/** Who asks: for limits that count clients, and for what needs a key. */
const clientHeaders = (context: Context): Record<string, string> => {
  const forwarded = context.req.header('x-forwarded-for')
  const key = bearerKey(context)
  return {
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    ...(key === undefined ? {} : { 'x-api-key': key }),
  }
}

/** What is offered at an address, and to those who may draft. */
type Offers = { all: Offer; drafting: Offer | null }

/** Throws `key_invalid` for a key that is none: an agent should not think that it has one. */
const offerTo = async (context: Context, ask: Ask, { all, drafting }: Offers): Promise<Offer> =>
  drafting !== null && bearerKey(context) !== undefined && (await mayDraft(ask)) ? drafting : all

const toReply = async (response: Response): Promise<Reply> => ({
  status: response.status,
  body: await response.text(),
  type: response.headers.get('content-type') ?? 'application/json',
  headers: {},
})

const answer =
  (offers: Offers, ports: McpPorts) =>
  async (context: Context): Promise<Reply> => {
    refuseForeignOrigin(context, ports.publicUrl())
    refuseCompressed(context)
    const text = await readBodyText(context, MCP_BODY_BYTES)
    const messages = parseMessages(text)
    refuseManyMessages(messages)
    const refused = refusedSubscription(messages)
    if (refused !== null) return refused
    const ask = askRoutes(ports.asked, context.env as object, clientHeaders(context))
    const offer = await offerTo(context, ask, offers)
    const handler = createMcpHandler(() => openServer(offer, ports, { ...ports, ask, reader: ports.store.public }), {
      maxSubscriptions: 0,
      keepAliveMs: 0,
      onerror: (error) => ports.log.debug({ err: error }, 'a message was refused'),
    })
    const { url, method, headers } = context.req.raw
    return toReply(await handler.fetch(new Request(url, { method, headers, body: text })))
  }

const endpoint = (path: `/${string}`, summary: string, offers: Offers, ports: McpPorts): Route => ({
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
    401: { description: 'The key is not valid.' },
    403: { description: 'The request comes from a page of another site.' },
    404: { description: 'The protocol has no such method here.' },
    413: tooLargeResponse(MCP_BODY_BYTES),
    415: { description: 'The body is not plain JSON.' },
  },
  handle: answer(offers, ports),
})

/** The Model Context Protocol over streamable HTTP, without sessions: each request is whole by itself. */
export const mcpRoutes = (ports: McpPorts): Route[] => {
  const tools = [...libraryOffer.tools, ...draftTools(ports.editorialRoutes)]
  const library = { all: libraryOffer, drafting: { ...libraryOffer, tools, isPrivate: true } }
  const connector = { all: connectorOffer, drafting: null }
  return [
    endpoint('/mcp', 'The library for agents, by the Model Context Protocol', library, ports),
    endpoint('/mcp/connector', 'The library for connectors of assistants: search and fetch', connector, ports),
  ]
}
