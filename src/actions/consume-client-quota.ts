import { evaluateQuota, widenedPolicies, type ClientNetworks, type QuotaPolicy, type QuotaState } from '#core/quota.ts'
import type { ActionContext } from './run-action.ts'

type ClientQuota = { name: string; policy: QuotaPolicy; client: ClientNetworks }

/**
 * Counts a request of a client for its own network and for those around it, or, when one of them has no room, for none;
 * where the one with the least room stands then.
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
    // Counts nothing where there is no room, but moves what a clock that was set back left in the future.
    if (!state.allowed) return quota.consume(bucket, own, now)
  }
  let least = evaluateQuota(policy, [], now.getTime())
  for (const { bucket, policy: own } of buckets) {
    const state = await quota.consume(bucket, own, now)
    if (state.remaining < least.remaining) least = state
  }
  return least
}
