import type { TestContext } from 'node:test'
import { createKey } from '#actions/accounts/create-key.ts'
import { revokeKey } from '#actions/accounts/revoke-key.ts'
import { mergePaper } from '#actions/papers/merge-paper.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { submissionBucket, submitPolicy, type QuotaState } from '#core/quota.ts'
import { submissionStates, type SubmissionState } from '#core/review/submission-state.ts'
import type { TestEngine } from '../database/engines.ts'
import type { Keys, Seen } from '../generated/requests/request.ts'
import { rawClient, type RawClient } from '../http/raw-client.ts'
import { describedOperations, type Operation } from '../service/described-operations.ts'
import { wholePaper } from '../service/papers.ts'
import { startTestService, type TestService } from '../service/test-service.ts'

/** A service that is asked whatever comes, and what is known of it. */
export type World = {
  service: TestService
  client: RawClient
  operations: Operation[]
  keys: Keys
  /** What earlier responses and emails gave, newest last. */
  seen: Record<Seen['seen'], string[]>
  /** Responses by operation and status. */
  counts: Map<string, number>
  freshIds: number
  /** The state after the last request, unless something else happened since. */
  snapshot: Record<string, unknown> | null
}

/** Those of submissions that a crowd sends. */
export const CROWD_ID = 'p900'

const makeKeys = async (service: TestService): Promise<Keys> => {
  const { clock } = service
  const { key: expired } = await service.run(createKey, {
    label: 'expired',
    scopes: ['submit'],
    expiresAt: clock.now().toISOString(),
    actor: 'test',
  })
  const { key: revoked, record } = await service.run(createKey, {
    label: 'revoked',
    scopes: ['submit'],
    expiresAt: null,
    actor: 'test',
  })
  await service.run(revokeKey, { id: record.id, actor: 'test' })
  return {
    submitter: await service.key('submit'),
    editor: await service.key('review'),
    other: await service.key('submit', 'review'),
    noScope: await service.key('ingest'),
    revoked,
    expired,
  }
}

const fillService = async (service: TestService): Promise<void> => {
  await service.accept(
    ...Array.from({ length: 40 }, (_, at) =>
      wholePaper({
        id: `p${21 + at}`,
        title: `Planning with memory, part ${at}`,
        year: 2018 + (at % 9),
        chapter: 1 + (at % 7),
        longHorizonScore: ((at * 7) % 11) / 10,
        concepts: ['planning', `idea ${at % 5}`],
        type: at % 3 === 0 ? 'benchmark' : 'survey',
        ...(at % 4 === 0 ? { fullText: 'A long text.' } : {}),
      }),
    ),
  )
  // Duplicates to be met from the beginning.
  for (let number = 55; number <= 60; number += 1)
    await service.run(mergePaper, { id: `p${number}`, into: 'p54', note: null, actor: 'test' })
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'gap-1', title: 'No test of a year', severity: 'high', explanation: 'None.', paperIds: ['p21'] },
      service.clock.now().toISOString(),
    ),
  )
}

/** Everything that a request without effect leaves as it is. */
export const readState = async ({ service: { store, clock }, keys }: World): Promise<Record<string, unknown>> => {
  const { private: reader } = store
  const count = async (states: readonly SubmissionState[]): Promise<number> =>
    (await reader.submissions.list({ submittedBy: null, states }, null, 1)).total
  const quotaOf = async (key: string): Promise<QuotaState | null> => {
    const owner = await reader.keys.findByHash(hashSecret(key))
    return owner === null ? null : reader.quota.peek(submissionBucket(owner), submitPolicy, clock.now())
  }
  return {
    revision: await reader.revision(),
    stats: await reader.stats.counts(),
    submissions: await count(submissionStates),
    waiting: await count(['changes_requested']),
    withdrawn: await count(['withdrawn']),
    emails: await reader.outbox.counts(),
    quotas: await Promise.all([keys.submitter, keys.other].map(quotaOf)),
  }
}

/** What earlier responses gave, for a place that wants it. */
export const resolve = ({ seen }: World, value: string | Seen): string => {
  if (typeof value === 'string') return value
  const known = seen[value.seen]
  return known[value.at % Math.max(1, known.length)] ?? 'none-yet'
}

/** How many requests were answered. */
export const counted = ({ counts }: World): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

export const openWorld = async (t: TestContext, engine: TestEngine): Promise<World> => {
  const service = await startTestService(t, { engine, trustedProxies: ['127.0.0.0/8'] })
  await fillService(service)
  const client = rawClient(service.url)
  t.after(() => client.close())
  return {
    service,
    client,
    operations: await describedOperations(service),
    keys: await makeKeys(service),
    seen: { asked: [], cursor: [], id: [], tag: [], token: [] },
    counts: new Map(),
    freshIds: 0,
    snapshot: null,
  }
}
