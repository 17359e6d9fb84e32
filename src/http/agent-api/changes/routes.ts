import { Failure, validationFailure } from '#core/failure.ts'
import { z } from 'zod'
import { changedKinds, changeEvents, type NumberedChange } from '#core/public-change.ts'
import { type ChangeNotifier, openChangeNotifier } from './change-notifier.ts'
import { parseInstant } from '#core/calendar-day.ts'
import { limitParameter, readQuery } from '#http/input/query.ts'
import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { Lifecycle } from '#http/lifecycle.ts'
import type { Store } from '#ports/store/store.ts'
import { negotiateType } from '#http/routing/negotiate-type.ts'
import { json, JSON_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { agentRoute } from '#http/agent-api/fields.ts'

/** How many requests may wait for changes, in total and for one client. They cost nothing while waiting, so no other limit suits them. */
const MAX_WAITING = 100
const MAX_WAITING_PER_CLIENT = 4
const RETRY_AFTER_SECONDS = 30

/** Takes a place for a client and returns the function that frees it; calling that twice frees one. Throws `unavailable` when none is left. */
export type WaitLimiter = (client: string) => () => void

export const waitLimiter = (): WaitLimiter => {
  const places = new Map<string, number>()
  let taken = 0
  return (client) => {
    const own = places.get(client) ?? 0
    if (own >= MAX_WAITING_PER_CLIENT)
      throw new Failure('unavailable', `You already have ${own} requests waiting for changes; end one of them first.`, {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    if (taken >= MAX_WAITING)
      throw new Failure(
        'unavailable',
        'Too many clients are waiting for changes; ask without waiting, or try again later.',
        {
          retryAfter: RETRY_AFTER_SECONDS,
        },
      )
    taken += 1
    places.set(client, own + 1)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      taken -= 1
      const left = (places.get(client) ?? 1) - 1
      if (left === 0) places.delete(client)
      else places.set(client, left)
    }
  }
}

const change = z
  .strictObject({
    seq: z.int(),
    kind: z.enum(changedKinds),
    id: z.string(),
    event: z.enum(changeEvents),
    at: z.string(),
  })
  .meta({ id: 'Change' })

export const changesResponse = z.strictObject({
  changes: z.array(change),
  nextSeq: z.int().meta({ description: 'The value of since for the next request.' }),
})

const presentChange = ({ seq, kind, id, event, at }: NumberedChange): z.infer<typeof change> => ({
  seq,
  kind,
  id,
  event,
  at,
})

const presentChanges = (changes: readonly NumberedChange[], since: number): z.infer<typeof changesResponse> => ({
  changes: changes.map(presentChange),
  nextSeq: changes.at(-1)?.seq ?? since,
})

/** Proxies close connections that are idle for a minute, some sooner. */
const HEARTBEAT_MS = 15_000
/** Then the stream ends and the client resumes where it was, perhaps at a newer process behind the same address. */
const MAX_STREAM_MS = 1_800_000
const CHANGES_PER_READ = 100
/** Spread out, so that clients that lost a server together do not all reconnect at once. */
const MIN_RETRY_MS = 2_000
const RETRY_SPREAD_MS = 4_000

const HEARTBEAT = ': nothing new\n\n'

const eventOf = (change: NumberedChange): string =>
  `id: ${change.seq}\ndata: ${JSON.stringify(presentChange(change))}\n\n`

/**
 * Changes after a number as server-sent events, as they happen, until the client leaves or the server stops. The next chunk is made
 * once the client has taken the last one.
 */
async function* changeStream(
  notifier: ChangeNotifier,
  { since, signal, leave }: { since: number; signal: AbortSignal; leave: () => void },
): AsyncGenerator<string> {
  const endsAt = performance.now() + MAX_STREAM_MS
  try {
    yield `retry: ${MIN_RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`
    for (let seq = since; performance.now() < endsAt && !signal.aborted;) {
      const revision = notifier.revision()
      const changes = await notifier.after(seq, CHANGES_PER_READ)
      seq = changes.at(-1)?.seq ?? seq
      if (changes.length > 0) {
        yield changes.map(eventOf).join('')
        continue
      }
      const wokenBy = await notifier.wait(revision, HEARTBEAT_MS, signal)
      if (wokenBy === 'closed') return
      if (wokenBy === 'timeout') yield HEARTBEAT
    }
  } finally {
    leave()
  }
}

/** Well within the integers that JSON carries exactly. */
const MAX_DIGITS = 15

const numberUpTo = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`, 'u'), { error: 'must be a whole number from 0' })
    .transform(Number)

/** Proxies give up on a request after a minute, some sooner. */
const MAX_WAIT_SECONDS = 30

/** Where a client continues: after a number, or at an instant. */
type Since = { number: number } | { instant: string }

/** Query of GET /changes; an unknown parameter is refused. */
const changesQuery = z.strictObject({
  since: z
    .string()
    .transform((text, context): Since => {
      const number = numberUpTo(MAX_DIGITS).safeParse(text)
      if (number.success) return { number: number.data }
      const instant = parseInstant(text)
      if (instant !== null) return { instant }
      context.addIssue({
        code: 'custom',
        message: 'must be a whole number from 0, a day such as 2026-11-01, or a time such as 2026-11-01T10:30:00Z',
      })
      return z.NEVER
    })
    .optional()
    .transform((since): Since => since ?? { number: 0 })
    .meta({
      description:
        'The number of the last change you know; 0, the default, asks for all. Or a day (from its beginning in UTC) or a time with its offset: the changes at it and after it.',
      example: '120',
    }),
  limit: limitParameter(),
  wait: numberUpTo(6)
    .optional()
    .transform((wait) => Math.min(wait ?? 0, MAX_WAIT_SECONDS))
    .meta({
      description: `Seconds to wait when there is no change yet, at most ${MAX_WAIT_SECONDS}.`,
      example: '30',
    }),
})

/** The number of the last event that a client of server-sent events has seen. */
const lastEventId = numberUpTo(MAX_DIGITS)

type Ports = { store: Store; lifecycle: Lifecycle; clientOf: (context: Context) => string }
type LivePorts = Ports & { notifier: ChangeNotifier; takePlace: WaitLimiter }

const EVENT_STREAM_TYPE = 'text/event-stream'

/** The number after which a client asks. */
const numberOf = ({ store }: Ports, since: Since): number | Promise<number> =>
  'number' in since ? since.number : store.public.changes.before(since.instant)

/** Throws `invalid` for a number that was never given out. */
const refuseUnknownNumber = async (
  { store }: Ports,
  since: number,
  found: readonly NumberedChange[],
): Promise<void> => {
  if (found.length > 0 || since <= (await store.public.changes.last())) return
  throw validationFailure([
    {
      path: 'since',
      message:
        'is a number that this corpus never gave out, perhaps because it was restored from a backup; start again from 0',
    },
  ])
}

const listChanges =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { limit, ...asked } = readQuery(context, changesQuery)
    const since = await numberOf(ports, asked.since)
    const found = await ports.store.public.changes.after(since, limit)
    await refuseUnknownNumber(ports, since, found)
    return json(200, presentChanges(found, since))
  }

/** Aborts when the connection of a request closes or its response has been sent. */
const closeSignal = (context: Context): AbortSignal => {
  const ending = new AbortController()
  const { outgoing } = context.env as { outgoing?: ServerResponse }
  if (outgoing?.destroyed === true) ending.abort()
  else outgoing?.once('close', () => ending.abort())
  return ending.signal
}

/** The changes so far; if there are none, it waits for one. */
const waitForChanges = async (live: LivePorts, context: Context): Promise<Reply> => {
  const { notifier, clientOf, takePlace } = live
  const { limit, wait, ...asked } = readQuery(context, changesQuery)
  const since = await numberOf(live, asked.since)
  const endsAt = performance.now() + wait * 1_000
  let revision = notifier.revision()
  let found = await notifier.after(since, limit)
  await refuseUnknownNumber(live, since, found)
  const leave = found.length > 0 ? () => {} : takePlace(clientOf(context))
  const signal = closeSignal(context)
  try {
    while (found.length === 0) {
      const left = endsAt - performance.now()
      if (left <= 0 || (await notifier.wait(revision, left, signal)) !== 'change') break
      revision = notifier.revision()
      found = await notifier.after(since, limit)
    }
  } finally {
    leave()
  }
  return json(200, presentChanges(found, since), { Vary: 'Accept' })
}

const streamChanges = async (live: LivePorts, context: Context): Promise<Reply> => {
  const { notifier, clientOf, takePlace } = live
  const seen = lastEventId.safeParse(context.req.header('last-event-id'))
  const since = seen.success ? seen.data : await numberOf(live, readQuery(context, changesQuery).since)
  await refuseUnknownNumber(live, since, await notifier.after(since, 1))
  const leave = takePlace(clientOf(context))
  const signal = closeSignal(context)
  // Also frees the place of a response that never gets as far as its first chunk.
  signal.addEventListener('abort', leave, { once: true })
  return {
    status: 200,
    body: '',
    stream: changeStream(notifier, { since, signal, leave }),
    skipsQueue: true,
    type: EVENT_STREAM_TYPE,
    headers: { Vary: 'Accept', 'X-Accel-Buffering': 'no' },
  }
}

const liveAnswer = (ports: Ports): ((context: Context) => Promise<Reply> | null) => {
  // Made on first use: on most servers nobody ever waits.
  let made: LivePorts | null = null
  return (context) => {
    if (context.req.method !== 'GET') return null
    const live = (made ??= { ...ports, notifier: openChangeNotifier(ports), takePlace: waitLimiter() })
    const wantsEvents = negotiateType(context.req.header('accept'), [JSON_TYPE, EVENT_STREAM_TYPE]) === 1
    if (wantsEvents) return streamChanges(live, context)
    return readQuery(context, changesQuery).wait > 0 ? waitForChanges(live, context) : null
  }
}

export const changeRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/changes',
    summary: 'Public changes, oldest first, under numbers that only rise; also as server-sent events',
    query: changesQuery,
    responses: {
      200: { description: 'Changes after the number; empty when there are none yet.', schema: changesResponse },
      400: { description: 'A parameter is unknown or out of range, or the number was never given out.' },
      503: { description: 'Too many requests of this client, or overall, are waiting for changes.' },
    },
    live: {
      mediaType: EVENT_STREAM_TYPE,
      answer: liveAnswer(ports),
    },
    handle: listChanges(ports),
  },
]
