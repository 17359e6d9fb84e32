import { bearerToken } from '#core/access/bearer-token.ts'
import { Failure } from '#core/failure.ts'
import type { Reply } from '#http/routing/reply.ts'
import type { Context, Hono } from 'hono'
import type { Log } from '#ports/runtime.ts'
import type { PublicReader, Store } from '#ports/store/store.ts'
import { refuseForeignOrigin } from '#http/auth/origin-check.ts'
import { MCP_BODY_BYTES, readBodyText, refuseCompressed } from '#http/input/body.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { countAsRequests, type Route } from '#http/routing/route.ts'
import { openInternalApi, type InternalApi } from './tool.ts'
import { connectorOffer, libraryOffer, type Offer } from './offers.ts'
import { draftTools, mayDraft } from '#http/agent-api/mcp/tools/draft-tools.ts'
import type { LiveSite } from '#ports/site.ts'

/** Clients of the revision of March 2025 may send several messages at once. */
const MAX_MESSAGES = 20

/** Null for text that is not JSON: the protocol has its own error for that. */
const parseMessages = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Throws `invalid`. */
const refuseManyMessages = (messages: unknown): void => {
  if (Array.isArray(messages) && messages.length > MAX_MESSAGES)
    throw new Failure('invalid', `At most ${MAX_MESSAGES} messages are accepted at once; send them one by one.`)
}

/**
 * The refusal of a request to subscribe; null for any other message. The server sends no notifications and declares no such
 * capability, so this is an unknown method. The package would report an internal error (-32603), and clients would retry.
 */
const refusedSubscription = (messages: unknown): Reply | null => {
  if (typeof messages !== 'object' || messages === null) return null
  const { method, id } = messages as { method?: unknown; id?: unknown }
  if (method !== 'subscriptions/listen' || (typeof id !== 'string' && typeof id !== 'number')) return null
  const error = { code: -32_601, message: 'There are no subscriptions; get_changes lists what changed.' }
  return {
    status: 404,
    body: JSON.stringify({ jsonrpc: '2.0', id, error }),
    type: 'application/json',
    headers: {},
  }
}

export type McpPorts = {
  store: { public: PublicReader } | Store
  cursors: Cursors
  log: Log
  publicUrl: () => string
  site: LiveSite
  version: string
  /** The routes that tools call. */
  asked: Hono
  /** These include the routes of drafts, whose schema is that of the tool. */
  editorialRoutes: readonly Route[]
}

const bearerKey = (context: Context): string | undefined => bearerToken(context.req.header('authorization'))

/** Headers that identify the caller, for limits by client and routes that need a key. */
const clientHeaders = (context: Context): Record<string, string> => {
  const forwarded = context.req.header('x-forwarded-for')
  const key = bearerKey(context)
  return {
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
    ...(key === undefined ? {} : { 'x-api-key': key }),
  }
}

/** What an endpoint offers, and what it offers to keys that may draft. */
type Offers = { all: Offer; drafting: Offer | null }

/** Throws `key_invalid` for an invalid key, so that an agent does not believe that its key works. */
const offerTo = async (context: Context, api: InternalApi, { all, drafting }: Offers): Promise<Offer> =>
  drafting !== null && bearerKey(context) !== undefined && (await mayDraft(api)) ? drafting : all

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
    if (Array.isArray(messages)) countAsRequests(context, messages.length)
    const refused = refusedSubscription(messages)
    if (refused !== null) return refused
    const env = { ...(context.env as object), requestId: context.get('requestId') as unknown }
    const api = openInternalApi(ports.asked, env, clientHeaders(context))
    const offer = await offerTo(context, api, offers)
    // Imported on demand: a large package, and most servers never get such a message.
    const { createMcpHandler } = await import('@modelcontextprotocol/server')
    const { openServer } = await import('./server.ts')
    const handler = createMcpHandler(() => openServer(offer, ports, { ...ports, api, reader: ports.store.public }), {
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
  },
  handle: answer(offers, ports),
})

/** The Model Context Protocol over streamable HTTP, without sessions: each request is complete in itself. */
export const mcpRoutes = (ports: McpPorts): Route[] => {
  const drafting = draftTools(ports.editorialRoutes)
  const tools: Offer['tools'] = (library) => [...libraryOffer.tools(library), ...drafting]
  const library = { all: libraryOffer, drafting: { ...libraryOffer, tools, isPrivate: true } }
  const connector = { all: connectorOffer, drafting: null }
  return [
    endpoint('/mcp', 'The library for agents, over the Model Context Protocol', library, ports),
    endpoint('/mcp/connector', 'The library for connectors of assistants: search and fetch', connector, ports),
  ]
}
