import { EventEmitter, once } from 'node:events'
import { Agent, get } from 'node:http'

export type Totals = { answered: number; failed: string[]; byStatus: Map<number, number> }

const askOnce = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    }).on('error', reject)
  })

/** Clients on persistent connections that send one request after another until they are stopped; no request is repeated. */
export const busyClients = (
  count: number,
  urlOf: (number: number) => string,
): { answered(count: number): Promise<void>; stop(): Promise<Totals> } => {
  const totals: Totals = { answered: 0, failed: [], byStatus: new Map() }
  const changes = new EventEmitter()
  let isStopping = false
  let number = 0
  const run = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() ends it.
    while (!isStopping) {
      try {
        const status = await askOnce(urlOf((number += 1)), agent)
        totals.answered += 1
        totals.byStatus.set(status, (totals.byStatus.get(status) ?? 0) + 1)
      } catch (error) {
        totals.failed.push(String(error))
      }
      changes.emit('change')
    }
    agent.destroy()
  }
  const clients = Array.from({ length: count }, run)
  return {
    /** Resolves once so many requests have ended in all. */
    answered: async (wanted) => {
      while (totals.answered + totals.failed.length < wanted) await once(changes, 'change')
    },
    stop: async () => {
      isStopping = true
      await Promise.all(clients)
      return totals
    },
  }
}
