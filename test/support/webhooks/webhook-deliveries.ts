import { randomBytes } from 'node:crypto'
import { addEndpoint } from '#actions/webhooks/add-endpoint.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { WebhookDelivery, WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { publicEventTypes, type WebhookEventType } from '#core/webhooks/webhook-event.ts'
import { presentEvent } from '#http/agent-api/webhooks/present-event.ts'
import { deliverWebhooks } from '#jobs/webhooks/deliver-webhooks.ts'
import { openOutboundSender } from '#outbound/open-outbound-sender.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store/store.ts'
import { sqliteEngine, type TestEngine } from '../database/engines.ts'
import type { Ending } from '../database/temporary.ts'
import { recordingLog } from '../service/recording-log.ts'
import { secretBox } from '../../../src/auth/secret-box.ts'
import { addPapers, newPaper } from '../database/stored.ts'
import { countingIds, testRunner } from '../service/action-runner.ts'
import { fakeClock, type FakeClock } from '../service/fake-clock.ts'
import type { Receiver } from './receiver.ts'

/** Tells receivers of what happens in a store of its own, as the job of a server does. */
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
  /** Moves the clock to what is due next and delivers it, so many times. */
  deliverLater(seconds: number): Promise<void>
  endpoint(id: number): Promise<WebhookEndpoint>
  /** Oldest first. */
  deliveries(id: number): Promise<WebhookDelivery[]>
}

const publicUrl = (): string => 'https://papers.example.org'

/** As long as nothing is about patience, nobody is too slow. */
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
  const open = async () => ({ sender, present: presentEvent({ store, publicUrl }), secretBox: box, publicUrl })
  const deliver: WebhookDeliveries['deliver'] = ({ run: runner = run, signal = new AbortController().signal } = {}) =>
    deliverWebhooks({ store, run: runner, ids, clock, open }, signal)
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
