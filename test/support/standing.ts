import { submitBucket } from '#actions/submit-paper.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { submitPolicy } from '#core/access/quota.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import type { TestService } from './test-service.ts'

/** Everything that a refused request must leave as it was. */
export const standing = async ({ store, clock, url }: TestService, key: string): Promise<Record<string, unknown>> => {
  const owner = await store.read.keys.findByHash(hashSecret(key))
  if (owner === null) throw new Error('the key is unknown')
  const everything = { submittedBy: null, states: submissionStates }
  return {
    revision: await store.read.revision(),
    stats: await store.read.stats.counts(),
    submissions: (await store.read.submissions.list(everything, null, 1_000)).submissions,
    quota: await store.read.quota.peek(submitBucket(owner), submitPolicy, clock.now()),
    outbox: await store.read.outbox.counts(),
    papers: await (await fetch(`${url}/api/papers?limit=500`)).text(),
  }
}
