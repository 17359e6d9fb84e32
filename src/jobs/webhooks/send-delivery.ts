import type { AttemptOutcome } from '#actions/webhooks/record-attempt.ts'
import type { TakenDelivery } from '#actions/webhooks/take-delivery.ts'
import { openSecret } from '#actions/webhooks/seal-secret.ts'
import { messageOf } from '#core/failure.ts'
import { OutboundFailure } from '#core/outbound/outbound-failure.ts'
import type { Exchange } from '#core/webhooks/endpoint.ts'
import { signedHeaders } from '#core/webhooks/signature.ts'
import type { Clock } from '#ports/clock.ts'
import type { OutboundResponse, OutboundSender } from '#ports/outbound.ts'
import type { SecretBox } from '#ports/secret-box.ts'
import type { WebhookPresenter } from '#ports/webhook-presenter.ts'

export type WebhookSendingPorts = {
  sender: OutboundSender
  present: WebhookPresenter
  secretBox: SecretBox | null
  clock: Clock
  publicUrl: () => string
}

/** Of what was exchanged, so many characters are kept. */
const SHOWN_CHARACTERS = 1_000
const GONE = 410

type Message = { headers: Record<string, string>; body: string }

/** The envelope of the Standard Webhooks specification, signed; null where no secret can be opened. */
const signedMessage = async (ports: WebhookSendingPorts, taken: TakenDelivery): Promise<Message | null> => {
  const { endpoint, delivery, secrets } = taken
  const opened = [secrets.secret, secrets.old]
    .filter((sealed) => sealed !== null)
    .map((sealed) => openSecret(ports, endpoint.url, sealed))
  if (opened[0] === undefined || opened[0] === null) return null
  const { type, at } = delivery
  const body = JSON.stringify({ type, timestamp: at, data: await ports.present(delivery) })
  const signed = signedHeaders(
    { id: delivery.messageId, at: ports.clock.now(), body },
    opened.filter((secret) => secret !== null),
  )
  return { headers: { 'Content-Type': 'application/json', ...signed }, body }
}

/** What a hub is told: it fetches the feed itself. Hubs know the feed by one of the two names. */
const hubMessage = (site: string, feed: string): Message => {
  const topic = `${site}${feed}`
  const body = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic }).toString()
  return { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body }
}

const shown = (lines: readonly string[]): string => lines.join('\n').slice(0, SHOWN_CHARACTERS)

const headerLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

/** The path is often a secret: it stands in the console once, with the endpoint. */
const requestOf = ({ headers, body }: Message): string =>
  shown(['POST', ...headerLines(headers), `content-length: ${Buffer.byteLength(body)}`])

const exchangeOf = (request: string, { status, headers, body }: OutboundResponse): Exchange => ({
  request,
  status,
  // PostgreSQL stores no character 0.
  response: shown([...headerLines(headers), '', body.toString('utf8').replaceAll('\0', '')]),
})

const evaluateResponse = (exchange: Exchange, { status, retryAt }: OutboundResponse): AttemptOutcome => {
  if (status >= 200 && status < 300) return { result: 'delivered', exchange }
  if (status === GONE) return { result: 'impossible', exchange, error: 'It answered 410: it wants nothing more.' }
  const error =
    status >= 300 && status < 400
      ? `It answered ${status}: redirects are not followed, give the address that it leads to.`
      : `It answered ${status}.`
  return { result: 'failed', exchange, error, retryAt }
}

/** One attempt at a delivery, outside every transaction. Throws when `signal` ends it: then nobody knows how it went. */
export const sendDelivery = async (
  ports: WebhookSendingPorts,
  taken: TakenDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> => {
  const { endpoint, delivery } = taken
  const isHub = endpoint.kind === 'hub'
  const message = isHub ? hubMessage(ports.publicUrl(), delivery.subject) : await signedMessage(ports, taken)
  if (message === null) {
    const error = 'Its secret cannot be opened with the present SECRET_KEY: rotate the secret, then resume.'
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
