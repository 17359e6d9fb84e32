import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** How long each request took, in milliseconds; Infinity for one that failed or got no 200. */
export type Latencies = readonly number[]

const GIVES_UP_AFTER_MS = 30_000

type Target = { port: number; path: string; localAddress: string; agent: Agent | false }

const latencyOf = ({ path, ...where }: Target): Promise<number> =>
  new Promise((resolve) => {
    const begun = performance.now()
    const fail = (): void => resolve(Infinity)
    const asked = get(
      { host: '127.0.0.1', path, timeout: GIVES_UP_AFTER_MS, headers: { 'accept-encoding': 'gzip' }, ...where },
      (response) => {
        response.resume()
        response.on('error', fail)
        response.on('end', () => resolve(response.statusCode === 200 ? performance.now() - begun : Infinity))
      },
    )
    asked.on('error', fail)
    asked.on('timeout', () => asked.destroy())
  })

/** A client with an open-loop steady rate that measures each response time. */
export type Witness = { stop(): Promise<Latencies> }

const watch = (everyMs: number, ask: (number: number) => Promise<number>): Witness => {
  const asked: Promise<number>[] = []
  const timer = setInterval(() => asked.push(ask(asked.length)), everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return Promise.all(asked)
    },
  }
}

const READS = ['/api/papers?limit=20', '/', '/api/papers/p7', '/api/v1/concepts', '/stats', '/papers/p9', '/api/stats']
/** Every second request is new, so that it is not cached. */
const readAt = (number: number): string =>
  number % 2 === 0 ? (READS[(number / 2) % READS.length] ?? '/') : `/api/papers?limit=20&q=agent+${number}`

/** A reader with their own address and kept-alive connections. */
export const honestClient = (port: number): Witness => {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  return watch(100, (number) => latencyOf({ port, path: readAt(number), localAddress: '127.0.0.2', agent }))
}

/** A supervisor that opens a connection for each check, from the address of the attacker. */
export const healthProber = (port: number): Witness =>
  watch(200, () => latencyOf({ port, path: '/api/health', localAddress: '127.0.0.1', agent: false }))

/** Runs a witness for a given time. */
export const watchFor = async (witness: Witness, ms: number): Promise<Latencies> => {
  await pause(ms)
  return witness.stop()
}

/** The quantile of the values. */
export const quantile = (latencies: Latencies, share: number): number =>
  latencies.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(latencies.length * share) - 1)] ?? Number.NaN

/** The share of requests answered within the given milliseconds. */
export const answeredWithin = (latencies: Latencies, ms: number): number =>
  latencies.filter((latency) => latency <= ms).length / latencies.length
