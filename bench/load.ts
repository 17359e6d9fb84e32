import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * A small load generator in a separate process: raw sockets with one request at a time, bodies counted by Content-Length and
 * discarded, so that it costs less than the servers under load.
 * Reads {"port","requests","connections","seconds"} from standard input, writes {"perSecond","answered","p50","p99","failed","cpuMicroseconds"}.
 */
type Order = { port: number; requests: string[]; connections: number; seconds: number }

const order = JSON.parse(await text(process.stdin)) as Order
const requests = order.requests.map((request) => Buffer.from(request, 'latin1'))
const latencies: number[] = []
let failed = 0
let next = 0
let stopping = false

const HEADER_END = Buffer.from('\r\n\r\n')

/** One connection after another, as a client that obeys `Connection: close` does, until the time is over. */
const drive = (resolve: () => void): void => {
  const socket = connect(order.port, '127.0.0.1')
  socket.setNoDelay(true)
  let held: Buffer = Buffer.alloc(0)
  let missing = -1
  let sentAt = 0
  let isLast = false
  let ended = false
  const end = (wentWrong: boolean): void => {
    if (ended) return
    ended = true
    socket.destroy()
    if (wentWrong) failed += 1
    if (stopping) resolve()
    else drive(resolve)
  }
  const send = (): void => {
    if (stopping || isLast) {
      end(false)
      return
    }
    sentAt = performance.now()
    socket.write(requests[next++ % requests.length] ?? '')
  }
  const complete = (): void => {
    latencies.push(performance.now() - sentAt)
    missing = -1
    send()
  }
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
      if (missing === 0) complete()
      return
    }
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const headEnd = held.indexOf(HEADER_END)
    if (headEnd === -1) return
    const head = held.toString('latin1', 0, headEnd)
    if (!/^HTTP\/1\.1 (?:200|304) /.test(head)) failed += 1
    isLast = /\r\nconnection: close/i.test(head)
    missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - (held.length - headEnd - 4)
    held = Buffer.alloc(0)
    if (missing === 0) complete()
  })
  socket.on('connect', send)
  socket.on('error', () => end(true))
  socket.on('close', () => end(sentAt !== 0))
}

const begun = performance.now()
const begunCpu = process.cpuUsage()
setTimeout(() => {
  stopping = true
}, order.seconds * 1_000)
await Promise.all(Array.from({ length: order.connections }, () => new Promise<void>((resolve) => drive(resolve))))
const elapsed = (performance.now() - begun) / 1_000
latencies.sort((a, b) => a - b)
const at = (share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
const { user, system } = process.cpuUsage(begunCpu)
process.stdout.write(
  JSON.stringify({
    perSecond: latencies.length / elapsed,
    answered: latencies.length,
    p50: at(0.5),
    p99: at(0.99),
    failed,
    cpuMicroseconds: user + system,
  }),
)
