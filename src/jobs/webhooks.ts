import { withFileAddress } from '#core/files.ts'
import type { EventKind, Exchange, WebhookDelivery } from '#core/webhooks.ts'
import { signedHeaders } from '#core/webhook-signature.ts'
import type { AlertReader } from '#ports/store/alerts.ts'
import type { PublicReader, Store } from '#ports/store/store.ts'
import { presentAlert } from '#schemas/present-alert.ts'
import { presentBrief, presentGap } from '#schemas/present-record.ts'
import { presentAgentPaper } from '#schemas/agent-paper.ts'
import {
  type AttemptOutcome,
  type TakenDelivery,
  recordAttempt,
  takeWebhookDelivery,
  releaseEndpoint,
} from '#actions/webhook-deliveries.ts'
import { openSecret, setHub } from '#actions/webhooks.ts'
import { messageOf } from '#core/failure.ts'
import { OutboundFailure } from '#core/outbound.ts'
import type { Clock, Ids } from '#ports/runtime.ts'
import type { OutboundResponse, OutboundSender } from '#ports/outbound.ts'
import type { SecretBox } from '#ports/credentials.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Job } from './run-jobs.ts'

type EventPorts = {
  store: { private: Pick<PublicReader, 'papers' | 'briefs' | 'related'> & { alerts: Pick<AlertReader, 'find'> } }
  publicUrl: () => string
}

/** The current state of a paper: all of it but its full text, or why it is gone. */
const currentPaper = async ({ store, publicUrl }: EventPorts, id: string): Promise<Record<string, unknown>> => {
  const found = await store.private.papers.find(id)
  if (found === null) return {}
  if (found.state === 'accepted') {
    const provenance = (await store.private.papers.provenance([id])).get(id)
    return { paper: presentAgentPaper(withFileAddress(found.paper, publicUrl()), false, provenance) }
  }
  if (found.state === 'merged') return { mergedInto: found.into }
  return { retractedAt: found.retractedAt, reason: found.reason }
}

const currentGap = async ({ store }: EventPorts, id: string): Promise<Record<string, unknown>> => {
  const gap = await store.private.related.gap(id)
  return gap === null
    ? {}
    : { gap: { ...presentGap({ ...gap, papers: gap.papers.length }), papers: gap.papers.map((paper) => paper.id) } }
}

const currentBrief = async ({ store }: EventPorts, id: string): Promise<Record<string, unknown>> => {
  const brief = await store.private.briefs.find(id)
  return brief === null ? {} : { brief: presentBrief(brief) }
}

const currentData: Record<EventKind, (ports: EventPorts, id: string) => Promise<Record<string, unknown>>> = {
  paper: currentPaper,
  gap: currentGap,
  brief: currentBrief,
}

const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(currentData, kind)

/** The `data` of an event. It is read when the event is sent, so that a delayed event reveals nothing that was withdrawn. */
const presentEvent = async (
  ports: EventPorts,
  { type, subject, change, outcome }: WebhookDelivery,
): Promise<Record<string, unknown>> => {
  if (type === 'webhook.test') return { message: 'This is a test. Nothing happened.' }
  const [kind = '', id = ''] = subject.split(' ')
  if (type === 'submission.decided') return { id, state: outcome }
  if (type === 'alert.opened') {
    const alert = await ports.store.private.alerts.find(Number(id))
    return alert === null ? {} : { alert: presentAlert(alert) }
  }
  return {
    id,
    seq: change,
    ...(outcome === null ? {} : { event: outcome }),
    ...(isEventKind(kind) ? await currentData[kind](ports, id) : {}),
  }
}

export type WebhookSendingPorts = EventPorts & { sender: OutboundSender; secretBox: SecretBox | null; clock: Clock }

/** How much of a request or response is stored. */
const SHOWN_CHARACTERS = 1_000
const GONE = 410

type Message = { headers: Record<string, string>; body: string }

/** A signed message as in the Standard Webhooks specification; null if the secret cannot be opened. */
const signedMessage = async (ports: WebhookSendingPorts, taken: TakenDelivery): Promise<Message | null> => {
  const { endpoint, delivery, secrets } = taken
  const opened = [secrets.secret, secrets.old]
    .filter((sealed) => sealed !== null)
    .map((sealed) => openSecret(ports, endpoint.url, sealed))
  if (opened[0] === undefined || opened[0] === null) return null
  const { type, at } = delivery
  const body = JSON.stringify({ type, timestamp: at, data: await presentEvent(ports, delivery) })
  const signed = signedHeaders(
    { id: delivery.messageId, at: ports.clock.now(), body },
    opened.filter((secret) => secret !== null),
  )
  return { headers: { 'Content-Type': 'application/json', ...signed }, body }
}

