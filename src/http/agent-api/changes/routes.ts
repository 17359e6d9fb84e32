import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { validationFailure } from '#core/failure.ts'
import type { NumberedChange } from '#core/changes/public-change.ts'
import type { Lifecycle } from '#http/lifecycle.ts'
import type { Store } from '#ports/store/store.ts'
import { readQuery } from '#http/input/query.ts'
import { negotiateType } from '#http/routing/negotiate-type.ts'
import { json, JSON_TYPE, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'
import { changeEvents } from './event-stream.ts'
import { changesQuery, lastEventId } from './input.ts'
import { waitingLane, type Lane } from './lane.ts'
import { changeNews, type News } from './news.ts'
import { changesResponse, presentChanges } from './present.ts'

type Ports = { store: Store; lifecycle: Lifecycle; clientOf: (context: Context) => string }
type Live = Ports & { news: News; takePlace: Lane }

const EVENT_STREAM_TYPE = 'text/event-stream'

/** Throws `invalid` for a number that nobody can have been told. */
const refuseUnknown = async ({ store }: Ports, since: number, found: readonly NumberedChange[]): Promise<void> => {
  if (found.length > 0 || since <= (await store.public.changes.last())) return
  throw validationFailure([
    {
      path: 'since',
      message:
        'is a number that this corpus has not given out; it may have been restored from a backup: start again with 0',
    },
  ])
}

const listChanges =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { since, limit } = readQuery(context, changesQuery)
    const found = await ports.store.public.changes.after(since, limit)
    await refuseUnknown(ports, since, found)
    return json(200, presentChanges(found, since))
  }

/** Aborts when the connection of a request has gone, or its response is sent. */
const untilClosed = (context: Context): AbortSignal => {
  const ending = new AbortController()
  const { outgoing } = context.env as { outgoing?: ServerResponse }
  if (outgoing?.destroyed === true) ending.abort()
  else outgoing?.once('close', () => ending.abort())
  return ending.signal
}

/** The changes there are; without any, it waits for one. */
const waitForChanges = async (live: Live, context: Context): Promise<Reply> => {
  const { news, clientOf, takePlace } = live
  const { since, limit, wait } = readQuery(context, changesQuery)
  const endsAt = performance.now() + wait * 1_000
  let revision = news.revision()
  let found = await news.after(since, limit)
  await refuseUnknown(live, since, found)
  const leave = found.length > 0 ? () => {} : takePlace(clientOf(context))
  const signal = untilClosed(context)
  try {
    while (found.length === 0) {
      const left = endsAt - performance.now()
      if (left <= 0 || (await news.wait(revision, left, signal)) !== 'news') break
      revision = news.revision()
      found = await news.after(since, limit)
    }
  } finally {
    leave()
  }
  return json(200, presentChanges(found, since), { Vary: 'Accept' })
}

const streamChanges = async (live: Live, context: Context): Promise<Reply> => {
  const { news, clientOf, takePlace } = live
  const seen = lastEventId.safeParse(context.req.header('last-event-id'))
  const since = seen.success ? seen.data : readQuery(context, changesQuery).since
  await refuseUnknown(live, since, await news.after(since, 1))
  const leave = takePlace(clientOf(context))
  const signal = untilClosed(context)
  // A response that never comes to its first piece ends as well.
  signal.addEventListener('abort', leave, { once: true })
  return {
    status: 200,
    body: '',
    stream: changeEvents(news, { since, signal, leave }),
    isOutOfTurn: true,
    type: EVENT_STREAM_TYPE,
    headers: { Vary: 'Accept', 'X-Accel-Buffering': 'no' },
  }
}

const answerLive = (ports: Ports): ((context: Context) => Promise<Reply> | null) => {
  // Most servers never have anybody who waits.
  let made: Live | null = null
  return (context) => {
    if (context.req.method !== 'GET') return null
    const live = (made ??= { ...ports, news: changeNews(ports), takePlace: waitingLane() })
    const wantsEvents = negotiateType(context.req.header('accept'), [JSON_TYPE, EVENT_STREAM_TYPE]) === 1
    if (wantsEvents) return streamChanges(live, context)
    return readQuery(context, changesQuery).wait > 0 ? waitForChanges(live, context) : null
  }
}

export const changeRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/changes',
    summary: 'What the public could see change, oldest first, by numbers that only rise; also as server-sent events',
    query: changesQuery,
    responses: {
      200: { description: 'Changes after the number; empty when there are none yet.', schema: changesResponse },
      400: { description: 'A parameter is unknown or out of range, or the number was never given out.' },
      503: { description: 'Too many requests of this client, or in all, wait for changes.' },
    },
    live: {
      mediaType: EVENT_STREAM_TYPE,
      answer: answerLive(ports),
    },
    handle: listChanges(ports),
  },
]
