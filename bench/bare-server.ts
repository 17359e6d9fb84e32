import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `node bench/bare-server.ts URL`: gives the bytes and headers of that address to every request, with nothing between. */
const PER_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

const answer = await fetch(process.argv[2] ?? '', { headers: { 'accept-encoding': 'identity' } })
const body = Buffer.from(await answer.arrayBuffer())
const headers = [...answer.headers].filter(([name]) => !PER_CONNECTION.has(name)).flat()

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.maxRequestsPerSocket = 1_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
