import type { PrivateReader } from '#ports/store/store.ts'

/** Nothing is counted further: it costs no more however much waits. */
const MOST = 10_000

type Waiting = { waiting: number; oldestAt: string | null }

/** What waits for people and for other servers. */
export type Backlog = {
  revision: number
  submissions: Waiting
  candidates: Waiting
  proposals: Waiting
  messages: Waiting
  emails: Waiting & { failed: number }
  deliveries: Waiting
  sources: Record<'active' | 'failing' | 'paused', number>
  endpoints: Record<'active' | 'failing' | 'paused', number>
}

/** An active one whose last attempt failed is failing. */
const countByHealth = (
  all: readonly { state: 'active' | 'paused'; failures: number }[],
): Record<'active' | 'failing' | 'paused', number> => {
  const counts = { active: 0, failing: 0, paused: 0 }
  for (const { state, failures } of all) counts[state === 'active' && failures > 0 ? 'failing' : state] += 1
  return counts
}

type Readers = Pick<PrivateReader, 'revision' | 'waiting' | 'outbox' | 'sources' | 'webhooks'>

/** Reads indexes of what waits, up to a limit each, and the lists of sources and webhooks: no paper and nothing that is done. */
export const readBacklog = async (reader: Readers): Promise<Backlog> => {
  const { waiting, outbox, sources, webhooks } = reader
  const counts = await waiting.counts(MOST)
  const oldest = await waiting.oldest()
  const waits = (kind: 'submissions' | 'candidates' | 'proposals' | 'messages'): Waiting => ({
    waiting: counts[kind],
    oldestAt: oldest[kind],
  })
  return {
    revision: await reader.revision(),
    submissions: waits('submissions'),
    candidates: waits('candidates'),
    proposals: waits('proposals'),
    messages: waits('messages'),
    emails: await outbox.backlog(MOST),
    deliveries: await webhooks.backlog(MOST),
    sources: countByHealth(await sources.list()),
    endpoints: countByHealth(await webhooks.list()),
  }
}
