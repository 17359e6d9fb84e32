import assert from 'node:assert/strict'
import { takeDelivery } from '#actions/mailings/take-delivery.ts'
import type { RecordDeliveryInput } from '#actions/mailings/record-delivery.ts'
import type { RunAction } from '#actions/run-action.ts'
import { digestPreparer } from '#jobs/prepare-digests.ts'
import { startDigestProcess } from './digest-process.ts'
import type { World } from './followed-searches.ts'

/** A runner whose process dies before every third commit. */
const dying = (run: RunAction): RunAction => {
  let count = 0
  return (action, input) =>
    run(async (tx, given: typeof input) => {
      const result = await action(tx, given)
      count += 1
      if (count % 3 === 0) throw new Error('killed')
      return result
    }, input)
}

/** Two processes match and make digests at once, and begin anew whenever one of them dies. */
export const prepareDigests = async ({ store, run, clock }: World): Promise<void> => {
  const process = async (): Promise<void> => {
    const killed = dying(run)
    for (;;) {
      try {
        return await digestPreparer({ store, clock, run: killed })()
      } catch (error) {
        if (!(error instanceof Error && error.message === 'killed')) throw error
      }
    }
  }
  await Promise.all([process(), process()])
}

/**
 * A process is killed with a transaction open, while another one waits for its turn; a third begins where the first one began.
 * Whether there was anything to kill it over.
 */
export const prepareInProcesses = async (url: string, { clock }: World, holdsAt: number): Promise<boolean> => {
  const now = clock.now().toISOString()
  const doomed = startDigestProcess(url, now, { holdsAt })
  await doomed.holds
  const others = [startDigestProcess(url, now), startDigestProcess(url, now)]
  await Promise.all(others.map(({ opened }) => opened))
  doomed.kill()
  for (const { ended } of others) assert.equal(await ended, 0)
  return (await doomed.ended) === null
}

/** Sends all digests that are due: what each subscriber is told, by the address of the search. */
export const sendDigests = async ({
  store,
  run,
}: World): Promise<{ subscriberId: string; address: string; ids: string[] }[]> => {
  const told: { subscriberId: string; address: string; ids: string[] }[] = []
  for (let done: RecordDeliveryInput | null = null; ;) {
    const rates = { total: null, domain: null }
    const { delivery }: Awaited<ReturnType<typeof takeDelivery>> = await run(takeDelivery, { done, rates })
    if (delivery === null) return told
    assert.ok('digestId' in delivery)
    const { subscriberId, digestId } = delivery
    for (const { address, ids } of (await store.private.following.digestSections(digestId)) ?? [])
      told.push({ subscriberId, address, ids: [...ids] })
    done = { delivery, outcome: { result: 'sent' } }
  }
}
