import { recordAttempt } from '#actions/webhooks/record-attempt.ts'
import { takeWebhookDelivery } from '#actions/webhooks/take-delivery.ts'
import { releaseEndpoint } from '#actions/webhooks/release-endpoint.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from '#jobs/run-jobs.ts'
import { sendDelivery, type WebhookSendingPorts } from './send-delivery.ts'

export type WebhookJobPorts = {
  store: Pick<Store, 'private'>
  run: RunAction
  ids: Ids
  clock: Clock
  /** What sending needs; most libraries tell nobody, and then it is never asked for. */
  open: () => Promise<Omit<WebhookSendingPorts, 'clock'>>
}

/** Connections of one process at a time: one for each endpoint, so that a slow one holds up only itself. */
const MOST_CONNECTIONS = 8

/** Sends what is due to one endpoint, one after another, as its only sender in all processes. */
const sendToEndpoint = async (ports: WebhookJobPorts, id: number, signal: AbortSignal): Promise<void> => {
  const { run, clock, ids } = ports
  const lease = { id, sender: ids.uuid() }
  const delivery = { ...(await ports.open()), clock }
  let isHeld = false
  try {
    while (!signal.aborted) {
      const taken = await run(takeWebhookDelivery, lease)
      isHeld = taken !== null
      if (taken === null) return
      const outcome = await sendDelivery(delivery, taken, signal)
      await run(recordAttempt, { ...taken, sender: lease.sender, outcome })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    if (isHeld) await run(releaseEndpoint, lease)
  }
}

/** Sends to all endpoints that have something due, several at a time. Throws the first defect once all have ended. */
export const deliverWebhooks = async (ports: WebhookJobPorts, signal: AbortSignal): Promise<void> => {
  const waiting = await ports.store.private.webhooks.withWork(ports.clock.now().toISOString())
  const takeTurns = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift())
      await sendToEndpoint(ports, id, signal)
  }
  const ends = await Promise.allSettled(Array.from({ length: Math.min(MOST_CONNECTIONS, waiting.length) }, takeTurns))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/**
 * Tells other servers what happened. Every process does this; each endpoint has one sender. A process that is killed may have
 * sent what it has not recorded: that is sent once more, under the same id.
 */
export const deliverWebhooksJob = (ports: WebhookJobPorts): Job => ({
  name: 'deliver-webhooks',
  everySeconds: 1,
  run: async (signal) => {
    await deliverWebhooks(ports, signal)
    return { more: false }
  },
})
