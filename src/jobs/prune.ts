import { SESSION_IDLE_MS, SESSION_MAX_MS } from '#core/access/session.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from './runner.ts'

const HOUR_MS = 3_600_000
const RECEIPTS_KEPT_MS = 24 * HOUR_MS

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString()

/**
 * Forgets what has served: answers kept for retries after 24 hours, subscriptions nobody confirmed in
 * time, sessions, links and challenges that have ended.
 */
export const pruneJob = ({ store, clock }: { store: Store; clock: Clock }): Job => ({
  name: 'prune',
  everySeconds: 3_600,
  run: async () => {
    const now = clock.now()
    await store.transact(async (tx) => {
      await tx.idempotency.prune(before(now, RECEIPTS_KEPT_MS))
      await tx.subscribers.prunePending(now.toISOString())
      await tx.quota.prune(now)
      await tx.sessions.prune(before(now, SESSION_MAX_MS), before(now, SESSION_IDLE_MS))
      await tx.editors.pruneSignInLinks(now.toISOString())
      await tx.passkeys.pruneChallenges(now.toISOString())
    })
    return { more: false }
  },
})
