import { submissionBucket } from '#core/quota.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { submitPolicy } from '#core/quota.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import type { TestService } from './test-service.ts'

/** Everything that a refused request must leave as it was. */
export const stateSnapshot = async (
  { store, clock, url }: TestService,
  key: string,
): Promise<Record<string, unknown>> => {
  const owner = await store.private.keys.findByHash(hashSecret(key))
  if (owner === null) throw new Error('the key is unknown')
  const everything = { submittedBy: null, states: submissionStates }
  return {
    revision: await store.private.revision(),
    stats: await store.public.stats.counts(),
    submissions: (await store.private.submissions.list(everything, null, 1_000)).submissions,
    quota: await store.private.quota.peek(submissionBucket(owner), submitPolicy, clock.now()),
    outbox: await store.private.outbox.counts(),
    papers: await (await fetch(`${url}/api/papers?limit=500`)).text(),
  }
}
