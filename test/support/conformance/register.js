import { registerHooks } from 'node:module'

// Loaded into a server before its own code (--import): where its routes open a server of the protocol, they open ours, which
// opens the real one and adds what the suite of the protocol's makers calls. Nothing of it is in the server that people run.
const REAL = '/src/http/agent-api/mcp/open-server.ts'
const OURS = new URL('open-server.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return found.url.endsWith(REAL) && context.parentURL !== OURS ? { ...found, url: OURS } : found
  },
})
