import assert from 'node:assert/strict'
import { recordDelivery, type RecordDeliveryInput } from '#actions/mailings/record-delivery.ts'
import { sendBrief } from '#actions/mailings/send-brief.ts'
import { takeDelivery, type MailRates } from '#actions/mailings/take-delivery.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { DeliveryOutcome, LeasedDelivery, MailingProgress } from '#core/mail/mailing.ts'
import type { Store } from '#ports/store/store.ts'
import { BRIEF, publishSampleBrief, putSubscribers } from './mailing-corpus.ts'
import { testRunner } from '../service/action-runner.ts'
import { fakeClock, type FakeClock } from '../service/fake-clock.ts'

const NO_RATES: MailRates = { total: null, domain: null }

type Setting = { store: Store; run: RunAction; clock: FakeClock }

/** A published brief, and subscribers with these addresses. */
export const prepare = async (store: Store, emails: readonly string[]): Promise<Setting> => {
  const clock = fakeClock()
  const run = await testRunner({ store, clock })
  await publishSampleBrief(run)
  await putSubscribers(store, emails, { at: clock.now().toISOString() })
  return { store, run, clock }
}

/** Queues the brief, for now or for a later time. */
export const queue = ({ run }: Setting, at: Date | null = null) => run(sendBrief, { id: BRIEF, at, actor: 'test' })

/** Takes the next email that is due, as a connection does. */
export const take = async ({ run }: Setting, rates = NO_RATES): Promise<LeasedDelivery | null> =>
  (await run(takeDelivery, { done: null, rates })).delivery

/** Says what became of an email that was taken. */
export const end = ({ run }: Setting, delivery: LeasedDelivery, outcome: DeliveryOutcome) =>
  run(recordDelivery, { delivery, outcome })

/** Takes and sends what is due; to whom. */
export const sendAll = async (setting: Setting, rates = NO_RATES): Promise<string[]> => {
  const to: string[] = []
  for (let done: RecordDeliveryInput | null = null; ;) {
    const { delivery }: Awaited<ReturnType<typeof takeDelivery>> = await setting.run(takeDelivery, { done, rates })
    if (delivery === null) return to
    to.push(delivery.to)
    done = { delivery, outcome: { result: 'sent' } }
  }
}

/** How far the brief has got. */
export const progress = async ({ store, clock }: Setting): Promise<MailingProgress> => {
  const [found] = await store.private.mailings.progress([BRIEF], clock.now())
  assert.ok(found)
  return found
}

/** Whether there is something to do for the job. */
export const hasWork = ({ store, clock }: Setting): Promise<boolean> =>
  store.private.mailings.hasWork(clock.now().toISOString())
