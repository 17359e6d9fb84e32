import { changeEvents, type ChangedKind, type ChangeEvent, type NumberedChange } from './public-change.ts'
import { severities } from '#core/editorial/gap.ts'
import { createHash } from 'node:crypto'

/** A `webhook` receives signed events; a `hub` is notified of changed feeds (WebSub) and comes from the configuration. */
export const endpointKinds = ['webhook', 'hub'] as const
export type EndpointKind = (typeof endpointKinds)[number]

export const endpointStates = ['active', 'paused'] as const
export type EndpointState = (typeof endpointStates)[number]

/** How far an endpoint has been notified: the numbers of the last public change and the last review step. */
export type EventPosition = { change: number; step: number }

export type WebhookEndpoint = {
  id: number
  kind: EndpointKind
  url: string
  description: string
  events: WebhookEventType[]
  state: EndpointState
  /** Why Longview paused it; null when it is active or was paused by an editor. */
  pausedBecause: string | null
  addedBy: string
  addedAt: string
  position: EventPosition
  /** Failed attempts since the last success, and when the first of them was. */
  failures: number
  failingSince: string | null
  /** Nothing is sent before this instant. */
  restUntil: string | null
  lastSuccessAt: string | null
  lastFailureAt: string | null
  lastError: string | null
  /** Until when the previous secret also signs. */
  oldSecretUntil: string | null
}

/** The most queued deliveries per endpoint; further events are read from the list of changes later. */
export const MAX_WAITING = 1_000

/** The request and response of an attempt, as shown to people. */
export type Exchange = {
  request: string
  /** Null when there was no response. */
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

/** The address for logs and emails: what follows the host is often secret. */
export const shownAddress = (url: string): string => new URL(url).origin

/** Parameters of an address by name; one with several values is repeated. */
export type FeedSearch = Readonly<Record<string, string | readonly string[]>>

/** A list that has feeds on a hub: its path without extension, and its query. */
type Topic = { path: string; search: FeedSearch }

/** The narrower lists that contain a paper, by their current names. */
export type PaperTopics = { chapter: number | null; concepts: readonly string[]; institution: string | null }

export type FeedChanges = {
  kinds: ReadonlySet<ChangedKind>
  /** The changed papers that are public. */
  papers: readonly PaperTopics[]
  /** Concepts that changed themselves, for example by a merge. */
  concepts: readonly string[]
}

const ENDINGS = ['atom', 'rss', 'json']

/** The parameters of an address. */
export const searchText = (search: FeedSearch): string =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, given]) => [given].flat().map((value) => [name, value])),
  ).toString()

/** The address of a feed relative to the site. */
export const feedAddress = (path: string, ending: string, search: FeedSearch): string => {
  const query = searchText(search)
  return query === '' ? `${path}.${ending}` : `${path}.${ending}?${query}`
}

const whole = (path: string): Topic => ({ path, search: {} })
const conceptTopic = (id: string): Topic => whole(`/concepts/${encodeURIComponent(id)}`)

const topicsOf = ({ chapter, concepts, institution }: PaperTopics): Topic[] => [
  ...(chapter === null ? [] : [whole(`/chapters/${chapter}`)]),
  ...concepts.map(conceptTopic),
  ...(institution === null ? [] : [{ path: '/papers', search: { institution } }]),
]

/** Every severity is announced, since the previous severity of a changed gap is not known. */
const gapTopics = [whole('/gaps'), ...severities.map((severity) => ({ path: '/gaps', search: { severity } }))]

/** Relative addresses of the feeds, in every format, that a hub is notified of after these changes. */
export const changedFeeds = ({ kinds, papers, concepts }: FeedChanges): string[] => {
  const topics = [
    ...(kinds.has('paper') ? [whole('/papers')] : []),
    ...(kinds.has('gap') ? gapTopics : []),
    ...(kinds.has('brief') ? [whole('/briefs')] : []),
    ...papers.flatMap(topicsOf),
    ...concepts.map(conceptTopic),
  ]
  return [...new Set(topics.flatMap(({ path, search }) => ENDINGS.map((ending) => feedAddress(path, ending, search))))]
}

