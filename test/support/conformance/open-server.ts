import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import { openServer as openRealServer } from '#http/agent-api/mcp/open-server.ts'
import { getPrompt, prompts } from '#http/agent-api/mcp/prompts.ts'
import { readResource } from '#http/agent-api/mcp/resources.ts'
import { callTool } from '#http/agent-api/mcp/tool.ts'
import { askingPrompts, askingTools } from './asking.ts'
import { contentPrompts, contentResources, contentTools } from './content.ts'

const tools = { ...contentTools, ...askingTools }
const fixturePrompts = { ...contentPrompts, ...askingPrompts }

const inputSchema = { type: 'object' as const }

/** The real server for one request, with the tools, resources and prompts of the suite beside its own. */
export const openServer = (...[offer, about, ports]: Parameters<typeof openRealServer>): Server => {
  const server = openRealServer(offer, about, ports)
  if (!offer.hasResources) return server
  server.registerCapabilities({ logging: {} })
  const described = Object.keys(tools).map((name) => ({ name, description: 'Called by the suite.', inputSchema }))
  server.setRequestHandler('tools/list', () => ({
    tools: [...offer.tools.map((tool) => tool.describe()), ...described],
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const fixture = tools[params.name]
    if (fixture !== undefined) return fixture(params.arguments ?? {}, context)
    const asked = offer.tools.find((tool) => tool.describe().name === params.name)
    if (asked === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.')
    return callTool(asked, params.arguments, ports)
  })
  server.setRequestHandler('resources/read', ({ params }) => {
    if (!params.uri.startsWith('test://')) return readResource(params.uri, ports)
    const contents = contentResources(params.uri)
    if (contents === null) throw new ResourceNotFoundError(params.uri, 'No resource has this address.')
    return { contents: [contents] }
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      ...prompts,
      ...Object.keys(fixturePrompts).map((name) => ({ name, description: 'Called by the suite.' })),
    ],
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const fixture = fixturePrompts[params.name]
    return fixture === undefined
      ? getPrompt(params.name, params.arguments ?? {})
      : fixture(params.arguments ?? {}, context)
  })
  return server
}
