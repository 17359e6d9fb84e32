import { Agent, request } from 'node:http'
import { quantile } from '../../../abuse/witness.ts'
import type { Started } from '../../../bench/machine.ts'

/** What clients got in some seconds. */
export type Totals = {
  seconds: number
  /** Answered with what was asked for, and how long each took, in milliseconds. */
  good: number[]
  /** Turned away with a time to come back: 429 or 503 with Retry-After. */
  turnedAway: number
  /** Anything else: another status, no Retry-After, a broken connection. */
  wrong: string[]
}

export type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: string }

type Answer = { status: number; retryAfter: string | undefined }

const askOnce = (
  { port, localAddress, agent }: { port: number; localAddress: string; agent: Agent },
  { method = 'GET', path, headers = {}, body }: Ask,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asked = request(
      { host: '127.0.0.1', port, localAddress, agent, method, path, headers: { ...headers, ...length } },
      (response) => {
        response.resume()
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })

/** Clients with a connection each that ask one thing after another. @param perAddress how many of them have one address */
export const askFor = async (
  port: number,
  { clients, perAddress, seconds }: { clients: number; perAddress: number; seconds: number },
  next: (client: number, number: number) => Ask,
): Promise<Totals> => {
  const totals: Totals = { seconds, good: [], turnedAway: 0, wrong: [] }
  const end = performance.now() + seconds * 1_000
  const run = async (client: number): Promise<void> => {
    const localAddress = `127.0.1.${1 + Math.floor(client / perAddress)}`
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let number = 0; performance.now() < end; number += 1) {
      const begun = performance.now()
      const ask = next(client, number)
      try {
        const { status, retryAfter } = await askOnce({ port, localAddress, agent }, ask)
        if (status === 200) totals.good.push(performance.now() - begun)
        else if ((status === 503 || status === 429) && /^\d+$/u.test(retryAfter ?? '')) totals.turnedAway += 1
        else totals.wrong.push(`${ask.path}: ${status}`)
      } catch (error) {
        totals.wrong.push(`${ask.path}: ${String(error)}`)
      }
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  return totals
}

export const perSecond = ({ good, seconds }: Totals): number => good.length / seconds

/** The 99th percentile of good answers, in milliseconds. */
export const slowest = ({ good }: Totals): number => quantile(good, 0.99)

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** The one number that a program of the prover takes. */
export const secondsGiven = (): number => {
  const seconds = Number(process.argv[2])
  if (!(seconds > 0)) throw new Error('Name the number of seconds.')
  return seconds
}

/** Whether the process of a server has neither ended nor been killed. */
export const isRunning = ({ child }: Pick<Started, 'child'>): boolean =>
  child.exitCode === null && child.signalCode === null
