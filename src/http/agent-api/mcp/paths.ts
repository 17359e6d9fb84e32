/** Where agents speak the Model Context Protocol; what answers there is loaded with its first request. */
export const MCP_PATHS = ['/mcp', '/mcp/connector'] as const
