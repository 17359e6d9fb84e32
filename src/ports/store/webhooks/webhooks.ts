import type {
  EndpointKind,
  EventPosition,
  Exchange,
  WebhookDelivery,
  WebhookEndpoint,
} from '#core/webhooks/endpoint.ts'
import type { PaperTopics } from '#core/webhooks/feed-topics.ts'
import type { DecidedSubmission, WebhookEvent, WebhookEventType } from '#core/webhooks/webhook-event.ts'

/** Secrets of an endpoint, sealed; `old` is the one before, while it still signs. */
export type SealedSecrets = { secret: string | null; old: string | null }

export type WebhookReader = {
  /** In the order in which they were added. */
  list(): Promise<WebhookEndpoint[]>
  find(id: number): Promise<WebhookEndpoint | null>
  secrets(id: number): Promise<SealedSecrets>
  /** Active endpoints that nobody sends to and that have something due, or events that they were not given yet. */
  withWork(now: string): Promise<number[]>
  /** Events of the endpoint’s types that it has no deliveries of yet. */
  countAhead(endpoint: WebhookEndpoint): Promise<number>
  /** Deliveries that wait. */
  countWaiting(id: number): Promise<number>
  /** Newest first. */
  deliveries(id: number, limit: number): Promise<WebhookDelivery[]>
  /** Editors’ decisions on submissions after a step, oldest first. */
  decisionsAfter(step: number, limit: number): Promise<DecidedSubmission[]>
  /** The position before everything that happened at an instant or later; null: after all. */
  positionBefore(since: string | null): Promise<EventPosition>
}

export type NewEndpoint = {
  kind: EndpointKind
  url: string
  description: string
  events: readonly WebhookEventType[]
  /** Sealed; null for a hub. */
  secret: string | null
  position: EventPosition
  addedBy: string
  at: string
}

export type EndpointValues = Partial<
  Pick<
    WebhookEndpoint,
    | 'state'
    | 'pausedBecause'
    | 'position'
    | 'failures'
    | 'failingSince'
    | 'restUntil'
    | 'lastSuccessAt'
    | 'lastFailureAt'
    | 'lastError'
  >
>

/** Who sends to an endpoint: a name that nobody else has. */
export type EndpointLease = { id: number; sender: string }

/** What became of an attempt. */
export type AttemptRecord = {
  state: WebhookDelivery['state']
  attempts: number
  dueAt: string
  firstAttemptAt: string
  attemptedAt: string
  exchange: Exchange
  error: string | null
}

export type WebhookWriter = {
  add(endpoint: NewEndpoint): Promise<number>
  change(id: number, change: EndpointValues): Promise<void>
  setSecrets(id: number, secrets: SealedSecrets & { oldUntil: string | null }): Promise<void>
  /** It is gone from all lists, with its secrets and deliveries. */
  remove(id: number): Promise<void>
  /** Takes an active endpoint for a sender, or keeps it; false when another one has it, or it is paused or gone. */
  hold(lease: EndpointLease, at: string, until: string): Promise<boolean>
  /** Whether the lease is held. Nobody takes it over before the transaction ends. */
  holds(lease: EndpointLease): Promise<boolean>
  release(lease: EndpointLease): Promise<void>
  addDeliveries(
    id: number,
    deliveries: readonly { event: WebhookEvent; messageId: string; dueAt: string }[],
  ): Promise<void>
  /** The first of what is due and has nothing older of its subject waiting before it. */
  nextDue(id: number, now: string): Promise<WebhookDelivery | null>
  /** The narrower lists that these papers are in; those that are not public are left out. */
  paperTopics(ids: readonly string[]): Promise<PaperTopics[]>
  /** The ids that these concepts go by now, be it as part of another one; those that are not there any more are left out. */
  presentConcepts(ids: readonly string[]): Promise<string[]>
  /** Subjects of what waits. */
  waitingSubjects(id: number): Promise<Set<string>>
  recordAttempt(deliveryId: number, attempt: AttemptRecord): Promise<void>
  /** Lets all that waits be due now, as if never tried. */
  restartWaiting(id: number, at: string): Promise<void>
  /** Deletes what waits and lies behind a position; null: all of it. */
  dropWaiting(id: number, after: EventPosition | null): Promise<void>
  /** Deletes what was delivered before an instant, and all but the last so many of each endpoint. */
  prune(before: string, most: number): Promise<void>
}
