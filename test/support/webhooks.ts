import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { randomBytes } from 'node:crypto'
import { addEndpoint } from '#actions/webhooks.ts'
import type { RunAction } from '#actions/run-action.ts'
import { type WebhookDelivery, type WebhookEndpoint, publicEventTypes, type WebhookEventType } from '#core/webhooks.ts'
import { deliverWebhooks } from '#jobs/webhooks.ts'
import { openOutboundSender } from '#outbound/open-outbound-sender.ts'
import type { Ids } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { sqliteEngine, type TestEngine } from './database/engines.ts'
import type { Ending } from './files.ts'
import { recordingLog, countingIds, testRunner, fakeClock, type FakeClock } from './ports.ts'
import { secretBox } from '#credentials/secret-box.ts'
import { addPapers, newPaper } from './database/stored.ts'

/** What a receiver was sent. */
export type Received = { path: string; headers: Record<string, string>; body: string }

export type Receiver = {
  origin: string
  received: Received[]
  /** Emits `received` with each. */
  arrivals: EventEmitter
  /** Types and subjects in order of arrival, such as `paper.accepted p1`. */
  events(): string[]
  /** How the next messages are answered; null for 204. */
  answerWith(answer: ((received: Received) => RequestListener) | null): void
  /** The most requests that were handled at the same time. */
  mostAtOnce(): number
  close(): void
}

const nothing: RequestListener = (_request, response) => void response.writeHead(204).end()

const always =
  (listener: RequestListener): ((received: Received) => RequestListener) =>
  () =>
    listener

/** An event as tests name it. */
export const nameOf = ({ body }: Received): string => {
  const { type, data } = JSON.parse(body) as { type: string; data: { id?: string } }
  return data.id === undefined ? type : `${type} ${data.id}`
}

/** A server on this machine that takes webhooks. */
export const openReceiver = async (t: { after(close: () => void): void }): Promise<Receiver> => {
  const received: Received[] = []
  const arrivals = new EventEmitter()
  let answer = always(nothing)
  let [atOnce, most] = [0, 0]
  const server = createServer((request, response) => {
    atOnce += 1
    most = Math.max(most, atOnce)
    response.once('close', () => (atOnce -= 1))
    void text(request).then((body) => {
      const one = { path: request.url ?? '', headers: request.headers as Record<string, string>, body }
      received.push(one)
      arrivals.emit('received')
      return answer(one)(request, response)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  t.after(close)
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    arrivals,
    events: () => received.map(nameOf),
    answerWith: (next) => {
      answer = next ?? always(nothing)
    },
    mostAtOnce: () => most,
    close,
  }
}

/** Answers with a status and headers. */
export const status =
  (code: number, headers: Record<string, string> = {}): (() => RequestListener) =>
  () =>
  (_request, response) =>
    void response.writeHead(code, headers).end(`status ${code}`)

/** Notifies receivers of what happens in a store, as the job of a server does. */
export type WebhookDeliveries = {
  store: Store
  run: RunAction
  clock: FakeClock
  box: ReturnType<typeof secretBox>
  add(path?: string, events?: readonly WebhookEventType[]): Promise<{ id: number; secret: string }>
  /** Makes papers public. */
  accept(...ids: string[]): Promise<void>
  /** One run of the job, to its end. Another runner stands for another process. */
  deliver(options?: { run?: RunAction; signal?: AbortSignal }): Promise<void>
  /** Moves the clock to the next due delivery and delivers it, this many times. */
  deliverLater(seconds: number): Promise<void>
  endpoint(id: number): Promise<WebhookEndpoint>
  /** Oldest first. */
  deliveries(id: number): Promise<WebhookDelivery[]>
}

const publicUrl = (): string => 'https://papers.example.org'

/** Long enough that no receiver is too slow, unless the test is about timeouts. */
const PATIENCE_MS = 60_000

type Place = { store: Store; clock: FakeClock }

const openPlace = async (t: Ending, engine: TestEngine): Promise<Place> => {
  const clock = fakeClock()
  const store = await engine.open(t, { clock, log: recordingLog([]) })
  t.after(() => store.close())
  return { store, clock }
}

/** @param place an engine, or a service whose store is used */
export const openWebhookDeliveries = async (
  t: Ending,
  { origin }: Pick<Receiver, 'origin'>,
  place: TestEngine | Place = sqliteEngine,
  patienceMs = PATIENCE_MS,
): Promise<WebhookDeliveries> => {
  const { store, clock } = 'open' in place ? await openPlace(t, place) : place
  const counting = countingIds()
  const ids: Ids = { ...counting, secret: () => randomBytes(24).toString('base64url') }
  const run = await testRunner({ store, clock }, { ids })
  const box = secretBox(() => 'the key of the test')
  const sender = openOutboundSender({
    rules: { allowed: [origin], proxyUrl: null },
    userAgent: 'Longview/test',
    clock,
    limits: { ms: patienceMs },
  })
  const sending = { sender, store, secretBox: box, publicUrl }
  const deliver: WebhookDeliveries['deliver'] = ({ run: runner = run, signal = new AbortController().signal } = {}) =>
    deliverWebhooks({ store, run: runner, ids, clock, sending }, signal)
  const endpoint = async (id: number): Promise<WebhookEndpoint> => {
    const found = await store.private.webhooks.find(id)
    if (found === null) throw new Error(`no webhook ${id}`)
    return found
  }
  return {
    store,
    run,
    clock,
    box,
    endpoint,
    deliver,
    add: async (path = '/hook', events = publicEventTypes) => {
      const described = { url: `${origin}${path}`, description: '', events }
      const added = await run(addEndpoint, { endpoint: described, actor: 'test', secretBox: box })
      return { id: added.endpoint.id, secret: added.secret }
    },
    accept: async (...papers) => {
      for (const id of papers) await addPapers(store, newPaper({ id, title: `A paper called ${id}` }))
    },
    deliverLater: async (seconds) => {
      clock.advance(seconds)
      await deliver()
    },
    deliveries: async (id) => (await store.private.webhooks.deliveries(id, 1_000)).toReversed(),
  }
}