const ONE_LIST = /^\/(?:papers|gaps|briefs|chapters\/[^/]+|concepts\/[^/]+)$/u
/** Lists that are announced with one parameter. */
const NARROWED = new Set(['/papers institution', '/gaps severity'])

/**
 * Whether a hub is notified of changes of the feeds at an address. Searches are not announced: each would have to be run to see
 * whether a change affects it. An author filter is a search too, since it matches words of names.
 */
export const isAnnounced = (path: string, search: FeedSearch): boolean => {
  const given = Object.entries(search)
  const [[name, value] = []] = given
  if (given.length === 0) return ONE_LIST.test(path)
  return given.length === 1 && typeof value === 'string' && NARROWED.has(`${path} ${name}`)
}

type Cause = { kind: ChangedKind; changes: readonly ChangeEvent[] }

/**
 * The events that receivers can subscribe to, each with the public changes that cause it; null for one that a decision or an alert causes.
 * Concepts follow from papers, so they have none; nor have chapters.
 */
const causes = {
  'paper.accepted': { kind: 'paper', changes: ['added'] },
  'paper.revised': { kind: 'paper', changes: ['revised'] },
  'paper.retracted': { kind: 'paper', changes: ['retracted'] },
  'paper.merged': { kind: 'paper', changes: ['merged'] },
  'brief.published': { kind: 'brief', changes: ['added'] },
  'gap.changed': { kind: 'gap', changes: changeEvents },
  'submission.decided': null,
  'alert.opened': null,
} as const satisfies Record<string, Cause | null>
export type WebhookEventType = keyof typeof causes
export const webhookEventTypes = Object.keys(causes) as readonly WebhookEventType[]

/** The kinds of records that events are about; jobs/webhooks.ts presents each. */
export type EventKind = Exclude<(typeof causes)[WebhookEventType], null>['kind']

const causeOf = (type: WebhookEventType): Cause | null => causes[type]

/** The events that reveal only public information. */
export const publicEventTypes = webhookEventTypes.filter((type) => causeOf(type) !== null)

/** Also sent: a test, and to a WebSub hub the news that a feed has changed. */
export type SentType = WebhookEventType | 'webhook.test' | 'feed.changed'

/** An event to deliver. Events of one subject are delivered in order. */
export type WebhookEvent = {
  type: SentType
  /** Such as `paper p12`; for a feed its relative address. */
  subject: string
  /** ISO 8601. */
  at: string
  /** The number of the public change, if it comes from one. */
  change: number | null
  /** The number of the review step, if it comes from one. */
  step: number | null
  /** What happened, where the type does not imply it; null where it does. */
  outcome: string | null
}

/** The public changes that lead to events of these types. */
export const changesForEvents = (types: readonly WebhookEventType[]): { kind: ChangedKind; event: ChangeEvent }[] =>
  types.flatMap((type) => {
    const cause = causeOf(type)
    return cause === null ? [] : cause.changes.map((event) => ({ kind: cause.kind, event }))
  })

/** Null for a change without an event. */
export const eventOfChange = ({ seq, kind, id, event, at }: NumberedChange): WebhookEvent | null => {
  for (const type of webhookEventTypes) {
    const cause = causeOf(type)
    if (cause?.kind !== kind || !cause.changes.includes(event)) continue
    const outcome = cause.changes.length > 1 ? event : null
    return { type, subject: `${kind} ${id}`, at, change: seq, step: null, outcome }
  }
  return null
}

/** A sentence of the editors whose evidence has changed. */
export const eventOfAlert = ({ id, at }: { id: number; at: string }): WebhookEvent => ({
  type: 'alert.opened',
  subject: `alert ${id}`,
  at,
  change: null,
  step: null,
  outcome: null,
})

