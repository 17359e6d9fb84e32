import {
  evaluateQuota,
  widenedPolicies,
  type ClientNetworks,
  type QuotaPolicy,
  type QuotaState,
  type CountedAttempt,
} from '#core/quota.ts'
import type { ActionContext } from './run-action.ts'

type ClientQuota = { name: string; policy: QuotaPolicy; client: ClientNetworks }

/**
 * Counts a client's request for its own network and the wider ones around it, or for none if one of them is at its limit.
 * Returns the state of the most restrictive one.
 */
export const consumeClientQuota = async (
  { quota, now }: Pick<ActionContext, 'quota' | 'now'>,
  { name, policy, client }: ClientQuota,
): Promise<QuotaState> => {
  const buckets = widenedPolicies(policy).flatMap((widened, index) => {
    const network = client[index]
    return network === undefined ? [] : [{ bucket: `${name}:${network}`, policy: widened }]
  })
  for (const { bucket, policy: own } of buckets) {
    const state = await quota.peek(bucket, own, now)
    // Counts nothing at the limit, but corrects entries that are in the future because a clock was set back.
    if (!state.allowed) return quota.consume(bucket, own, now)
  }
  let least = evaluateQuota(policy, [], now.getTime())
  for (const { bucket, policy: own } of buckets) {
    const state = await quota.consume(bucket, own, now)
    if (state.remaining < least.remaining) least = state
  }
  return least
}

/** Counts attempts that failed, or that no other limit applies to. */
export const countAttempts = async (
  tx: ActionContext,
  { counted, attempts }: { counted: readonly CountedAttempt[]; attempts: number },
): Promise<void> => {
  for (const counter of counted) await tx.quota.count(counter, tx.now, attempts)
}
