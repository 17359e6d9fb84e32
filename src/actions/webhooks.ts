import { Failure } from '#core/failure.ts'
import type { SecretBox } from '#ports/credentials.ts'
import type { ActionContext } from './run-action.ts'
import {
  shownAddress,
  type WebhookEndpoint,
  type WebhookEventType,
  messageId,
  type WebhookEvent,
} from '#core/webhooks.ts'
import { newSecret, SECRET_OVERLAP_MS } from '#core/webhook-signature.ts'

type SecretSealing = { secretBox: SecretBox | null }

/** Binds a sealed secret to its address. */
const sealingContext = (url: string): string => `webhook ${url}`

/** Throws `wrong_state` without SECRET_KEY. */
const sealSecret = ({ secretBox }: SecretSealing, url: string, secret: string): string => {
  if (secretBox === null)
    throw new Failure('wrong_state', 'Webhook secrets need SECRET_KEY, which is not set: see docs/configuration.md.')
  return secretBox.seal(Buffer.from(secret), sealingContext(url))
}

/** Null for a secret that was sealed with another key. */
export const openSecret = ({ secretBox }: SecretSealing, url: string, sealed: string): string | null => {
  const opened = secretBox?.open(sealed, sealingContext(url)) ?? null
  return opened === null ? null : Buffer.from(opened).toString()
}

/** Each endpoint costs requests for every change. */
const MAX_ENDPOINTS = 50

export type EndpointDefinition = { url: string; description: string; events: readonly WebhookEventType[] }

type AddEndpointInput = { endpoint: EndpointDefinition; actor: string } & SecretSealing

/**
 * Adds an endpoint, which gets events from now on. Its secret is shown once and stored sealed. Throws `duplicate_id` for an
 * address that is already registered, and `wrong_state` without SECRET_KEY or with too many endpoints.
 */
