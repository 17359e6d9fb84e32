import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store.ts'
import type { Job } from './runner.ts'

const HOUR_MS = 3_600_000
const RECEIPTS_KEPT_MS = 24 * HOUR_MS

/** Forgets what has served: answers kept for retries after 24 hours, subscriptions nobody confirmed in time. */
export const pruneJob = ({ store, clock }: { store: Store; clock: Clock }): Job => ({
  name: 'prune',
  everySeconds: 3_600,
  run: async () => {
    const now = clock.now()
    await store.transact(async (tx) => {
      await tx.receipts.prune(new Date(now.getTime() - RECEIPTS_KEPT_MS).toISOString())
      await tx.subscribers.prunePending(now.toISOString())
      await tx.quota.prune(now)
    })
    return { more: false }
  },
})