/** A decision on a submission, from its review history. */
export type DecidedSubmission = { step: number; id: string; state: string; at: string }

const eventOfDecision = ({ step, id, state, at }: DecidedSubmission): WebhookEvent => ({
  type: 'submission.decided',
  subject: `paper ${id}`,
  at,
  change: null,
  step,
  outcome: state,
})

const ID_CHARACTERS = 24

/**
 * The same for every receiver and every attempt, replays included. A restored corpus reuses change numbers; the instant keeps
 * their ids distinct.
 */
export const messageId = (event: WebhookEvent): string => {
  const { type, subject, at, change, step, outcome } = event
  const digest = createHash('sha256').update(JSON.stringify([type, subject, at, change, step, outcome]))
  return `msg_${digest.digest('base64url').slice(0, ID_CHARACTERS)}`
}

type Read = { changes: readonly NumberedChange[]; decisions: readonly DecidedSubmission[] }

/** The instant up to which a list is complete; null when it was read to its end. */
const readUntil = (list: readonly { at: string }[], limit: number): string | null =>
  list.length < limit ? null : list.reduce((latest, { at }) => (at > latest ? at : latest), '')

const upTo = <T extends { at: string }>(list: readonly T[], until: string | null): T[] => {
  const end = until === null ? -1 : list.findIndex(({ at }) => at > until)
  return list.slice(0, end === -1 ? list.length : end)
}

/**
 * Merges public changes and decisions by time, a decision before the change it caused. If one list was cut off at `limit`, only
 * events up to its last instant are taken, since earlier ones of that list may be missing; `position` says how far that is.
 *
 * @param end the position after everything that can be read now
 */
export const mergeEvents = (
  { changes, decisions }: Read,
  { position, end, limit }: { position: EventPosition; end: EventPosition; limit: number },
): { events: WebhookEvent[]; position: EventPosition } => {
  const ends = [readUntil(changes, limit), readUntil(decisions, limit)].filter((end) => end !== null)
  const until = ends.toSorted()[0] ?? null
  const [takenChanges, takenDecisions] = [upTo(changes, until), upTo(decisions, until)]
  const events = [
    ...takenDecisions.map(eventOfDecision),
    ...takenChanges.map(eventOfChange).filter((event) => event !== null),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  if (until === null) return { events, position: end }
  return {
    events,
    position: {
      change: takenChanges.at(-1)?.seq ?? position.change,
      step: takenDecisions.at(-1)?.step ?? position.step,
    },
  }
}

/** Seconds between attempts at a delivery; the last value repeats. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000]
/** An endpoint that accepts nothing for this long is paused. */
export const GIVE_UP_AFTER_DAYS = 3
export const GIVE_UP_AFTER_MS = GIVE_UP_AFTER_DAYS * 86_400_000

/** After this many failures in a row the endpoint rests, even if deliveries are due; the next request is a single attempt. */
const FAILURES_BEFORE_REST = 3
const REST_SECONDS = [60, 300, 900, 1_800]

const SPREAD = 0.1

/** A number from -1 to 1, derived from the text. */
const spreadOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 31 - 1

/** Jitter of a tenth, so that deliveries that failed together are not retried together. */
const spreadWait = (seconds: number, text: string): number =>
  Math.round(seconds * 1_000 * (1 + SPREAD * spreadOf(text)))

/** Milliseconds until the retry after the n-th failed attempt (n from 1). */
export const retryWait = (messageId: string, attempts: number): number =>
  spreadWait(RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 5, `${messageId} ${attempts}`)

/** Milliseconds for which an endpoint rests after this many failures in a row. */
export const restWait = (url: string, failures: number): number => {
  const index = failures - FAILURES_BEFORE_REST
  if (index < 0) return 0
  return spreadWait(REST_SECONDS[Math.min(index, REST_SECONDS.length - 1)] ?? 60, `${url} ${failures}`)
}