/** Notifies a hub, which then fetches the feed itself. Hubs expect the feed in one of the two parameters. */
const hubMessage = (site: string, feed: string): Message => {
  const topic = `${site}${feed}`
  const body = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic }).toString()
  return { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body }
}

const shown = (lines: readonly string[]): string => lines.join('\n').slice(0, SHOWN_CHARACTERS)

const headerLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

/** Without the path, which is often a secret: the console shows it only with the endpoint. */
const requestOf = ({ headers, body }: Message): string =>
  shown(['POST', ...headerLines(headers), `content-length: ${Buffer.byteLength(body)}`])

const exchangeOf = (request: string, { status, headers, body }: OutboundResponse): Exchange => ({
  request,
  status,
  // PostgreSQL cannot store the character 0.
  response: shown([...headerLines(headers), '', body.toString('utf8').replaceAll('\0', '')]),
})

const evaluateResponse = (exchange: Exchange, { status, retryAt }: OutboundResponse): AttemptOutcome => {
  if (status >= 200 && status < 300) return { result: 'delivered', exchange }
  if (status === GONE) return { result: 'impossible', exchange, error: 'It answered 410: it wants no more events.' }
  const error =
    status >= 300 && status < 400
      ? `It answered ${status}: redirects are not followed; use the address that it redirects to.`
      : `It answered ${status}.`
  return { result: 'failed', exchange, error, retryAt }
}

/** One attempt at a delivery, outside any transaction. Throws when `signal` aborts it, since the result is then unknown. */
const sendDelivery = async (
  ports: WebhookSendingPorts,
  taken: TakenDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> => {
  const { endpoint, delivery } = taken
  const isHub = endpoint.kind === 'hub'
  const message = isHub ? hubMessage(ports.publicUrl(), delivery.subject) : await signedMessage(ports, taken)
  if (message === null) {
    const error = 'Its secret cannot be opened with the current SECRET_KEY: rotate the secret, then resume.'
    return { result: 'impossible', exchange: { request: '', status: null, response: null }, error }
  }
  const request = requestOf(message)
  try {
    const response = await ports.sender.post({ ...message, url: endpoint.url, signal })
    return evaluateResponse(exchangeOf(request, response), response)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof OutboundFailure)) throw error
    const exchange = { request, status: null, response: null }
    if (error.fault === 'refused') return { result: 'impossible', exchange, error: messageOf(error) }
    return { result: 'failed', exchange, error: messageOf(error), retryAt: null }
  }
}

export type WebhookJobPorts = {
  store: Pick<Store, 'private'>
  run: RunAction
  ids: Ids
  clock: Clock
  sending: Omit<WebhookSendingPorts, 'clock'>
}

/** Endpoints that one process sends to at a time, so that a slow one holds up only itself. */
const MAX_CONNECTIONS = 8

/** Sends what is due to one endpoint, one delivery at a time, as its only sender among all processes. */
const sendToEndpoint = async (ports: WebhookJobPorts, id: number, signal: AbortSignal): Promise<void> => {
  const { run, clock, ids } = ports
  const lease = { id, sender: ids.uuid() }
  const delivery = { ...ports.sending, clock }
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

/** Sends to all endpoints that have something due, several at a time. Throws the first error once all have ended. */
export const deliverWebhooks = async (ports: WebhookJobPorts, signal: AbortSignal): Promise<void> => {
  const waiting = await ports.store.private.webhooks.listIdsWithWork(ports.clock.now().toISOString())
  const sendNext = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift())
      await sendToEndpoint(ports, id, signal)
  }
  const results = await Promise.allSettled(Array.from({ length: Math.min(MAX_CONNECTIONS, waiting.length) }, sendNext))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/**
 * Sends events to other servers. Every process runs this; each endpoint has one sender. A process that is killed may have sent
 * an event that it has not recorded; it is sent once more, with the same id.
 */
export const deliverWebhooksJob = (ports: WebhookJobPorts): Job => ({
  name: 'deliver-webhooks',
  everySeconds: 1,
  run: async (signal) => {
    await deliverWebhooks(ports, signal)
    return { more: false }
  },
})

type HubPorts = { store: Pick<Store, 'private'>; run: RunAction }

/** Makes the configured hub the one that is notified; writes nothing if it already is. */
export const ensureHub = async ({ store, run }: HubPorts, url: string | null): Promise<void> => {
  const hubs = (await store.private.webhooks.list()).filter(({ kind }) => kind === 'hub').map((hub) => hub.url)
  if (hubs.join() !== (url ?? '')) await run(setHub, { url })
}

/** Does so once, without delaying the start, and tries again if the database is busy. */
export const ensureHubJob = (ports: HubPorts, url: string | null): Job => {
  let isDone = false
  return {
    name: 'keep-hub',
    everySeconds: 60,
    run: async () => {
      if (!isDone) await ensureHub(ports, url)
      isDone = true
      return { more: false }
    },
  }
}
