import type {
  EndpointKind,
  EventPosition,
  Exchange,
  WebhookDelivery,
  WebhookEndpoint,
  PaperTopics,
  DecidedSubmission,
  WebhookEvent,
  WebhookEventType,
} from '#core/webhooks.ts'

/** Sealed secrets of an endpoint; `old` is the previous one while it still signs. */
export type SealedSecrets = { secret: string | null; old: string | null }

export type WebhookReader = {
  /** In the order they were added. */
  list(): Promise<WebhookEndpoint[]>
  find(id: number): Promise<WebhookEndpoint | null>
  /** Throws `not_found`. */
  get(id: number): Promise<WebhookEndpoint>
  secrets(id: number): Promise<SealedSecrets>
  /** Active, unleased endpoints with due deliveries or with events that have none yet. */
  listIdsWithWork(now: string): Promise<number[]>
  /** Events of the endpoint's types for which it has no deliveries yet. */
  countUnqueued(endpoint: WebhookEndpoint): Promise<number>
  /** Waiting deliveries. */
  countWaiting(id: number): Promise<number>
  /** Waiting deliveries of all endpoints, counted up to `most`, and when the oldest event among these was. */
  backlog(most: number): Promise<{ waiting: number; oldestAt: string | null }>
  /** Newest first. */
  deliveries(id: number, limit: number): Promise<WebhookDelivery[]>
  /** Editors' decisions on submissions after a review step, oldest first. */
  decisionsAfter(step: number, limit: number): Promise<DecidedSubmission[]>
  /** The position before everything since an instant; null for the end. */
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

/** A lease on an endpoint, held under a unique sender name. */
export type EndpointLease = { id: number; sender: string }

/** The outcome of an attempt. */
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
  /** Hides the endpoint and deletes its secrets and deliveries. */
  remove(id: number): Promise<void>
  /** Takes or extends the lease; false if another sender holds it, or the endpoint is paused or gone. */
  hold(lease: EndpointLease, at: string, until: string): Promise<boolean>
  /** Whether the lease is held; nobody can take it over before the transaction ends. */
  holds(lease: EndpointLease): Promise<boolean>
  release(lease: EndpointLease): Promise<void>
  addDeliveries(
    id: number,
    deliveries: readonly { event: WebhookEvent; messageId: string; dueAt: string }[],
  ): Promise<void>
  /** The first due delivery without an older waiting one of its subject. */
  nextDue(id: number, now: string): Promise<WebhookDelivery | null>
  /** The topics of these papers; those that are not public are left out. */
  paperTopics(ids: readonly string[]): Promise<PaperTopics[]>
  /** The current ids of these concepts, following merges; those that no longer exist are left out. */
  presentConcepts(ids: readonly string[]): Promise<string[]>
  /** Subjects of the waiting deliveries. */
  waitingSubjects(id: number): Promise<Set<string>>
  recordAttempt(deliveryId: number, attempt: AttemptRecord): Promise<void>
  /** Makes all waiting deliveries due now, as if never attempted. */
  restartWaiting(id: number, at: string): Promise<void>
  /** Deletes waiting deliveries after a position; null deletes all of them. */
  dropWaiting(id: number, after: EventPosition | null): Promise<void>
  /** Deletes deliveries completed before an instant, and all but the last `most` of each endpoint. */
  prune(before: string, most: number): Promise<void>
}
