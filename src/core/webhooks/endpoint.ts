import type { SentType, WebhookEvent, WebhookEventType } from './webhook-event.ts'

/** A `webhook` gets signed events; a `hub` is told that feeds have changed (WebSub) and comes from the configuration. */
export const endpointKinds = ['webhook', 'hub'] as const
export type EndpointKind = (typeof endpointKinds)[number]

export const endpointStates = ['active', 'paused'] as const
export type EndpointState = (typeof endpointStates)[number]

/** Up to where an endpoint was told: the numbers of the last public change and of the last step of a review. */
export type EventPosition = { change: number; step: number }

export type WebhookEndpoint = {
  id: number
  kind: EndpointKind
  url: string
  description: string
  events: WebhookEventType[]
  state: EndpointState
  /** Why it is paused, if Longview paused it. */
  pausedBecause: string | null
  addedBy: string
  addedAt: string
  position: EventPosition
  /** Attempts that failed since the last one that did not, and since when. */
  failures: number
  failingSince: string | null
  /** Nothing is sent before this instant. */
  restUntil: string | null
  lastSuccessAt: string | null
  lastFailureAt: string | null
  lastError: string | null
  /** Until when the secret before the present one signs, too. */
  oldSecretUntil: string | null
}

/** So many deliveries of one endpoint are kept ready; the rest waits in the list of changes. */
export const MOST_WAITING = 1_000

/** What an attempt sent and got, as people read it. */
export type Exchange = {
  request: string
  /** Null when nothing came back. */
  status: number | null
  response: string | null
}

export type WebhookDelivery = Omit<WebhookEvent, 'type'> & {
  id: number
  endpointId: number
  messageId: string
  type: SentType
  state: 'waiting' | 'delivered'
  attempts: number
  dueAt: string
  firstAttemptAt: string | null
  attemptedAt: string | null
  lastExchange: Exchange | null
  error: string | null
}

/** The address as logs and emails may show it: what follows the host is often a secret. */
export const shownAddress = (url: string): string => new URL(url).origin
