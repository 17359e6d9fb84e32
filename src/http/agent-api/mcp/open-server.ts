import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { mcpServerName } from '#http/routing/mcp-server-name.ts'
import { complete } from './complete.ts'
import { getPrompt, prompts } from './prompts.ts'
import { readResource, resourceTemplates } from './resources.ts'
import { callTool, type Tool, type ToolPorts } from './tool.ts'

type About = { houseName: string; version: string; publicUrl: () => string }

/** What is offered at an address; resources and prompts are for those who ask the library itself. */
export type Offer = {
  tools: readonly Tool[]
  instructions: (houseName: string) => string
  hasResources: boolean
  isPrivate?: boolean
}

/** Lists change with a release only, and are the same for everybody without a key. */
const LISTS_LAST_MS = 3_600_000

const offerTools = (server: Server, tools: readonly Tool[], ports: ToolPorts): void => {
  server.setRequestHandler('tools/list', () => ({ tools: tools.map((tool) => tool.describe()) }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const asked = tools.find((tool) => tool.describe().name === params.name)
    if (asked === undefined) {
      const known = tools.map((tool) => tool.describe().name).join(', ')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool of this name; there are ${known}.`)
    }
    return callTool(asked, params.arguments, ports)
  })
}

const offerResources = (server: Server, ports: ToolPorts): void => {
  server.setRequestHandler('resources/list', () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri, ports))
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}))
  server.setRequestHandler('completion/complete', ({ params }) => complete(params, ports))
}

/**
 * A server of the protocol for one request or one connection; it remembers nothing. Tools are described once for all of
 * them, so a call costs what its read costs.
 */
export const openServer = (
  { tools, instructions, hasResources, isPrivate = false }: Offer,
  { houseName, version, publicUrl }: About,
  ports: ToolPorts,
): Server => {
  const lasting = { ttlMs: LISTS_LAST_MS, cacheScope: isPrivate ? 'private' : 'public' } as const
  const server = new Server(
    { name: mcpServerName(publicUrl()), title: houseName, version, websiteUrl: publicUrl() },
    {
      capabilities: { tools: {}, ...(hasResources ? { resources: {}, prompts: {}, completions: {} } : {}) },
      instructions: instructions(houseName),
      cacheHints: {
        'tools/list': lasting,
        'prompts/list': lasting,
        'resources/list': lasting,
        'resources/templates/list': lasting,
        'server/discover': lasting,
      },
    },
  )
  offerTools(server, tools, ports)
  if (hasResources) offerResources(server, ports)
  return server
}
