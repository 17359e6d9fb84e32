import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** `node bench/bare-server.ts URL ENCODING`: answers every request with the bytes and headers of that address, without a framework. */
const [url = '', encoding = ''] = process.argv.slice(2)
const PER_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

const answer = await new Promise<IncomingMessage>((resolve, reject) => {
  get(url, { headers: { 'Accept-Encoding': encoding } }, resolve).once('error', reject)
})
const body = await buffer(answer)
const headers = answer.rawHeaders.flatMap((name, at, all) =>
  at % 2 === 0 && !PER_CONNECTION.has(name.toLowerCase()) ? [name, all[at + 1] ?? ''] : [],
)

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.maxRequestsPerSocket = 1_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