export const addEndpoint = async (
  tx: ActionContext,
  { endpoint, actor, secretBox }: AddEndpointInput,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> => {
  const { url, description, events } = endpoint
  const known = await tx.webhooks.list()
  const same = known.find((other) => other.url === url)
  if (same !== undefined) throw new Failure('duplicate_id', `The webhook ${same.id} has this address.`)
  if (known.length >= MAX_ENDPOINTS)
    throw new Failure('wrong_state', `There are ${MAX_ENDPOINTS} webhooks already; remove one first.`)
  const at = tx.now.toISOString()
  const secret = newSecret(tx.ids.secret())
  const id = await tx.webhooks.add({
    kind: 'webhook',
    url,
    description,
    events,
    secret: sealSecret({ secretBox }, url, secret),
    position: await tx.webhooks.positionBefore(null),
    addedBy: actor,
    at,
  })
  const after = { address: shownAddress(url), description, events }
  await tx.audit.record({ at, actor, act: 'webhook.add', subject: String(id), before: null, after })
  return { endpoint: await tx.webhooks.get(id), secret }
}

/** Makes the configured hub the only one; null for none. If it already exists, it stays as it is, even if paused. */
export const setHub = async (tx: ActionContext, { url }: { url: string | null }): Promise<void> => {
  const known = (await tx.webhooks.list()).filter(({ kind }) => kind === 'hub')
  for (const hub of known) if (hub.url !== url) await tx.webhooks.remove(hub.id)
  if (url === null || known.some((hub) => hub.url === url)) return
  await tx.webhooks.add({
    kind: 'hub',
    url,
    description: 'Passes the feeds on (WEBSUB_HUB).',
    events: [],
    secret: null,
    position: await tx.webhooks.positionBefore(null),
    addedBy: 'WEBSUB_HUB',
    at: tx.now.toISOString(),
  })
}

export const endpointChanges = ['pause', 'resume', 'remove'] as const
export type EndpointChange = (typeof endpointChanges)[number]

type ChangeEndpointInput = {
  id: number
  change: EndpointChange
  /** For `resume`: drop waiting events, and continue with new ones. */
  skip?: boolean
  actor: string
}

/** The initial state, without failures. */
const UNTRIED = { failures: 0, failingSince: null, restUntil: null, pausedBecause: null }

const resume = async (tx: ActionContext, id: number, skip: boolean): Promise<void> => {
  await tx.webhooks.change(id, { ...UNTRIED, state: 'active' })
  if (skip) {
    await tx.webhooks.dropWaiting(id, null)
    await tx.webhooks.change(id, { position: await tx.webhooks.positionBefore(null) })
  } else await tx.webhooks.restartWaiting(id, tx.now.toISOString())
}

const assertChanges = ({ id, state, kind }: WebhookEndpoint, change: EndpointChange): void => {
  if (change === 'pause' && state === 'paused') throw new Failure('wrong_state', `The webhook ${id} is already paused.`)
  if (change === 'resume' && state === 'active') throw new Failure('wrong_state', `The webhook ${id} is not paused.`)
  if (change === 'remove' && kind === 'hub')
    throw new Failure('wrong_state', 'The hub comes from WEBSUB_HUB: unset that variable instead.')
}

/**
 * Pauses, resumes or removes an endpoint. While it is paused, events wait in the list of changes; `remove` deletes its secrets
 * and deliveries. A delivery in progress is finished. Throws `not_found`, and `wrong_state` if nothing would change.
 */
export const changeEndpoint = async (
  tx: ActionContext,
  { id, change, skip = false, actor }: ChangeEndpointInput,
): Promise<void> => {
  const endpoint = await tx.webhooks.get(id)
  assertChanges(endpoint, change)
  if (change === 'remove') await tx.webhooks.remove(id)
  else if (change === 'pause') await tx.webhooks.change(id, { state: 'paused', pausedBecause: null })
  else await resume(tx, id, skip)
  const { url, state } = endpoint
  await tx.audit.record({
    at: tx.now.toISOString(),
    actor,
    act: `webhook.${change}`,
    subject: String(id),
    before: { address: shownAddress(url), state },
    after: change === 'resume' ? { skip } : null,
  })
}

type RotateInput = { id: number; actor: string } & SecretSealing

/**
 * Gives an endpoint a new secret, which is shown once. For 24 hours messages are also signed with the old one. Throws
 * `not_found`, and `wrong_state` for a hub, which has none.
 */
export const rotateWebhookSecret = async (
  tx: ActionContext,
  { id, actor, secretBox }: RotateInput,
): Promise<{ secret: string; oldSecretUntil: string }> => {
  const { kind, url } = await tx.webhooks.get(id)
  if (kind === 'hub') throw new Failure('wrong_state', 'A hub has no secret.')
  const at = tx.now.toISOString()
  const oldSecretUntil = new Date(tx.now.getTime() + SECRET_OVERLAP_MS).toISOString()
  const secret = newSecret(tx.ids.secret())
  const { secret: old } = await tx.webhooks.secrets(id)
  await tx.webhooks.setSecrets(id, { secret: sealSecret({ secretBox }, url, secret), old, oldUntil: oldSecretUntil })
  await tx.audit.record({
    at,
    actor,
    act: 'webhook.rotate',
    subject: String(id),
    before: null,
    after: { oldSecretUntil },
  })
  return { secret, oldSecretUntil }
}

/** Queues a `webhook.test` event; returns its message id. Throws `not_found`, and `wrong_state` for a hub or if paused. */
export const sendTestEvent = async (
  tx: ActionContext,
  { id, actor }: { id: number; actor: string },
): Promise<string> => {
  const { kind, state } = await tx.webhooks.get(id)
  if (kind === 'hub') throw new Failure('wrong_state', 'A hub is only notified of changed feeds.')
  if (state === 'paused') throw new Failure('wrong_state', `The webhook ${id} is paused: resume it first.`)
  const at = tx.now.toISOString()
  const test = `test ${tx.ids.uuid()}`
  const event: WebhookEvent = { type: 'webhook.test', subject: test, at, change: null, step: null, outcome: null }
  await tx.webhooks.addDeliveries(id, [{ event, messageId: messageId(event), dueAt: at }])
  // The editor wants to see the result at once, even while the endpoint is backing off after failures.
  await tx.webhooks.change(id, { restUntil: null })
  await tx.audit.record({ at, actor, act: 'webhook.test', subject: String(id), before: null, after: null })
  return messageId(event)
}

/**
 * Sends an endpoint all events since an instant again, in order and with the same message ids. It moves the position back in the
 * list of changes, so waiting events are not sent twice. Returns the number of events. Throws `not_found`, and `wrong_state`
 * for a hub.
 */
export const replayEvents = async (
  tx: ActionContext,
  { id, since, actor }: { id: number; since: Date; actor: string },
): Promise<{ events: number }> => {
  const endpoint = await tx.webhooks.get(id)
  if (endpoint.kind === 'hub') throw new Failure('wrong_state', 'A hub is only notified of changed feeds.')
  const from = await tx.webhooks.positionBefore(since.toISOString())
  const position = {
    change: Math.min(from.change, endpoint.position.change),
    step: Math.min(from.step, endpoint.position.step),
  }
  await tx.webhooks.dropWaiting(id, position)
  await tx.webhooks.change(id, { position })
  const events = await tx.webhooks.countUnqueued({ ...endpoint, position })
  const after = { since: since.toISOString(), events }
  await tx.audit.record({
    at: tx.now.toISOString(),
    actor,
    act: 'webhook.replay',
    subject: String(id),
    before: null,
    after,
  })
  return { events }
}
