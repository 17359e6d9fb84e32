import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { askRoutes } from './ask.ts'
import { libraryOffer } from './offers.ts'
import { openServer } from './open-server.ts'
import type { McpPorts } from './routes.ts'

/** Answers one agent over standard input and output. Resolves when the input ends, as it does with the agent. */
export const serveTools = async (ports: McpPorts): Promise<void> => {
  const ended = once(process.stdin, 'close')
  const ask = askRoutes(ports.asked, { requestId: 'stdio' }, {})
  const serving = serveStdio(() => openServer(libraryOffer, ports, { ...ports, ask, reader: ports.store.public }), {
    maxSubscriptions: 0,
    onerror: (error) => ports.log.debug({ err: error }, 'a message was refused'),
  })
  await ended
  await serving.close()
}
