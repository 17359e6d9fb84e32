import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { instructions } from './instructions.ts'
import { callTool, type Tool, type ToolPorts } from './tool.ts'

type About = { houseName: string; version: string; publicUrl: () => string }

/** Lists change with a release only, and are the same for everybody. */
const LISTS_LAST_MS = 3_600_000
const lasting = { ttlMs: LISTS_LAST_MS, cacheScope: 'public' } as const

/**
 * A server of the protocol for one request or one connection; it remembers nothing. Tools are described once for all of them, so a
 * call costs what its read costs.
 */
export const openServer = (
  tools: readonly Tool[],
  { houseName, version, publicUrl }: About,
  ports: ToolPorts,
): Server => {
  const server = new Server(
    { name: 'longview', title: houseName, version, websiteUrl: publicUrl() },
    {
      capabilities: { tools: {} },
      instructions: instructions(houseName),
      cacheHints: { 'tools/list': lasting, 'server/discover': lasting },
    },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools.map((tool) => tool.describe()) }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const asked = tools.find((tool) => tool.describe().name === params.name)
    if (asked === undefined) {
      const known = tools.map((tool) => tool.describe().name).join(', ')
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool of this name; there are ${known}.`)
    }
    return callTool(asked, params.arguments, ports)
  })
  return server
}
