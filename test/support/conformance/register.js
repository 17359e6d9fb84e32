import { registerHooks } from 'node:module'

// Loaded into a server before its own code (--import): where its routes open an MCP server, they open the one beside this file,
// which opens the real one and adds what the official conformance suite calls. Nothing of it is in the server that people run.
const REAL = '/src/http/agent-api/mcp/server.ts'
const OURS = new URL('server.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return found.url.endsWith(REAL) && context.parentURL !== OURS ? { ...found, url: OURS } : found
  },
})
