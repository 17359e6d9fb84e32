import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openInternalApi } from './tool.ts'
import { libraryOffer } from './offers.ts'
import { openServer } from './server.ts'
import type { McpPorts } from './routes.ts'

/** Serves one agent over standard input and output. Resolves when the input ends, as it does when the agent exits. */
export const serveTools = async (ports: McpPorts): Promise<void> => {
  const ended = once(process.stdin, 'close')
  const api = openInternalApi(ports.asked, { requestId: 'stdio' }, {})
  const serving = serveStdio(() => openServer(libraryOffer, ports, { ...ports, api, reader: ports.store.public }), {
    maxSubscriptions: 0,
    onerror: (error) => ports.log.debug({ err: error }, 'a message was refused'),
  })
  await ended
  await serving.close()
}
